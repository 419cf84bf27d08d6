import type { FrameAnswers, FrameProbabilities } from './frame-probabilities.ts';

export interface BestPath {
  classes: number[];
  /** The confidence of each character, and their mean. */
  confidences: number[];
  confidence: number;
}

/** The most likely class of each frame. Repeats merge into one character unless a blank (class 0) separates them. */
export function bestPath(line: FrameProbabilities): BestPath {
  return bestPathOf(likeliestClasses(line));
}

/** The same for what a net says of each frame in brief. */
export function bestPathOf({ data, frames, width }: FrameAnswers): BestPath {
  const path: number[] = [];
  const confidences: number[] = [];
  let previous = 0;
  for (let at = 0; at < frames * width; at += width) {
    const best = data[at] ?? 0;
    if (best !== 0 && best !== previous) {
      path.push(best);
      confidences.push(data[at + 1] ?? 0);
    }
    previous = best;
  }
  const sum = confidences.reduce((total, each) => total + each, 0);
  return { classes: path, confidences, confidence: path.length === 0 ? 0 : sum / path.length };
}

function likeliestClasses({ data, frames, classes }: FrameProbabilities): FrameAnswers {
  const answers = new Float32Array(2 * frames);
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
    answers[2 * frame] = best;
    answers[2 * frame + 1] = probability;
  }
  return { data: answers, frames, width: 2 };
}
