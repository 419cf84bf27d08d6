import { expect, test } from 'vitest';
import type { Raster } from '../../../src/adapters/native/rasters/raster.ts';
import { findUprightEdges } from '../../../src/adapters/native/rasters/straight-edges.ts';
import { createRandom, type Random } from '../../../specimens/drawing/create-random.ts';

/** A few leaning edges under noise. */
function drawEdges(random: Random): Raster {
  const [widthPx, heightPx] = [Math.floor(random.number(40, 200)), Math.floor(random.number(20, 160))];
  const noise = random.number(0, 60);
  const edges = Array.from({ length: 3 }, () => ({
    at: random.number(0, widthPx),
    slope: random.number(-0.3, 0.3),
    value: random.number(0, 190),
  }));
  const data = new Uint8Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const passed = edges.filter(({ at, slope }) => x > at + (y - heightPx / 2) * slope);
      data[y * widthPx + x] = (passed.at(-1)?.value ?? 60) + random.number(0, noise);
    }
  }
  return { data, widthPx, heightPx };
}

/** -1, 0 or 1: whether it gets darker or lighter to the right, as `findUprightEdges` says. */
function stepAt({ data, widthPx, heightPx }: Raster, x: number, y: number): number {
  if (x < 1 || y < 1 || x >= widthPx - 1 || y >= heightPx - 1) return 0;
  const value = (right: number, down: number) => data[(y + down) * widthPx + x + right] ?? 0;
  const across = value(1, -1) + 2 * value(1, 0) + value(1, 1) - value(-1, -1) - 2 * value(-1, 0) - value(-1, 1);
  const along = value(-1, 1) + 2 * value(0, 1) + value(1, 1) - value(-1, -1) - 2 * value(0, -1) - value(1, -1);
  return Math.abs(across) >= 56 && Math.abs(across) >= 2 * Math.abs(along) ? Math.sign(across) : 0;
}

/** The length of the longest upright edge through a column: every pixel of every line that leans by up to 16 degrees is looked at. */
function longestThrough(raster: Raster, column: number): number {
  let longest = 0;
  for (let degrees = -16; degrees <= 16; degrees++) {
    const slope = Math.tan((degrees * Math.PI) / 180);
    for (const sign of [-1, 1]) {
      let [from, last] = [0, -raster.heightPx];
      for (let y = 0; y < raster.heightPx; y++) {
        const x = column + Math.floor((y - raster.heightPx / 2) * slope + 0.5);
        if (stepAt(raster, x, y) !== sign) continue;
        if (y - last > 3) from = y;
        last = y;
        longest = Math.max(longest, (y - from) * Math.hypot(1, slope));
      }
    }
  }
  return longest;
}

test('upright edges are those that a look at every pixel of every line finds', () => {
  const random = createRandom(26);
  let found = 0;
  for (let round = 0; round < 12; round++) {
    const raster = drawEdges(random);
    const leastPx = random.number(5, 0.8 * raster.heightPx);
    const wanted = Array.from({ length: raster.widthPx }, (_, column) => longestThrough(raster, column));
    const edges = findUprightEdges(raster, leastPx);
    expect(edges.map(({ lengthPx }) => lengthPx)).toEqual(wanted.filter((px) => px > 0 && px >= leastPx));
    found += edges.length;
  }
  expect(found).toBeGreaterThan(50);
});
