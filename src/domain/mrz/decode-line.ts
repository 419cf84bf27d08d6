import { alignExactly } from './ctc-alignment.ts';
import { classOfSymbol, mrzSymbolCount, mrzSymbols } from './symbols.ts';

/** Probabilities of a line: `frames` rows of `mrzSymbolCount` values, blank first, then the order of `mrzSymbols`. */
export interface LineFrames {
  data: Float32Array;
  frames: number;
  /** The length of the line in frames; the last frame may be partial. */
  framesAcross?: number;
}

export interface DecodedLine {
  /** Exactly as long as the alphabet requires. */
  text: string;
  /** The recogniser's confidence in each character, 0..1; see `decodeLine`. */
  confidences: number[];
  /** The frame in the middle of each character. */
  centres: number[];
  /** The middle of each character, as a share of the line's length. */
  middles: number[];
  /** Log probability of the best path through the frames, at most 0. */
  logLikelihood: number;
}

/** Keeps a single frame in which the model sees nothing from ruling out a whole line. */
const lowestProbability = 1e-7;

/**
 * The most likely text of exactly `alphabet.length` characters in which position `i` holds one of `alphabet[i]`. Null when there are too
 * few frames. The confidence of a character comes from the frames that are nearer to it than to its neighbours. It is the smaller of two
 * values: its best probability in any of these frames, and its share of everything except the blank in them. So the alphabet chooses among
 * characters but never raises a confidence: anything else that the recogniser saw there lowers it.
 */
export function decodeLine(line: LineFrames, alphabet: readonly string[]): DecodedLine | null {
  const allowed = alphabet.map((characters) => Array.from(characters, classOfSymbol));
  const alignment = alignExactly(toLogs(line), allowed);
  if (alignment === null) return null;
  const { classes, spans, logLikelihood } = alignment;
  const centres = spans.map(({ first, last }) => (first + last) / 2);
  return {
    text: classes.map((c) => mrzSymbols[c - 1] ?? '').join(''),
    confidences: classes.map((c, k) => confidenceOf(line, c, slotOf(centres, k, line.frames))),
    centres,
    middles: centres.map((centre) => (centre + 0.5) / (line.framesAcross ?? line.frames)),
    logLikelihood,
  };
}

/** The frames from halfway to the previous character to halfway to the next one; at the line's ends, a whole pitch. */
function slotOf(centres: readonly number[], k: number, frames: number): { first: number; last: number } {
  const centre = centres[k] ?? 0;
  const before = centres[k - 1] ?? 2 * centre - (centres[k + 1] ?? frames);
  const after = centres[k + 1] ?? 2 * centre - before;
  return {
    first: Math.max(0, Math.ceil((before + centre) / 2)),
    last: Math.min(frames - 1, Math.floor((centre + after) / 2)),
  };
}

function confidenceOf({ data }: LineFrames, c: number, { first, last }: { first: number; last: number }): number {
  let best = 0;
  let chosen = 0;
  let seen = 0;
  for (let frame = first; frame <= last; frame++) {
    const base = frame * mrzSymbolCount;
    const probability = data[base + c] ?? 0;
    if (probability > best) best = probability;
    chosen += probability;
    seen += 1 - (data[base] ?? 0);
  }
  return seen > 0 ? Math.min(best, chosen / seen, 1) : 0;
}

function toLogs({ data, frames }: LineFrames): Float64Array {
  const logs = new Float64Array(frames * mrzSymbolCount);
  for (let i = 0; i < logs.length; i++) logs[i] = Math.log(Math.max(lowestProbability, data[i] ?? 0));
  return logs;
}
