import sharp, { type Sharp } from 'sharp';
import { maxImagePixels } from '../../../domain/ports/pages/image-normaliser.ts';

/**
 * Opens a JPEG that the service made: a normalised picture, a page that it drew, a frame that it kept. Untrusted files are never opened
 * here: `decoding/picture-decoder.ts` decodes them in a confined process.
 */
export function openOwnJpeg(jpeg: Buffer): Sharp {
  return sharp(jpeg, { limitInputPixels: maxImagePixels });
}
