import sharp, { type Sharp } from 'sharp';
import type { RgbPicture } from '../../../domain/ports/faces/face-analyser.ts';
import { maxImagePixels } from '../../../domain/ports/pages/image-normaliser.ts';

/**
 * Opens a JPEG that the service made: a normalised picture, a page that it drew, a frame that it kept. Untrusted files are never opened
 * here: `decoding/picture-decoder.ts` decodes them in a confined process.
 */
export function openOwnJpeg(jpeg: Buffer): Sharp {
  return sharp(jpeg, { limitInputPixels: maxImagePixels });
}

/** Decodes a picture in colour, `scale` times as large. The JPEG decoder itself shrinks a large picture. */
export async function decodeScaled(
  picture: Sharp,
  { width, height }: { width: number; height: number },
  scale: number,
): Promise<RgbPicture> {
  const target = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const { data, info } = await picture
    .resize({ ...target, fit: 'fill', kernel: 'cubic' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`A decoded picture has three channels, not ${info.channels}`);
  return { rgb: data, widthPx: info.width, heightPx: info.height };
}
