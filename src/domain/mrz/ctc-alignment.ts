import { mrzSymbolCount } from './symbols.ts';

/** The best alignment of a text of fixed length with the frames of a line. */
export interface Alignment {
  /** The class of each character. */
  classes: number[];
  /** First and last frame of each character. */
  spans: { first: number; last: number }[];
  logLikelihood: number;
}

const impossible = -1e30;
/** Where each state came from in each frame, for walking back: from itself, from the blank, or from that class. */
const stay = 0;
const fromBlank = 255;

/**
 * The exact optimum over all CTC alignments of texts in which position `k` holds one of the classes `allowed[k]`: Viterbi over position and
 * class. A character fills one or more frames, and a repeated character needs a blank in between (Graves et al. 2006). `logs` holds
 * `mrzSymbolCount` log probabilities for each frame, blank first. Null when there are too few frames.
 */
export function alignExactly(logs: Float64Array, allowed: readonly (readonly number[])[]): Alignment | null {
  const frames = logs.length / mrzSymbolCount;
  const length = allowed.length;
  if (frames < length) return null;

  // Scores after the current frame: class c at position k, and a blank after k characters.
  const held = new Float64Array(length * mrzSymbolCount).fill(impossible);
  const blank = new Float64Array(length + 1).fill(impossible);
  const leaders = createLeaders(length);
  const heldSteps = new Uint8Array(frames * held.length);
  const blankSteps = new Uint8Array(frames * blank.length);
  blank[0] = 0;

  for (let frame = 0; frame < frames; frame++) {
    const row = frame * mrzSymbolCount;
    const fewest = Math.max(0, length - (frames - frame));
    // From the last position to the first, so that the previous position still has the scores of the previous frame.
    for (let k = Math.min(length, frame + 1); k >= fewest; k--) {
      const wasBlank = blank[k] ?? impossible;
      const leader = leaders.first[k] ?? stay;
      const leaderScore = leaders.firstScore[k] ?? impossible;
      const runnerUp = leaders.second[k] ?? stay;
      const runnerUpScore = leaders.secondScore[k] ?? impossible;
      const classes = allowed[k];
      if (classes !== undefined) {
        let first = stay;
        let second = stay;
        let firstScore = impossible;
        let secondScore = impossible;
        for (const c of classes) {
          const at = k * mrzSymbolCount + c;
          let score = held[at] ?? impossible;
          let step = stay;
          if (wasBlank > score) {
            score = wasBlank;
            step = fromBlank;
          }
          // A character may directly follow a different one, but not itself.
          const neighbourScore = leader === c ? runnerUpScore : leaderScore;
          if (neighbourScore > score) {
            score = neighbourScore;
            step = leader === c ? runnerUp : leader;
          }
          score += logs[row + c] ?? impossible;
          held[at] = score;
          heldSteps[frame * held.length + at] = step;
          if (score > firstScore) {
            second = first;
            secondScore = firstScore;
            first = c;
            firstScore = score;
          } else if (score > secondScore) {
            second = c;
            secondScore = score;
          }
        }
        leaders.first[k + 1] = first;
        leaders.firstScore[k + 1] = firstScore;
        leaders.second[k + 1] = second;
        leaders.secondScore[k + 1] = secondScore;
      }
      const ends = leaderScore > wasBlank;
      blankSteps[frame * blank.length + k] = ends ? leader : stay;
      blank[k] = (ends ? leaderScore : wasBlank) + (logs[row] ?? impossible);
    }
  }

  const lastScore = leaders.firstScore[length] ?? impossible;
  const blankScore = blank[length] ?? impossible;
  const logLikelihood = Math.max(lastScore, blankScore);
  if (logLikelihood <= impossible / 2) return null;
  const end = blankScore > lastScore ? { k: length, c: stay } : { k: length - 1, c: leaders.first[length] ?? stay };
  return { ...walkBack({ frames, length, heldSteps, blankSteps }, end), logLikelihood };
}

/** The two best classes of the previous position for each position, with their scores. */
function createLeaders(length: number) {
  return {
    first: new Uint8Array(length + 1),
    firstScore: new Float64Array(length + 1).fill(impossible),
    second: new Uint8Array(length + 1),
    secondScore: new Float64Array(length + 1).fill(impossible),
  };
}

/** Follows the steps back from the last frame to the first. A state with class 0 is the blank after `k` characters. */
function walkBack(
  steps: { frames: number; length: number; heldSteps: Uint8Array; blankSteps: Uint8Array },
  end: { k: number; c: number },
): Pick<Alignment, 'classes' | 'spans'> {
  const classes = new Array<number>(steps.length).fill(stay);
  const spans = classes.map(() => ({ first: 0, last: -1 }));
  let { k, c } = end;
  for (let frame = steps.frames - 1; frame >= 0; frame--) {
    if (c === stay) {
      c = steps.blankSteps[frame * (steps.length + 1) + k] ?? stay;
      if (c !== stay) k--;
      continue;
    }
    const span = spans[k];
    if (span !== undefined) {
      classes[k] = c;
      if (span.last < 0) span.last = frame;
      span.first = frame;
    }
    const step = steps.heldSteps[(frame * steps.length + k) * mrzSymbolCount + c] ?? stay;
    if (step === fromBlank) c = stay;
    else if (step !== stay) {
      c = step;
      k--;
    }
  }
  return { classes, spans };
}
