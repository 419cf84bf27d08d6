export interface PictureLimits {
  /** Longest side in pixels: text of a page stays legible at 2,600. */
  longestSide: number;
  maxBytes: number;
}

const qualities = [0.92, 0.85, 0.75, 0.6] as const;

/** A picture as JPEG within limits, upright. The first quality that fits is taken, so that text keeps its edges. */
export async function encodePicture(
  source: Blob | ImageBitmap,
  { longestSide, maxBytes }: PictureLimits,
): Promise<Blob> {
  const bitmap = source instanceof Blob ? await createImageBitmap(source, { imageOrientation: 'from-image' }) : source;
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  let blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: qualities[0] });
  for (const quality of qualities.slice(1)) {
    if (blob.size <= maxBytes) break;
    blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
  }
  return blob;
}
