/**
 * How steep the edges of a picture are: the step from one pixel to the next in a row that only `share` of the steps exceed, as a share of
 * the picture's contrast. 0 for a picture without contrast. `grey` contains 0..255.
 */
export function edgeSteepness(grey: Float32Array, widthPx: number, heightPx: number, share: number): number {
  const steps = new Uint32Array(256);
  const values = new Uint32Array(256);
  for (let row = 0, at = 0; row < heightPx; row++) {
    for (let column = 0; column < widthPx; column++, at++) {
      const value = grey[at] ?? 0;
      count(values, value);
      if (column > 0) count(steps, Math.abs(value - (grey[at - 1] ?? 0)));
    }
  }
  const contrast = percentile(values, 0.97) - percentile(values, 0.03);
  return contrast < leastContrast ? 0 : percentile(steps, 1 - share) / contrast;
}

/** With less contrast between dark and bright parts, the steps are noise or compression and not print. */
const leastContrast = 8;

function count(histogram: Uint32Array, value: number): void {
  const bin = (value + 0.5) | 0;
  histogram[bin] = (histogram[bin] ?? 0) + 1;
}

function percentile(histogram: Uint32Array, share: number): number {
  const total = histogram.reduce((sum, value) => sum + value, 0);
  let seen = 0;
  for (const [value, inBin] of histogram.entries()) {
    seen += inBin;
    if (seen > total * share) return value;
  }
  return 255;
}
