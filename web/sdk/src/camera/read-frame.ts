import type { Frame } from '../flow/judge-frame.ts';

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Longest side of an examined frame: blur is visible, and one examination takes some ten milliseconds. */
const longestSide = 640;

/** Reads the brightness of pictures, with one canvas for all of them. @throws where the browser has no such canvas */
export function createFrameReader(context: Context | null) {
  /** `size`: size of the source, which is shrunk when it is large. */
  return (source: CanvasImageSource, size: { width: number; height: number }): Frame => {
    if (context === null) throw new Error('no canvas');
    const scale = Math.min(1, longestSide / Math.max(size.width, size.height));
    return readFrame(context, source, { width: size.width * scale, height: size.height * scale });
  };
}

/** The brightness of a picture, drawn at this size. */
export function readFrame(context: Context, source: CanvasImageSource, size: { width: number; height: number }): Frame {
  const width = Math.max(1, Math.round(size.width));
  const height = Math.max(1, Math.round(size.height));
  const { canvas } = context;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.drawImage(source, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const luma = new Uint8Array(width * height);
  for (let index = 0; index < luma.length; index += 1) {
    const at = index * 4;
    luma[index] = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  }
  return { luma, width, height };
}
