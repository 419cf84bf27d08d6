import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import type { Raster } from './raster.ts';

/**
 * Rectifies a parallelogram of the raster to `widthPx` x `heightPx` luminance values (0..255, row by row). Samples are bilinear; where the
 * picture shrinks, each value is the mean of several samples, so that thin strokes do not vanish. Outside the raster, its border is
 * repeated. The fourth corner follows from the other three.
 */
export function sampleQuad(raster: Raster, quad: Quad, widthPx: number, heightPx: number): Float32Array {
  const [topLeft, topRight, , bottomLeft] = quad;
  const acrossX = (topRight[0] - topLeft[0]) / widthPx;
  const acrossY = (topRight[1] - topLeft[1]) / widthPx;
  const downX = (bottomLeft[0] - topLeft[0]) / heightPx;
  const downY = (bottomLeft[1] - topLeft[1]) / heightPx;
  const tapsAcross = tapCount(Math.hypot(acrossX, acrossY));
  const tapsDown = tapCount(Math.hypot(downX, downY));
  const out = new Float32Array(widthPx * heightPx);
  const share = 1 / (tapsAcross * tapsDown);

  for (let tapDown = 0; tapDown < tapsDown; tapDown++) {
    for (let tapAcross = 0; tapAcross < tapsAcross; tapAcross++) {
      const offsetAcross = (tapAcross + 0.5) / tapsAcross;
      const offsetDown = (tapDown + 0.5) / tapsDown;
      const startX = topLeft[0] + acrossX * offsetAcross + downX * offsetDown - 0.5;
      const startY = topLeft[1] + acrossY * offsetAcross + downY * offsetDown - 0.5;
      addSamples(raster, out, widthPx, heightPx, [startX, startY, acrossX, acrossY, downX, downY], share);
    }
  }
  return out;
}

function tapCount(stepPx: number): number {
  return Math.min(4, Math.max(1, Math.round(stepPx)));
}

function addSamples(
  { data, widthPx: rasterWidth, heightPx: rasterHeight }: Raster,
  out: Float32Array,
  widthPx: number,
  heightPx: number,
  [startX, startY, acrossX, acrossY, downX, downY]: readonly [number, number, number, number, number, number],
  share: number,
): void {
  const maxX = rasterWidth - 1.001;
  const maxY = rasterHeight - 1.001;
  for (let row = 0, at = 0; row < heightPx; row++) {
    let x = startX + downX * row;
    let y = startY + downY * row;
    for (let column = 0; column < widthPx; column++, at++, x += acrossX, y += acrossY) {
      const insideX = x < 0 ? 0 : x > maxX ? maxX : x;
      const insideY = y < 0 ? 0 : y > maxY ? maxY : y;
      const left = insideX | 0;
      const top = insideY | 0;
      const fx = insideX - left;
      const fy = insideY - top;
      const index = top * rasterWidth + left;
      // The indexes are always inside the raster, so the default value is never used.
      const a = data[index] ?? 0;
      const b = data[index + 1] ?? 0;
      const c = data[index + rasterWidth] ?? 0;
      const d = data[index + rasterWidth + 1] ?? 0;
      const upper = a + (b - a) * fx;
      const lower = c + (d - c) * fx;
      out[at] = (out[at] ?? 0) + (upper + (lower - upper) * fy) * share;
    }
  }
}
