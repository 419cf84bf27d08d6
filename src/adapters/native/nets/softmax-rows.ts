/** Converts logits of `frames` rows of `classes` values to probabilities, row by row. */
export function softmaxRows(logits: Float32Array, frames: number, classes: number): Float32Array {
  const out = new Float32Array(frames * classes);
  for (let frame = 0; frame < frames; frame++) {
    const from = frame * classes;
    const to = from + classes;
    let highest = -Infinity;
    for (let i = from; i < to; i++) highest = Math.max(highest, logits[i] ?? 0);
    let sum = 0;
    for (let i = from; i < to; i++) {
      const value = Math.exp((logits[i] ?? 0) - highest);
      out[i] = value;
      sum += value;
    }
    for (let i = from; i < to; i++) out[i] = (out[i] ?? 0) / sum;
  }
  return out;
}
