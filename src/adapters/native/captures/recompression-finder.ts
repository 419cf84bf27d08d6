import type { PageSignal } from '../../../domain/ports/pages/page-reader.ts';
import { openOwnJpeg } from '../rasters/own-jpeg.ts';

/** JPEG encodes squares of this side. Their borders stay visible when the picture is saved again. */
const square = 8;
/** The side of the tiles that are examined separately. */
const tilePx = 64;
/** Larger pictures are not examined, because sensor noise hides their squares. */
const mostPixels = 16_000_000;
/** Steps from pixel to pixel above this are print, not borders of squares. */
const largestStep = 10;
/** A tile has a second grid when the steps at its borders are this many times those away from any grid. */
const leastRatio = 1.18;
/** The smooth pixels that each column of the grid must have in a tile. With fewer, the tile decides nothing. */
const leastSamples = 200;
/** The fewest adjoining tiles of an island: a smaller one may be chance. */
const leastTiles = 7;
/**
 * How many tiles elsewhere may have the island's grid, as a share of the island. If there are more, the picture itself produces such grids
 * (JPEG of low quality does), and the island proves nothing.
 */
const mostElsewhere = 0.5;
/** WebP encodes squares of half the side: their borders are half a square from the usual grid in both directions. */
const halfSquare = square / 2;

const nothingFound: PageSignal = {
  score: 0,
  area: null,
  evidence: 'No part of the picture was compressed differently from the rest.',
};

/** The mean step at each column of the grid (0..7, in the whole picture), across and down; null when too little is smooth. */
type Steps = readonly [across: readonly number[] | null, down: readonly number[] | null];
/** Where a second grid of a tile begins, as `x,y`; null when none is visible. */
type SecondGrid = string | null;

/**
 * Searches for a part of the picture whose squares of an earlier compression begin elsewhere than those of the rest: that part was
 * compressed separately before. Does not find an island that was saved finely, or whose grid happens to be the picture's or half a square
 * from it. Null when the picture is too large or too small to judge, or has the found grid in other places as well.
 */
export async function findRecompression(jpeg: Buffer): Promise<PageSignal | null> {
  const picture = openOwnJpeg(jpeg);
  const { width, height } = await picture.metadata();
  if (width * height > mostPixels || Math.min(width, height) < 4 * tilePx) return null;
  const { data } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true });
  const across = Math.floor(width / tilePx);
  const down = Math.floor(height / tilePx);
  const steps: Steps[] = [];
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const [left, top] = [column * tilePx, row * tilePx];
      steps.push([meanSteps(data, width, left, top, 1, width), meanSteps(data, width, left, top, width, 1)]);
    }
  }
  const usual = [usualPhase(steps.map(([x]) => x)), usualPhase(steps.map(([, y]) => y))] as const;
  const grids = steps.map((tile) => secondGrid(tile, usual));
  const island = largestIsland(grids, across);
  if (island.length < leastTiles) return nothingFound;
  const [first = 0] = island;
  const elsewhere = grids.filter((grid) => grid === grids[first]).length - island.length;
  if (elsewhere > mostElsewhere * island.length) return null;
  const columns = island.map((tile) => tile % across);
  const rows = island.map((tile) => Math.floor(tile / across));
  const [left, top] = [Math.min(...columns), Math.min(...rows)];
  const isStrip = left === Math.max(...columns) || top === Math.max(...rows);
  // A pasted face is not a strip, but the empty margin of a scan is.
  if (isStrip) return nothingFound;
  return {
    score: Math.min(1, 0.5 + (island.length - leastTiles) / 24),
    area: {
      x: (left * tilePx) / width,
      y: (top * tilePx) / height,
      width: ((Math.max(...columns) - left + 1) * tilePx) / width,
      height: ((Math.max(...rows) - top + 1) * tilePx) / height,
    },
    evidence: `The blocks of an earlier compression are offset in ${island.length} neighbouring tiles, compared with the rest of the picture.`,
  };
}

/** `step`: to the next pixel across the columns of the grid; `along`: to the next pixel down them. */
function meanSteps(
  data: Uint8Array,
  width: number,
  left: number,
  top: number,
  step: number,
  along: number,
): readonly number[] | null {
  const sums = new Float64Array(square);
  const counts = new Uint32Array(square);
  const start = top * width + left;
  const offset = step === 1 ? left : top;
  for (let line = 0; line < tilePx; line++) {
    const from = start + line * along;
    for (let i = 2; i < tilePx - 1; i++) {
      const at = from + i * step;
      const before = (data[at - step] ?? 0) - (data[at - 2 * step] ?? 0);
      const here = (data[at] ?? 0) - (data[at - step] ?? 0);
      const after = (data[at + step] ?? 0) - (data[at] ?? 0);
      if (Math.abs(here) > largestStep || Math.abs(before) > largestStep || Math.abs(after) > largestStep) continue;
      const phase = (offset + i) % square;
      // A border is a step that its neighbours do not share.
      sums[phase] = (sums[phase] ?? 0) + Math.abs(here - (before + after) / 2);
      counts[phase] = (counts[phase] ?? 0) + 1;
    }
  }
  if (counts.some((count) => count < leastSamples)) return null;
  return Array.from(sums, (sum, phase) => sum / Math.max(1, counts[phase] ?? 0));
}

/** The column at which the steps of the whole picture are largest. */
function usualPhase(tiles: readonly (readonly number[] | null)[]): number {
  const sums = Array.from({ length: square }, (_, phase) =>
    tiles.reduce((sum, means) => sum + (means?.[phase] ?? 0), 0),
  );
  return sums.indexOf(Math.max(...sums));
}

function secondGrid([across, down]: Steps, usual: readonly [number, number]): SecondGrid {
  if (across === null || down === null) return null;
  const [x, y] = [secondPhase(across, usual[0]), secondPhase(down, usual[1])];
  if (x === null || y === null) return null;
  const isHalfSquare = distance(x, usual[0]) === halfSquare && distance(y, usual[1]) === halfSquare;
  return isHalfSquare ? null : `${x},${y}`;
}

/** The column, apart from the usual one, whose steps exceed those of all columns that are next to neither. */
function secondPhase(means: readonly number[], usual: number): number | null {
  let [best, highest]: [number | null, number] = [null, leastRatio];
  for (let phase = 0; phase < square; phase++) {
    if (distance(phase, usual) < 2) continue;
    const plain = means.filter((_, other) => distance(other, usual) > 1 && distance(other, phase) > 1);
    const ratio = (means[phase] ?? 0) / Math.max(1e-6, plain.reduce((sum, mean) => sum + mean, 0) / plain.length);
    if (ratio > highest) [best, highest] = [phase, ratio];
  }
  return best;
}

/** The distance of two columns of one grid, in either direction. */
function distance(one: number, other: number): number {
  const apart = Math.abs(one - other);
  return Math.min(apart, square - apart);
}

/** The largest number of adjoining tiles with the same second grid. */
function largestIsland(grids: readonly SecondGrid[], across: number): number[] {
  const seen = new Set<number>();
  let largest: number[] = [];
  for (const [start, grid] of grids.entries()) {
    if (grid === null || seen.has(start)) continue;
    const island: number[] = [];
    const open = [start];
    seen.add(start);
    for (let tile = open.pop(); tile !== undefined; tile = open.pop()) {
      island.push(tile);
      const column = tile % across;
      const neighbours = [
        column > 0 ? tile - 1 : -1,
        column + 1 < across ? tile + 1 : -1,
        tile - across,
        tile + across,
      ];
      for (const next of neighbours) {
        if (seen.has(next) || grids[next] !== grid) continue;
        seen.add(next);
        open.push(next);
      }
    }
    if (island.length > largest.length) largest = island;
  }
  return largest;
}
