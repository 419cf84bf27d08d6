import type { Raster } from './raster.ts';

/** A straight edge: its start and end, in pixels of the raster. */
export interface StraightEdge {
  from: readonly [x: number, y: number];
  to: readonly [x: number, y: number];
  lengthPx: number;
}

/** How far a line may lean from upright, and the steps that are tried, in degrees. */
const lean = { most: 16, step: 1 };
/** The difference of luminance across the line, over two pixels. A smaller one is a shadow. */
const leastStep = 14;
/** A line that is lost for longer than this has ended. */
const mostGapPx = 3;

/**
 * The longest upright edge through each column, if one is at least `leastPx` long: dark on one side and light on the other over its whole
 * length. Gradients along the line do not count, so that texture produces no edges.
 */
export function findUprightEdges(raster: Raster, leastPx: number): StraightEdge[] {
  const { widthPx, heightPx } = raster;
  const steps = stepsAcross(raster);
  const best = Array.from<StraightEdge | null>({ length: widthPx }).fill(null);
  const shifts = new Int32Array(heightPx);
  for (let degrees = -lean.most; degrees <= lean.most; degrees += lean.step) {
    const slope = Math.tan((degrees * Math.PI) / 180);
    const shiftAt = (y: number) => (y - heightPx / 2) * slope;
    for (let y = 0; y < heightPx; y++) shifts[y] = Math.floor(shiftAt(y) + 0.5);
    const stretch = Math.hypot(1, slope);
    for (let column = 0; column < widthPx; column++) {
      const { from, to } = longestRun(steps, column, shifts, widthPx);
      const lengthPx = (to - from) * stretch;
      if (lengthPx < leastPx || lengthPx <= (best[column]?.lengthPx ?? 0)) continue;
      best[column] = { from: [column + shiftAt(from), from], to: [column + shiftAt(to), to], lengthPx };
    }
  }
  return best.filter((edge) => edge !== null);
}

/** The first and last row of the longest stretch of one sign on the line through a column; each row shifts the line sideways. */
function longestRun(
  steps: Int8Array,
  column: number,
  shifts: Int32Array,
  widthPx: number,
): { from: number; to: number } {
  const heightPx = shifts.length;
  let [bestFrom, bestTo] = [0, 0];
  let [lighterFrom, lighterLast, darkerFrom, darkerLast] = [0, -heightPx, 0, -heightPx];
  for (let y = 0, row = 0; y < heightPx; y++, row += widthPx) {
    const x = column + (shifts[y] ?? 0);
    if (x < 0 || x >= widthPx) continue;
    const step = steps[row + x] ?? 0;
    if (step > 0) {
      if (y - lighterLast > mostGapPx) lighterFrom = y;
      lighterLast = y;
      if (y - lighterFrom > bestTo - bestFrom) [bestFrom, bestTo] = [lighterFrom, y];
    } else if (step < 0) {
      if (y - darkerLast > mostGapPx) darkerFrom = y;
      darkerLast = y;
      if (y - darkerFrom > bestTo - bestFrom) [bestFrom, bestTo] = [darkerFrom, y];
    }
  }
  return { from: bestFrom, to: bestTo };
}

/**
 * 1 where it gets lighter to the right, -1 where it gets darker, and 0 elsewhere or where it also changes downwards (Sobel's operators).
 */
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
