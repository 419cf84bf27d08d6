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
 * How far the best score of a position may lag behind the best of its frame before the position is left out, in nats. A character that is
 * skipped or invented costs some 16 where the net is sure (`log 1e-7`), so the best alignment is almost never left out.
 */
const usualLag = 24;
/** Sums of logarithms in another order differ by less. */
const rounding = 1e-6;

/**
 * The exact optimum over all CTC alignments of texts in which position `k` holds one of the classes `allowed[k]`: Viterbi over position and
 * class. A character fills one or more frames, and a repeated character needs a blank in between (Graves et al. 2006). `logs` holds
 * `mrzSymbolCount` log probabilities for each frame, blank first. Null when there are too few frames.
 */
export function alignExactly(logs: Float64Array, allowed: readonly (readonly number[])[]): Alignment | null {
  if (logs.length / mrzSymbolCount < allowed.length) return null;
  const { alignment, mostLeftOut } = align(logs, allowed, usualLag);
  const isExact = mostLeftOut < (alignment?.logLikelihood ?? impossible) - rounding;
  return isExact ? alignment : align(logs, allowed, Infinity).alignment;
}

/** `mostLeftOut`: no alignment through a position that was left out can have a higher log likelihood. */
function align(
  logs: Float64Array,
  allowed: readonly (readonly number[])[],
  lag: number,
): { alignment: Alignment | null; mostLeftOut: number } {
  const frames = logs.length / mrzSymbolCount;
  const length = allowed.length;
  // Scores after the current frame: class c at position k, and a blank after k characters.
  const held = new Float64Array(length * mrzSymbolCount).fill(impossible);
  const blank = new Float64Array(length + 1).fill(impossible);
  const leaders = createLeaders(length);
  const { heldSteps, blankSteps } = stepsFor(frames, length);
  const bestAfter = sumBestAfter(logs, frames);
  blank[0] = 0;
  let [lowest, highest, mostLeftOut] = [0, 0, -Infinity];

  const scoreOf = (k: number) => Math.max(blank[k] ?? impossible, leaders.firstScore[k + 1] ?? impossible);
  const leaveOut = (k: number, frame: number) => {
    const score = scoreOf(k);
    if (score > impossible / 2) mostLeftOut = Math.max(mostLeftOut, score + (bestAfter[frame + 1] ?? 0));
    held.fill(impossible, k * mrzSymbolCount, (k + 1) * mrzSymbolCount);
    blank[k] = impossible;
    leaders.firstScore[k + 1] = impossible;
    leaders.secondScore[k + 1] = impossible;
  };

  for (let frame = 0; frame < frames; frame++) {
    const row = frame * mrzSymbolCount;
    lowest = Math.max(lowest, length - (frames - frame));
    highest = Math.min(length, highest + 1);
    // From the last position to the first, so that the previous position still has the scores of the previous frame.
    for (let k = highest; k >= lowest; k--) {
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
        const steps = (frame * length + k) * mrzSymbolCount;
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
          heldSteps[steps + c] = step;
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
    let best = impossible;
    for (let k = lowest; k <= highest; k++) best = Math.max(best, scoreOf(k));
    while (lowest < highest && scoreOf(lowest) < best - lag) leaveOut(lowest++, frame);
    while (lowest < highest && scoreOf(highest) < best - lag) leaveOut(highest--, frame);
  }

  const lastScore = leaders.firstScore[length] ?? impossible;
  const blankScore = blank[length] ?? impossible;
  const logLikelihood = Math.max(lastScore, blankScore);
  if (logLikelihood <= impossible / 2) return { alignment: null, mostLeftOut };
  const end = blankScore > lastScore ? { k: length, c: stay } : { k: length - 1, c: leaders.first[length] ?? stay };
  return {
    alignment: { ...walkBack({ frames, length, heldSteps, blankSteps }, end), logLikelihood },
    mostLeftOut,
  };
}

/** For each frame, the highest log likelihood that it and those after it could give together; 0 after the last one. */
function sumBestAfter(logs: Float64Array, frames: number): Float64Array {
  const sums = new Float64Array(frames + 1);
  for (let frame = frames - 1; frame >= 0; frame--) {
    let best = impossible;
    for (let at = frame * mrzSymbolCount; at < (frame + 1) * mrzSymbolCount; at++) {
      best = Math.max(best, logs[at] ?? impossible);
    }
    sums[frame] = best + (sums[frame + 1] ?? 0);
  }
  return sums;
}

/** Every alignment reuses them, since only the steps that were written in this one are followed back. A page has dozens of alignments. */
let kept = { heldSteps: new Uint8Array(0), blankSteps: new Uint8Array(0) };

function stepsFor(frames: number, length: number): typeof kept {
  const [heldCount, blankCount] = [frames * length * mrzSymbolCount, frames * (length + 1)];
  if (kept.heldSteps.length < heldCount || kept.blankSteps.length < blankCount) {
    kept = { heldSteps: new Uint8Array(heldCount), blankSteps: new Uint8Array(blankCount) };
  }
  return kept;
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
