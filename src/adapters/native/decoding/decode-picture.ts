import sharp from 'sharp';
import { maxImagePixels, type ImageFault } from '../../../domain/ports/pages/image-normaliser.ts';
import { saveOptionsOf } from '../rasters/save-options.ts';
import { measureFlatAreas, type FlatAreas } from './flat-areas.ts';
import type { DecodedFrom } from './decoder-messages.ts';

const formats = ['jpeg', 'png', 'webp'];
/** The part of larger pictures that is examined: the middle. */
const longestPx = 2_400;

/**
 * Decodes an untrusted file and saves it again, upright and on white. Only a confined process may import this module, because a file may be
 * crafted to take over the process. Both happen line by line, so that pictures that are already upright need little memory, and no pixels
 * go from process to process.
 */
export async function reencodePicture(
  original: Buffer,
): Promise<{ jpeg: Buffer; from: DecodedFrom } | { fault: ImageFault }> {
  const header = await readHeader(original);
  if (header === null) return { fault: 'file.unreadable_image' };
  if (header.pixels > maxImagePixels) return { fault: 'file.too_many_pixels' };
  try {
    // Truncated and damaged pixel data fail; a mere warning (an odd but complete file) does not.
    const jpeg = await sharp(original, { failOn: 'error', limitInputPixels: maxImagePixels, pages: 1 })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg(saveOptionsOf(header.pixels))
      .toBuffer();
    return { jpeg, from: header.from };
  } catch {
    // sharp has no error codes; every error here comes from the picture.
    return { fault: 'file.unreadable_image' };
  }
}

/** Reads only the header, so the size of a decompression bomb is known before any of it is decoded. */
async function readHeader(original: Buffer): Promise<{ pixels: number; from: DecodedFrom } | null> {
  try {
    const { format, width, height, orientation = 1 } = await sharp(original, { limitInputPixels: false }).metadata();
    return formats.includes(format) ? { pixels: width * height, from: { format, orientation } } : null;
  } catch {
    return null;
  }
}

/** Of the pixels as stored, before rotation. Null: the picture cannot be decoded here. */
export async function flatAreasOf(picture: Buffer): Promise<FlatAreas | null> {
  try {
    const opened = sharp(picture, { limitInputPixels: maxImagePixels, pages: 1 });
    const { width, height } = await opened.metadata();
    const size = { width: Math.min(width, longestPx), height: Math.min(height, longestPx) };
    // The middle begins at a block, so that blocks stay whole.
    const start = (whole: number, part: number) => Math.floor((whole - part) / 16) * 8;
    const { data, info } = await opened
      .extract({ left: start(width, size.width), top: start(height, size.height), ...size })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return info.channels === 3 ? measureFlatAreas(data, info.width, info.height) : null;
  } catch {
    return null;
  }
}
