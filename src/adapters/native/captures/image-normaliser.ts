import sharp from 'sharp';
import { maxImagePixels, type ImageNormaliser } from '../../../domain/ports/pages/image-normaliser.ts';
import { convertPicture } from '../conversion/convert-picture.ts';
import { foreignPictureOf } from '../conversion/foreign-picture.ts';
import { noteLastSave, readLastSave } from '../rasters/last-save.ts';
import { restrictSharp } from '../rasters/restrict-sharp.ts';
import { saveOptionsOf } from '../rasters/save-options.ts';

const formats = ['jpeg', 'png', 'webp'];

/** Also restricts sharp for the whole process, see `restrictSharp`. */
export function createImageNormaliser(): ImageNormaliser {
  restrictSharp();
  return {
    async normalise(original) {
      const foreign = foreignPictureOf(original);
      if (foreign === null) return normalise(original);
      const converted = await convertPicture(original, foreign);
      return 'fault' in converted ? converted : normalise(converted.jpeg);
    },
  };
}

async function normalise(original: Buffer): ReturnType<ImageNormaliser['normalise']> {
  const header = await readHeader(original);
  if (header === null) return { fault: 'file.unreadable_image' };
  if (header.widthPx * header.heightPx > maxImagePixels) return { fault: 'file.too_many_pixels' };
  try {
    // Truncated and damaged pixel data fail; a mere warning (an odd but complete file) does not.
    const { data, info } = await sharp(original, { failOn: 'error', limitInputPixels: maxImagePixels, pages: 1 })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg(saveOptionsOf(header.widthPx * header.heightPx))
      .toBuffer({ resolveWithObject: true });
    const jpeg = noteLastSave(data, readLastSave(original, header.format, header.orientation));
    return { image: { jpeg, widthPx: info.width, heightPx: info.height } };
  } catch {
    // sharp has no error codes; whatever stops it here is in the picture.
    return { fault: 'file.unreadable_image' };
  }
}

/** Reads the header only, so the size of a bomb is known before any of it is decoded. */
async function readHeader(
  original: Buffer,
): Promise<{ widthPx: number; heightPx: number; format: string; orientation: number } | null> {
  try {
    const { format, width, height, orientation = 1 } = await sharp(original, { limitInputPixels: false }).metadata();
    return formats.includes(format) ? { widthPx: width, heightPx: height, format, orientation } : null;
  } catch {
    return null;
  }
}
