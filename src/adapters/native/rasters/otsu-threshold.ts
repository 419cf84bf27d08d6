/** The luminance that best separates a line's two kinds of pixels, print and paper (Otsu, 1979); null when they hardly differ. */
export function otsuThreshold(line: Float32Array): number | null {
  const histogram = new Float64Array(256);
  let sum = 0;
  for (const value of line) {
    const level = Math.max(0, Math.min(255, Math.round(value)));
    histogram[level] = (histogram[level] ?? 0) + 1;
    sum += level;
  }
  let [best, limit, below, belowSum, contrast] = [0, 0, 0, 0, 0];
  for (let level = 0; level < 255; level++) {
    below += histogram[level] ?? 0;
    belowSum += level * (histogram[level] ?? 0);
    const above = line.length - below;
    if (below === 0 || above === 0) continue;
    const difference = (sum - belowSum) / above - belowSum / below;
    const between = below * above * difference * difference;
    if (between > best) [best, limit, contrast] = [between, level + 0.5, difference];
  }
  return contrast < 30 ? null : limit;
}
