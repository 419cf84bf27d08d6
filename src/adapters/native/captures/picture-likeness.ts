import { openOwnJpeg } from '../rasters/own-jpeg.ts';

const sidePx = 24;
/** Compressing or shrinking a picture leaves 0.995 and more; the two sides of one card on one table have less than 0.95. */
const leastCorrelation = 0.98;
/** The deviation of the luminance: nothing can be said about two empty pictures. */
const leastDeviation = 4;

/** Whether two normalised pictures are the same one, perhaps saved again: correlates tiny copies of both. */
export async function isSamePicture(a: Buffer, b: Buffer): Promise<boolean> {
  const [first, second] = [await thumbnailOf(a), await thumbnailOf(b)];
  if (first === null || second === null) return false;
  let product = 0;
  for (const [i, value] of first.entries()) product += value * (second[i] ?? 0);
  return product / first.length >= leastCorrelation;
}

/** Luminance with mean 0 and deviation 1; null when there is nothing to compare. */
async function thumbnailOf(jpeg: Buffer): Promise<Float32Array | null> {
  const grey = await openOwnJpeg(jpeg).resize(sidePx, sidePx, { fit: 'fill' }).greyscale().raw().toBuffer();
  const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length;
  const deviation = Math.sqrt(grey.reduce((sum, value) => sum + (value - mean) ** 2, 0) / grey.length);
  return deviation < leastDeviation ? null : Float32Array.from(grey, (value) => (value - mean) / deviation);
}
