import sharp from 'sharp';
import type { RgbPicture } from '../../../domain/ports/faces/face-analyser.ts';

/** A decoded picture as a JPEG. */
export function encodePicture({ rgb, widthPx, heightPx }: RgbPicture): Promise<Buffer> {
  return sharp(rgb, { raw: { width: widthPx, height: heightPx, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
}
