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
  const runs = createRuns(widthPx, heightPx);
  for (let degrees = -lean.most; degrees <= lean.most; degrees += lean.step) {
    const slope = Math.tan((degrees * Math.PI) / 180);
    const shiftAt = (y: number) => (y - heightPx / 2) * slope;
    for (let y = 0; y < heightPx; y++) shifts[y] = Math.floor(shiftAt(y) + 0.5);
    const stretch = Math.hypot(1, slope);
    const { from: firsts, to: lasts } = runs.find(steps, shifts);
    for (let column = 0; column < widthPx; column++) {
      const [from, to] = [firsts[column] ?? 0, lasts[column] ?? 0];
      const lengthPx = (to - from) * stretch;
      if (lengthPx < leastPx || lengthPx <= (best[column]?.lengthPx ?? 0)) continue;
      best[column] = { from: [column + shiftAt(from), from], to: [column + shiftAt(to), to], lengthPx };
    }
  }
  return best.filter((edge) => edge !== null);
}

/**
 * Finds the first and last row of the longest stretch of one sign on the line through each column; each row shifts the lines sideways. It
 * visits the steps, which are a small part of the pixels, and notes for each line where its present stretches began and were last seen.
 */
function createRuns(widthPx: number, heightPx: number) {
  const [from, to] = [new Int32Array(widthPx), new Int32Array(widthPx)];
  // Of the stretches that get lighter, then of those that get darker.
  const [begun, last] = [new Int32Array(2 * widthPx), new Int32Array(2 * widthPx)];
  return {
    find({ xs, ys, isDarker }: Steps, shifts: Int32Array): { from: Int32Array; to: Int32Array } {
      from.fill(0);
      to.fill(0);
      last.fill(-heightPx);
      for (let i = 0; i < xs.length; i++) {
        const y = ys[i] ?? 0;
        const column = (xs[i] ?? 0) - (shifts[y] ?? 0);
        if (column < 0 || column >= widthPx) continue;
        const stretch = isDarker[i] === 1 ? column + widthPx : column;
        if (y - (last[stretch] ?? 0) > mostGapPx) begun[stretch] = y;
        last[stretch] = y;
        const first = begun[stretch] ?? 0;
        if (y - first <= (to[column] ?? 0) - (from[column] ?? 0)) continue;
        from[column] = first;
        to[column] = y;
      }
      return { from, to };
    },
  };
}

/** Where it gets lighter or darker to the right, row by row, and does not change as much downwards (Sobel's operators). */
interface Steps {
  xs: Int32Array;
  ys: Int32Array;
  /** 1 where it gets darker, 0 where it gets lighter. */
  isDarker: Uint8Array;
}

function stepsAcross({ data, widthPx, heightPx }: Raster): Steps {
  const [xs, ys] = [new Int32Array(widthPx * heightPx), new Int32Array(widthPx * heightPx)];
  const isDarker = new Uint8Array(widthPx * heightPx);
  let count = 0;
  for (let y = 1; y < heightPx - 1; y++) {
    for (let x = 1, at = y * widthPx + 1; x < widthPx - 1; x++, at++) {
      const [up, down] = [at - widthPx, at + widthPx];
      const falling = (data[up + 1] ?? 0) - (data[down - 1] ?? 0);
      const rising = (data[down + 1] ?? 0) - (data[up - 1] ?? 0);
      const across = (falling + rising + 2 * ((data[at + 1] ?? 0) - (data[at - 1] ?? 0))) / 4;
      const along = (rising - falling + 2 * ((data[down] ?? 0) - (data[up] ?? 0))) / 4;
      if (Math.abs(across) < leastStep || Math.abs(across) < 2 * Math.abs(along)) continue;
      xs[count] = x;
      ys[count] = y;
      isDarker[count] = across > 0 ? 0 : 1;
      count += 1;
    }
  }
  return { xs: xs.subarray(0, count), ys: ys.subarray(0, count), isDarker: isDarker.subarray(0, count) };
}
