/** Light below this is noise, so its ratios say nothing. */
const darkest = 16;

/**
 * How far rows of a picture became lighter or darker relative to each other since the previous picture. For each row, the median logarithm
 * of the ratio of its values; minus the straight line through these medians (the camera's exposure, a shadow that crosses the picture);
 * then the root mean square over the rows. A screen that is filmed out of step with its refresh rate shows bands that roll over it, which
 * keep this value high; a person who moves changes less than half of most rows, and only now and then.
 */
export function bandingBetween(
  before: Uint8Array,
  now: Uint8Array,
  { width, height }: { width: number; height: number },
): number {
  const rows = new Float32Array(height);
  const ratios = new Float32Array(width);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column;
      ratios[column] = Math.log(((now[at] ?? 0) + darkest) / ((before[at] ?? 0) + darkest));
    }
    rows[row] = ratios.sort()[width >> 1] ?? 0;
  }
  return Math.sqrt(varianceAboutLine(rows));
}

function varianceAboutLine(values: Float32Array): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
  const slope = values.reduce((sum, value, index) => sum + value * (index - middle), 0) / Math.max(1, spread);
  return values.reduce((sum, value, index) => sum + (value - mean - slope * (index - middle)) ** 2, 0) / values.length;
}
