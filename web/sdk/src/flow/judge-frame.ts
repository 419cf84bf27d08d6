export interface Frame {
  /** Brightness of each pixel, 0-255, row by row. */
  luma: Uint8Array;
  width: number;
  height: number;
}

export type FrameHint = 'tooDark' | 'tooBright' | 'glare' | 'holdStill' | 'blurry' | 'good';

const darkBelow = 50;
const brightAbove = 245;
/** Burnt-out pixels: more than this share of them is a reflection, as long as the rest is not as bright. */
const glareShare = 0.06;
const glareFrom = 250;
/** Mean difference to the frame before, of 255. */
const movedFrom = 14;
/** Mean absolute second difference: below it there is no edge such as text has. */
const sharpFrom = 2.2;

/** A live hint on a camera frame. A quick estimate on a small frame: only the server's judgement counts. */
export function judgeFrame({ luma, width, height }: Frame, before: Frame | null): FrameHint {
  let sum = 0;
  let burnt = 0;
  let edges = 0;
  let moved = 0;
  for (let index = 0; index < luma.length; index += 1) {
    const value = luma[index] ?? 0;
    sum += value;
    if (value >= glareFrom) burnt += 1;
    if (before !== null) moved += Math.abs(value - (before.luma[index] ?? 0));
    const column = index % width;
    if (column > 0 && column < width - 1)
      edges += Math.abs(2 * value - (luma[index - 1] ?? 0) - (luma[index + 1] ?? 0));
  }
  const count = width * height;
  const mean = sum / count;
  if (mean < darkBelow) return 'tooDark';
  if (mean > brightAbove) return 'tooBright';
  if (burnt / count > glareShare && mean < 170) return 'glare';
  if (before !== null && moved / count > movedFrom) return 'holdStill';
  return edges / count < sharpFrom ? 'blurry' : 'good';
}
