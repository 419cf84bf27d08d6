import type { Point } from '../../../domain/ports/pages/page-reader.ts';

export interface TextRegion {
  /** Corners of the leftmost and the rightmost pixel of every row of the region: enough for its convex hull. */
  outline: Point[];
  /** Mean probability over the pixels of the region. */
  score: number;
}

/**
 * Connected regions (8 neighbours) of a probability map where it exceeds `threshold`. Joins runs of pixels row by row with union-find, in a
 * single pass over the map.
 */
export function findTextRegions(map: Float32Array, width: number, height: number, threshold: number): TextRegion[] {
  const runs = findRuns(map, width, height, threshold);
  const parents = joinRuns(runs);
  return collectRegions(runs, parents);
}

interface Run {
  row: number;
  start: number;
  /** First pixel after the run. */
  end: number;
  sum: number;
}

function findRuns(map: Float32Array, width: number, height: number, threshold: number): Run[] {
  const runs: Run[] = [];
  for (let row = 0; row < height; row++) {
    const base = row * width;
    let start = -1;
    let sum = 0;
    for (let column = 0; column < width; column++) {
      const value = map[base + column] ?? 0;
      if (value > threshold) {
        if (start < 0) {
          start = column;
          sum = 0;
        }
        sum += value;
      } else if (start >= 0) {
        runs.push({ row, start, end: column, sum });
        start = -1;
      }
    }
    if (start >= 0) runs.push({ row, start, end: width, sum });
  }
  return runs;
}

function joinRuns(runs: readonly Run[]): Int32Array {
  const parents = Int32Array.from(runs, (_, index) => index);
  let previous = 0;
  for (const [index, run] of runs.entries()) {
    // `previous` walks over the runs of the row above that may touch this run or a later one.
    for (let above = runs[previous]; above !== undefined && above.row < run.row; above = runs[previous]) {
      if (above.row === run.row - 1 && above.end >= run.start) break;
      previous++;
    }
    for (let candidate = previous; candidate < index; candidate++) {
      const above = runs[candidate];
      if (above?.row !== run.row - 1 || above.start > run.end) break;
      parents[findRoot(parents, index)] = findRoot(parents, candidate);
    }
  }
  return parents;
}

function findRoot(parents: Int32Array, index: number): number {
  let root = index;
  for (let next = parents[root] ?? root; next !== root; next = parents[root] ?? root) {
    parents[root] = parents[next] ?? next;
    root = next;
  }
  return root;
}

interface GrowingRegion {
  /** First pixel, and first pixel after the last, of each row. */
  rows: Map<number, { start: number; end: number }>;
  sum: number;
  pixels: number;
}

function collectRegions(runs: readonly Run[], parents: Int32Array): TextRegion[] {
  const regions = new Map<number, GrowingRegion>();
  for (const [index, run] of runs.entries()) {
    const root = findRoot(parents, index);
    const region: GrowingRegion = regions.get(root) ?? { rows: new Map(), sum: 0, pixels: 0 };
    regions.set(root, region);
    region.sum += run.sum;
    region.pixels += run.end - run.start;
    const extent = region.rows.get(run.row);
    if (extent === undefined) region.rows.set(run.row, { start: run.start, end: run.end });
    else extent.end = Math.max(extent.end, run.end);
  }
  return [...regions.values()].map(({ rows, sum, pixels }) => ({
    // Pixel corners, not centres: a region one pixel high still has an area.
    outline: [...rows].flatMap(([row, { start, end }]): Point[] => [
      [start, row],
      [end, row],
      [start, row + 1],
      [end, row + 1],
    ]),
    score: sum / pixels,
  }));
}
