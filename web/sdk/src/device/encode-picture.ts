import { picturesToTry } from '../flow/picture-plan.ts';

export interface PictureLimits {
  /** Longest side in pixels: text of a page stays legible at 2,600. */
  longestSide: number;
  maxBytes: number;
}

/** A picture as JPEG within limits, upright. */
export async function encodePicture(
  source: Blob | ImageBitmap,
  { longestSide, maxBytes }: PictureLimits,
): Promise<Blob> {
  const bitmap = source instanceof Blob ? await createImageBitmap(source, { imageOrientation: 'from-image' }) : source;
  let canvas: OffscreenCanvas | null = null;
  let blob: Blob | null = null;
  for (const { width, height, quality } of picturesToTry(bitmap, longestSide)) {
    if (canvas?.width !== width) canvas = drawn(bitmap, width, height);
    blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    if (blob.size <= maxBytes) break;
  }
  bitmap.close();
  if (blob === null) throw new Error('no picture');
  return blob;
}

function drawn(bitmap: ImageBitmap, width: number, height: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}
