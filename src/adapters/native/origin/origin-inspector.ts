import { judgeHeader, libjpegQualityOf } from '../../../domain/capture/judge-header.ts';
import { readFileHeader, type FileHeader } from '../../../domain/capture/read-file-header.ts';
import type { FileSign, OriginFindings } from '../../../domain/capture/origin.ts';
import type { OriginInspector } from '../../../domain/ports/pages/origin-inspector.ts';
import { createPictureDecoder, type PictureDecoder } from '../decoding/picture-decoder.ts';
import type { FlatAreas } from '../decoding/flat-areas.ts';

/**
 * A picture with at least these shares counts as drawn. Set on the first part of the real pictures (`bench/accuracy/results/tampering.md` has the counts and
 * those of the other part). Coarse compression removes much of a sensor's noise, so its limit is higher.
 */
const flatFrom = { fine: 0.02, coarse: 0.06 };
/** Below this quality of libjpeg, and in formats that smooth as they compress, compression counts as coarse. */
const fineFrom = 70;
const blankFrom = 0.5;
/** Signs that only the metadata shows. */
const signsOfMetadata = ['editor', 'generated', 'screenshot'] as const;
/** Fewer areas are not enough to judge. */
const fewestAreas = 100;

/** The decoder measures; this process never opens an upload. */
export function createOriginInspector(decoder: PictureDecoder = createPictureDecoder()): OriginInspector {
  return {
    async inspect(original, { safe, byCamera }) {
      const header = readFileHeader(original);
      const areas = (await decoder.measureFlatAreas(original)) ?? (await decoder.measureFlatAreas(safe));
      const pixels = judgePixels(areas, header);
      return {
        ...pixels,
        signs: [...judgeHeader(header, { byCamera }), ...pixels.signs],
        couldNotTell: [...(header.format === 'other' ? signsOfMetadata : []), ...pixels.couldNotTell],
      };
    },
  };
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
  // Scanners save TIFF without loss.
  if (format === 'png' || format === 'tiff') return false;
  if (format !== 'jpeg' || luminanceTable === null) return true;
  const quality = libjpegQualityOf(luminanceTable);
  if (quality !== null) return quality < fineFrom;
  // Another encoder's table is as coarse as libjpeg's at the quality with the same mean.
  return luminanceTable.reduce((sum, value) => sum + value, 0) / 64 > meanAtFine;
}

/** The mean of libjpeg's table at quality 70. */
const meanAtFine = 34.6;
