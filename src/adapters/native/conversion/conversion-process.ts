import sharp, { type Sharp } from 'sharp';
import { maxImagePixels, type ImageFault } from '../../../domain/ports/pages/image-normaliser.ts';
import { restrictSharp } from '../rasters/restrict-sharp.ts';
import { decodeHeif, TooManyPixels } from './decode-heif.ts';

/**
 * The process that converts one picture. It takes the format as its argument and the file on standard input, and writes a JPEG or the name
 * of a fault to standard output. It has no environment, and its parent kills it when it breaks a limit.
 */
const format = process.argv[2];
/** The parent encodes the picture again with the same settings, which changes next to nothing. */
const jpegOptions = { quality: 95, chromaSubsampling: '4:4:4' };

async function open(picture: Buffer): Promise<Sharp> {
  if (format === 'heif') {
    const { data, widthPx, heightPx } = await decodeHeif(picture, maxImagePixels);
    return sharp(data, { raw: { width: widthPx, height: heightPx, channels: 3 } });
  }
  if (format !== 'avif' && format !== 'tiff') throw new Error('no such format');
  restrictSharp([format]);
  const { width, height } = await sharp(picture, { limitInputPixels: false }).metadata();
  if (width * height > maxImagePixels) throw new TooManyPixels();
  return sharp(picture, { failOn: 'error', limitInputPixels: maxImagePixels, pages: 1 }).autoOrient();
}

async function convert(picture: Buffer): Promise<Buffer | ImageFault> {
  try {
    const opened = await open(picture);
    return await opened.flatten({ background: '#ffffff' }).toColourspace('srgb').jpeg(jpegOptions).toBuffer();
  } catch (error) {
    return error instanceof TooManyPixels ? 'file.too_many_pixels' : 'file.unreadable_image';
  }
}

// libheif reports faults on standard output, which must contain only the picture.
Object.assign(console, { log: () => undefined });
restrictSharp([]);
const parts: Buffer[] = [];
for await (const part of process.stdin) parts.push(part as Buffer); // Standard input without an encoding gives buffers.
process.stdout.end(await convert(Buffer.concat(parts)), () => process.exit(0));
