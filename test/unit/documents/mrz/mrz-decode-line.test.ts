import { describe, expect, test } from 'vitest';
import { mrzAlphabets } from '../../../../src/domain/mrz/alphabet.ts';
import { decodeLine } from '../../../../src/domain/mrz/decode-line.ts';
import { mrzFormats, mrzShapes } from '../../../../src/domain/mrz/format.ts';
import { classOfSymbol, mrzSymbolCount } from '../../../../src/domain/mrz/symbols.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ<';
const digits = '0123456789';

/** Frames, given as what each one shows: a character, '-' for the blank, or several characters with their probabilities. */
function framesOf(...shown: (string | Record<string, number>)[]) {
  const data = new Float32Array(shown.length * mrzSymbolCount);
  for (const [frame, what] of shown.entries()) {
    for (const [symbol, probability] of Object.entries(typeof what === 'string' ? { [what]: 1 } : what)) {
      data[frame * mrzSymbolCount + (symbol === '-' ? 0 : classOfSymbol(symbol))] = probability;
    }
  }
  return { data, frames: shown.length };
}

describe('decodeLine', () => {
  test('folds frames into characters and keeps repeats that a blank separates', () => {
    const line = framesOf('A', 'A', '-', 'A', 'B', '-', '<', '-', '<');
    expect(decodeLine(line, [letters, letters, letters, letters, letters])?.text).toBe('AAB<<');
  });

  test('takes the likeliest character that the position allows', () => {
    const line = framesOf({ O: 0.7, '0': 0.3 }, '-', { O: 0.7, '0': 0.3 });
    expect(decodeLine(line, [letters, digits])?.text).toBe('O0');
  });

  test('keeps a confidence low where the alphabet overruled the recogniser', () => {
    const line = framesOf({ O: 0.9, '0': 0.1 }, '-', '7');
    const decoded = decodeLine(line, [digits, digits]);
    expect(decoded?.text).toBe('07');
    expect(decoded?.confidences[0]).toBeCloseTo(0.1);
    expect(decoded?.confidences[1]).toBeCloseTo(1);
  });

  test('lowers the confidence of a character next to which another one was seen', () => {
    const line = framesOf('A', '-', { M: 0.9, '-': 0.1 }, { H: 0.8, '-': 0.2 }, '-', 'B');
    const decoded = decodeLine(line, [letters, letters, letters]);
    expect(decoded?.text).toBe('AMB');
    expect(decoded?.confidences[1]).toBeLessThan(0.6);
  });

  test('returns exactly as many characters as asked for, and its likelihood says which number fits', () => {
    const line = framesOf('1', '-', '2', '-', '3', '-');
    const three = decodeLine(line, [digits, digits, digits]);
    const four = decodeLine(line, [digits, digits, digits, digits]);
    expect([three?.text.length, four?.text.length]).toEqual([3, 4]);
    expect(three?.logLikelihood).toBeGreaterThan(four?.logLikelihood ?? 0);
    expect(Math.min(...(four?.confidences ?? []))).toBeLessThan(0.01);
  });

  test('gives nothing when there are fewer frames than characters', () => {
    expect(decodeLine(framesOf('1', '2'), [digits, digits, digits])).toBeNull();
  });
});

describe('the alphabets', () => {
  test('have the shape of their format', () => {
    for (const format of mrzFormats) {
      const { lines, characters } = mrzShapes[format];
      expect(mrzAlphabets[format].map((line) => line.length)).toEqual(Array.from({ length: lines }, () => characters));
    }
  });
});
