import type { FrameProbabilities } from './frame-probabilities.ts';

/** The most likely class of each frame. Repeats merge into one character unless a blank (class 0) separates them. */
export function bestPath({ data, frames, classes }: FrameProbabilities): {
  classes: number[];
  /** The confidence of each character, and their mean. */
  confidences: number[];
  confidence: number;
} {
  const path: number[] = [];
  const confidences: number[] = [];
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
      confidences.push(probability);
    }
    previous = best;
  }
  const sum = confidences.reduce((total, each) => total + each, 0);
  return { classes: path, confidences, confidence: path.length === 0 ? 0 : sum / path.length };
}
