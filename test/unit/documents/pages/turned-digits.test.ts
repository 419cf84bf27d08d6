import { expect, test } from 'vitest';
import type { Model } from '../../../../src/adapters/native/nets/model-store.ts';
import { createPageMeter } from '../../../../src/adapters/native/nets/page-meter.ts';
import { createTextDetector } from '../../../../src/adapters/native/text/text-detector.ts';
import type { Raster } from '../../../../src/adapters/native/rasters/raster.ts';

const sidePx = 320;
const raster: Raster = { data: new Uint8Array(sidePx * sidePx).fill(230), widthPx: sidePx, heightPx: sidePx };

/** The boxes of regions that a net marks where `isMarked` says so. */
function detectRegion(isMarked: (x: number, y: number) => boolean) {
  const data = Float32Array.from({ length: sidePx * sidePx }, (_, at) =>
    isMarked(at % sidePx, Math.floor(at / sidePx)) ? 0.9 : 0,
  );
  const run: Model['run'] = () => Promise.resolve({ data, dims: [1, 1, sidePx, sidePx], runMs: 1 });
  const runAll = () => Promise.reject(new Error('the first output is enough'));
  const model = { name: 'pp-ocr-v4-text-detector', sha256: '', antiSpoofing: null, run, runAll } satisfies Model;
  return createTextDetector(model).detect(raster, sidePx, createPageMeter());
}

test('the box of one character is upright, although its region is a diamond', async () => {
  const [box, ...others] = await detectRegion((x, y) => Math.abs(x - 150) + Math.abs(y - 100) <= 12);
  expect(others).toEqual([]);
  expect(box?.[0][1]).toBeCloseTo(box?.[1][1] ?? 0);
  expect(box?.[0][0]).toBeCloseTo(box?.[3][0] ?? 0);
  expect(box?.[0][0]).toBeLessThan(138);
  expect(box?.[1][0]).toBeGreaterThan(162);
});

test('the box of a line that leans leans as well', async () => {
  const [box] = await detectRegion((x, y) => x > 60 && x < 240 && Math.abs(y - 60 - 0.5 * (x - 60)) <= 8);
  expect((box?.[1][1] ?? 0) - (box?.[0][1] ?? 0)).toBeGreaterThan(60);
});
