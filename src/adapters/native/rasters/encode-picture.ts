import sharp, { type JpegOptions } from 'sharp';
import type { RgbPicture } from '../../../domain/ports/faces/face-analyser.ts';

/** Decoded pixels, row by row, one byte per channel; a fourth channel is ignored. */
export interface Pixels {
  data: Uint8Array;
  widthPx: number;
  heightPx: number;
  channels: 3 | 4;
}

/** Decoded pixels as a JPEG. */
export function encodePixels({ data, widthPx, heightPx, channels }: Pixels, options: JpegOptions): Promise<Buffer> {
  return sharp(data, { raw: { width: widthPx, height: heightPx, channels } })
    .removeAlpha()
    .jpeg(options)
    .toBuffer();
}

/** A decoded picture as a JPEG. */
export function encodePicture({ rgb, widthPx, heightPx }: RgbPicture): Promise<Buffer> {
  return encodePixels({ data: rgb, widthPx, heightPx, channels: 3 }, { quality: 85 });
}
