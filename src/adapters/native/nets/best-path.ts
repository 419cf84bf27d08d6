import type { FrameProbabilities } from './frame-probabilities.ts';

/** The likeliest class of each frame. Repeats merge into one character unless a blank (class 0) separates them. */
export function bestPath({ data, frames, classes }: FrameProbabilities): { classes: number[]; confidence: number } {
  const path: number[] = [];
  let sum = 0;
  let previous = 0;
  for (let frame = 0; frame < frames; frame++) {
    const base = frame * classes;
    let best = 0;
    let probability = data[base] ?? 0;
    for (let i = 1; i < classes; i++) {
      const value = data[base + i] ?? 0;
      if (value > probability) {
        probability = value;
        best = i;
      }
    }
    if (best !== 0 && best !== previous) {
      path.push(best);
      sum += probability;
    }
    previous = best;
  }
  return { classes: path, confidence: path.length === 0 ? 0 : sum / path.length };
}
