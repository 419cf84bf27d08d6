import { describe, expect, it } from 'vitest';
import { alignExactly } from '../../../../src/domain/mrz/ctc-alignment.ts';
import { mrzSymbolCount } from '../../../../src/domain/mrz/symbols.ts';
import { createRandom, type Random } from '../../../../specimens/drawing/create-random.ts';

interface Line {
  characters: number;
  /** Frames for each character, of which those in the middle show it. */
  framesEach: number;
  /** How much every other class shows in each frame, at most: 0 for a sure net. */
  noise: number;
  /** Characters that the position's alphabet expects more than the line shows; negative for fewer. */
  surplus: number;
}

const lines: Record<string, Line> = {
  'a sharp line': { characters: 30, framesEach: 7, noise: 0.01, surplus: 0 },
  'a blurred line': { characters: 30, framesEach: 7, noise: 0.3, surplus: 0 },
  'frames that show nothing': { characters: 30, framesEach: 5, noise: 30, surplus: 0 },
  'more characters than the line shows': { characters: 24, framesEach: 7, noise: 0.01, surplus: 6 },
  'far more characters than the line shows': { characters: 12, framesEach: 9, noise: 0.001, surplus: 18 },
  'fewer characters than the line shows': { characters: 30, framesEach: 7, noise: 0.01, surplus: -6 },
  'hardly enough frames': { characters: 30, framesEach: 1, noise: 0.5, surplus: 0 },
};

describe('alignExactly', () => {
  it.each(Object.entries(lines))('finds the best of all alignments: %s', (_name, line) => {
    const random = createRandom(5);
    for (let round = 0; round < 8; round++) {
      const { logs, allowed } = drawLine(line, random);
      const best = likelihoodOf(logs, allowed);
      const found = alignExactly(logs, allowed);
      if (best === -Infinity) expect(found).toBeNull();
      else expect(found?.logLikelihood).toBeCloseTo(best, 6);
    }
  });

  it('gives the same answer for a short line after a long one, whose steps it kept', () => {
    const random = createRandom(6);
    const [short, long] = [lines['hardly enough frames'], lines['a blurred line']].map((line) => {
      if (line === undefined) throw new Error('no such line');
      return drawLine(line, random);
    });
    if (short === undefined || long === undefined) throw new Error('no lines');
    const before = alignExactly(short.logs, short.allowed);
    alignExactly(long.logs, long.allowed);
    expect(alignExactly(short.logs, short.allowed)).toEqual(before);
  });
});

function drawLine({ characters, framesEach, noise, surplus }: Line, random: Random) {
  const shown = Array.from({ length: characters }, () => random.integer(1, mrzSymbolCount - 1));
  const allowed = Array.from({ length: characters + surplus }, (_, k) => {
    const other = random.integer(1, mrzSymbolCount - 1);
    return [...new Set([shown[k] ?? other, other, 1 + ((k * 7) % (mrzSymbolCount - 1))])];
  });
  const logs = new Float64Array(characters * framesEach * mrzSymbolCount);
  for (let frame = 0; frame < characters * framesEach; frame++) {
    const isMiddle = framesEach === 1 || (frame % framesEach > 1 && frame % framesEach < framesEach - 1);
    const shows = isMiddle ? (shown[Math.floor(frame / framesEach)] ?? 0) : 0;
    const weights = Array.from(
      { length: mrzSymbolCount },
      (_, c) => noise * random.number(0, 1) ** 4 + (c === shows ? 1 : 0),
    );
    const sum = weights.reduce((a, b) => a + b, 0);
    weights.forEach((weight, c) => (logs[frame * mrzSymbolCount + c] = Math.log(Math.max(1e-7, weight / sum))));
  }
  return { logs, allowed };
}

/** The highest log likelihood by the plain recursion: every state of the frame before, for every state. */
function likelihoodOf(logs: Float64Array, allowed: readonly (readonly number[])[]): number {
  const states = [{ k: -1, c: 0 }, ...allowed.flatMap((classes, k) => [...classes, 0].map((c) => ({ k, c })))];
  const follows = (from: { k: number; c: number }, to: { k: number; c: number }) => {
    if (to.c === 0) return from.k === to.k;
    if (from.k === to.k) return from.c === to.c;
    return from.k === to.k - 1 && from.c !== to.c;
  };
  const before = states.map((to) => states.flatMap((from, index) => (follows(from, to) ? [index] : [])));
  let scores = states.map(({ k }) => (k < 0 ? 0 : -Infinity));
  for (let row = 0; row < logs.length; row += mrzSymbolCount) {
    scores = states.map(({ c }, to) => {
      const best = Math.max(...(before[to] ?? []).map((from) => scores[from] ?? -Infinity));
      return best + (logs[row + c] ?? -Infinity);
    });
  }
  return Math.max(
    ...states.map(({ k }, index) => (k === allowed.length - 1 ? (scores[index] ?? -Infinity) : -Infinity)),
  );
}
