import sharp from 'sharp';
import { judgeHeader, libjpegQualityOf } from '../../../domain/capture/judge-header.ts';
import { readFileHeader, type FileHeader } from '../../../domain/capture/read-file-header.ts';
import type { FileSign, OriginFindings } from '../../../domain/capture/origin.ts';
import { maxImagePixels } from '../../../domain/ports/pages/image-normaliser.ts';
import type { OriginInspector } from '../../../domain/ports/pages/origin-inspector.ts';
import { restrictSharp } from '../rasters/restrict-sharp.ts';
import { measureFlatAreas, type FlatAreas } from './flat-areas.ts';

/**
 * From these shares on a picture counts as drawn. Set on the first part of the real pictures (`bench/ACCURACY.md` has the counts and
 * those of the other part). Coarse compression takes much of a sensor's noise away, so it takes more to be told by.
 */
const flatFrom = { fine: 0.02, coarse: 0.06 };
/** Below this quality of libjpeg, and in formats that smooth as they compress, compression counts as coarse. */
const fineFrom = 70;
const blankFrom = 0.5;
/** Fewer areas tell nothing. */
const fewestAreas = 100;
/** What is looked at of larger pictures: the middle. */
const longestPx = 2_400;

/** Also restricts sharp for the whole process, see `restrictSharp`. */
export function createOriginInspector(): OriginInspector {
  restrictSharp();
  return {
    async inspect(original, { safe, byCamera }) {
      const header = readFileHeader(original);
      const areas = (await lookAtPixels(original)) ?? (await lookAtPixels(safe));
      const pixels = judgePixels(areas, header);
      return { ...pixels, signs: [...judgeHeader(header, { byCamera }), ...pixels.signs] };
    },
  };
}

/** Null: the picture cannot be decoded here. */
async function lookAtPixels(picture: Buffer): Promise<FlatAreas | null> {
  try {
    const opened = sharp(picture, { limitInputPixels: maxImagePixels, pages: 1 });
    const { width, height } = await opened.metadata();
    const size = { width: Math.min(width, longestPx), height: Math.min(height, longestPx) };
    // Blocks stay whole: the middle begins at one.
    const start = (whole: number, part: number) => Math.floor((whole - part) / 16) * 8;
    const { data, info } = await opened
      .extract({ left: start(width, size.width), top: start(height, size.height), ...size })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return info.channels === 3 ? measureFlatAreas(data, info.width, info.height) : null;
  } catch {
    // sharp has no error codes; whatever stops it here is in the picture.
    return null;
  }
}

function judgePixels(areas: FlatAreas | null, header: FileHeader): OriginFindings {
  if (areas === null) return { signs: [], couldNotTell: ['flat', 'blank'], flatShare: null };
  const signs: FileSign[] = areas.blankShare >= blankFrom ? ['blank'] : [];
  if (areas.areas < fewestAreas) {
    return { signs, couldNotTell: signs.length > 0 ? [] : ['flat'], flatShare: null };
  }
  const isFlat = areas.flatShare >= (isCoarse(header) ? flatFrom.coarse : flatFrom.fine);
  const flatShare = Math.round(areas.flatShare * 10_000) / 10_000;
  return { signs: isFlat ? ['flat', ...signs] : signs, couldNotTell: [], flatShare };
}

function isCoarse({ format, luminanceTable }: FileHeader): boolean {
  if (format === 'png') return false;
  if (format !== 'jpeg' || luminanceTable === null) return true;
  const quality = libjpegQualityOf(luminanceTable);
  if (quality !== null) return quality < fineFrom;
  // Another encoder's table: as coarse as libjpeg's at that quality, by its mean.
  return luminanceTable.reduce((sum, value) => sum + value, 0) / 64 > meanAtFine;
}

/** The mean of libjpeg's table at quality 70. */
const meanAtFine = 34.6;
