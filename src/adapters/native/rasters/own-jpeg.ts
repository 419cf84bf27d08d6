import sharp, { type Sharp } from 'sharp';
import { maxImagePixels } from '../../../domain/ports/pages/image-normaliser.ts';

/**
 * Opens a JPEG of the service's own making: a normalised picture, a page that it drew, a frame that it kept. Files of strangers are
 * never opened here: `decoding/picture-decoder.ts` decodes them in a confined process.
 */
export function openOwnJpeg(jpeg: Buffer): Sharp {
  return sharp(jpeg, { limitInputPixels: maxImagePixels });
}
