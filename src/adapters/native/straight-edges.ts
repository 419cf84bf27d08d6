import type { Raster } from './raster.ts';

/** A straight edge: where it begins and ends, in pixels of the raster. */
export interface StraightEdge {
  from: readonly [x: number, y: number];
  to: readonly [x: number, y: number];
  lengthPx: number;
}

/** How far a line may lean from upright, and in what steps, in degrees. */
const lean = { most: 16, step: 1 };
/** Difference of luminance across the line, over two pixels: less is a shadow. */
const leastStep = 14;
/** A line that is lost for longer has ended. */
const mostGapPx = 3;

/**
 * The longest upright edge through each column, where one is at least `leastPx` long: dark on one side and light on the other all the
 * way. Gradients that run along the line do not count, so that texture makes none.
 */
export function findUprightEdges(raster: Raster, leastPx: number): StraightEdge[] {
  const { widthPx, heightPx } = raster;
  const steps = stepsAcross(raster);
  const found: StraightEdge[] = [];
  for (let column = 0; column < widthPx; column++) {
    let best: StraightEdge | null = null;
    for (let degrees = -lean.most; degrees <= lean.most; degrees += lean.step) {
      const slope = Math.tan((degrees * Math.PI) / 180);
      const xAt = (y: number) => column + (y - heightPx / 2) * slope;
      const stretch = Math.hypot(1, slope);
      for (const sign of [1, -1]) {
        const { from, to } = longestRun(steps, sign, { startX: xAt(0), slope, widthPx, heightPx });
        const lengthPx = (to - from) * stretch;
        if (lengthPx < leastPx || (best !== null && best.lengthPx >= lengthPx)) continue;
        best = { from: [xAt(from), from], to: [xAt(to), to], lengthPx };
      }
    }
    if (best !== null) found.push(best);
  }
  return found;
}

/** First and last row of the longest stretch of one sign on a line. */
function longestRun(
  steps: Int8Array,
  sign: number,
  { startX, slope, widthPx, heightPx }: { startX: number; slope: number; widthPx: number; heightPx: number },
): { from: number; to: number } {
  let [bestFrom, bestTo] = [0, 0];
  let from = 0;
  let last = -heightPx;
  let x = startX + 0.5;
  for (let y = 0, row = 0; y < heightPx; y++, row += widthPx, x += slope) {
    if (x < 0 || x >= widthPx || steps[row + Math.floor(x)] !== sign) continue;
    if (y - last > mostGapPx) from = y;
    last = y;
    if (last - from > bestTo - bestFrom) [bestFrom, bestTo] = [from, last];
  }
  return { from: bestFrom, to: bestTo };
}

/** 1 where it gets lighter to the right, -1 where it gets darker, 0 elsewhere and where it changes downwards, too (Sobel's operators). */
function stepsAcross({ data, widthPx, heightPx }: Raster): Int8Array {
  const steps = new Int8Array(widthPx * heightPx);
  for (let y = 1; y < heightPx - 1; y++) {
    for (let at = y * widthPx + 1; at < (y + 1) * widthPx - 1; at++) {
      const [up, down] = [at - widthPx, at + widthPx];
      const falling = (data[up + 1] ?? 0) - (data[down - 1] ?? 0);
      const rising = (data[down + 1] ?? 0) - (data[up - 1] ?? 0);
      const across = (falling + rising + 2 * ((data[at + 1] ?? 0) - (data[at - 1] ?? 0))) / 4;
      const along = (rising - falling + 2 * ((data[down] ?? 0) - (data[up] ?? 0))) / 4;
      if (Math.abs(across) >= leastStep && Math.abs(across) >= 2 * Math.abs(along)) steps[at] = across > 0 ? 1 : -1;
    }
  }
  return steps;
}
