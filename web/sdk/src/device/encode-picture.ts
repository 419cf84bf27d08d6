export interface PictureLimits {
  /** Longest side in pixels: text of a page stays legible at 2,600. */
  longestSide: number;
  maxBytes: number;
}

const qualities = [0.92, 0.85, 0.75, 0.6] as const;
/** What a noisy picture is made smaller to: noise goes with the pixels, text stays. 1,500 are 300 dpi of a passport's page. */
const smallerSides = [2200, 1800, 1500] as const;

/**
 * A picture as JPEG within limits, upright. The first quality that fits is taken, so that text keeps its edges; where none fits,
 * pixels are given up before edges are.
 */
export async function encodePicture(
  source: Blob | ImageBitmap,
  { longestSide, maxBytes }: PictureLimits,
): Promise<Blob> {
  const bitmap = source instanceof Blob ? await createImageBitmap(source, { imageOrientation: 'from-image' }) : source;
  const sides = [longestSide, ...smallerSides.filter((side) => side < Math.min(longestSide, longer(bitmap)))];
  let blob: Blob | null = null;
  for (const side of sides) {
    const canvas = drawn(bitmap, Math.min(1, side / longer(bitmap)));
    for (const quality of qualities) {
      blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
      if (blob.size <= maxBytes) break;
    }
    if (blob !== null && blob.size <= maxBytes) break;
  }
  bitmap.close();
  if (blob === null) throw new Error('no picture');
  return blob;
}

const longer = ({ width, height }: ImageBitmap) => Math.max(width, height);

function drawn(bitmap: ImageBitmap, scale: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}
