/**
 * Stretches luminance (0..255) so that the 3rd and the 97th percentile become 0 and 1, as in the training of our line recognisers; clips to
 * -0.3..1.3.
 */
export function stretchContrast(grey: Float32Array): Float32Array {
  const [low, high] = percentiles(grey, 0.03, 0.97);
  const gain = 1 / (high - low + 1e-3);
  const out = new Float32Array(grey.length);
  for (let i = 0; i < grey.length; i++) {
    const value = ((grey[i] ?? 0) - low) * gain;
    out[i] = value < -0.3 ? -0.3 : value > 1.3 ? 1.3 : value;
  }
  return out;
}

function percentiles(grey: Float32Array, lower: number, upper: number): [number, number] {
  const counts = new Uint32Array(256);
  let total = 0;
  // Every second pixel is enough for a percentile.
  for (let i = 0; i < grey.length; i += 2) {
    const bin = ((grey[i] ?? 0) + 0.5) | 0;
    counts[bin] = (counts[bin] ?? 0) + 1;
    total++;
  }
  return [percentile(counts, total * lower), percentile(counts, total * upper)];
}

function percentile(counts: Uint32Array, rank: number): number {
  let seen = 0;
  for (const [value, count] of counts.entries()) {
    seen += count;
    if (seen > rank) return value;
  }
  return 255;
}
