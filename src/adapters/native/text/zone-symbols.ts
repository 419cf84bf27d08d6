import type { LineFrames } from '../../../domain/mrz/decode-line.ts';
import { mrzSymbolCount, mrzSymbols } from '../../../domain/mrz/symbols.ts';
import type { FrameAnswers } from '../nets/frame-probabilities.ts';

/** Characters that a recogniser of any print reads instead of a filler. */
const fillerLookalikes = '<《〈＜く≤«‹({';

/** For each symbol, the classes of a recogniser of any print that stand for it: a filler's lookalikes, letters of either case. */
export function groupClasses(characters: readonly string[]): number[][] {
  return Array.from(mrzSymbols, (symbol) => {
    const spellings = symbol === '<' ? Array.from(fillerLookalikes) : [symbol, symbol.toLowerCase()];
    return characters.flatMap((character, index) => (character !== '' && spellings.includes(character) ? [index] : []));
  });
}

/**
 * The probabilities of the symbols of a zone in each frame. `blank` and `groups`: the places, in a frame's answer, of the blank and of the
 * classes of each symbol.
 */
export function foldClasses(
  { data, frames, width }: FrameAnswers,
  blank: number,
  groups: readonly (readonly number[])[],
): LineFrames {
  const folded = new Float32Array(frames * mrzSymbolCount);
  for (let frame = 0; frame < frames; frame++) {
    const from = frame * width;
    const to = frame * mrzSymbolCount;
    folded[to] = data[from + blank] ?? 0;
    groups.forEach((group, symbol) => {
      let sum = 0;
      for (const place of group) sum += data[from + place] ?? 0;
      folded[to + 1 + symbol] = sum;
    });
  }
  return { data: folded, frames };
}
