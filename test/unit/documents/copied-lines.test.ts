import { describe, expect, it } from 'vitest';
import { findMostAlike } from '../../../src/adapters/native/surface/copied-lines.ts';
import { createRandom } from '../../../specimens/drawing/create-random.ts';

const [widthPx, heightPx] = [400, 200];
const letter = { width: 12, height: 18 };
/** Boxes of three lines of twelve letters, with a little paper around them. */
const lines = [20, 80, 140].map((top) => ({ left: 26, right: 30 + 12 * 14, top: top - 3, bottom: top + 21 }));

/** A page of noisy paper; a line of made-up letters, each a pattern of strokes that its number decides. */
function page(words: readonly (readonly number[])[], noise = 4) {
  const random = createRandom(5);
  const data = Uint8Array.from({ length: widthPx * heightPx }, () => 200 + random.integer(-noise, noise));
  for (const [row, word] of words.entries()) {
    for (const [place, shape] of word.entries()) drawLetter(data, 30 + place * 14, 20 + row * 60, shape, noise);
  }
  return { data, widthPx, heightPx };

  function drawLetter(into: Uint8Array, left: number, top: number, shape: number, grain: number) {
    const strokes = createRandom(shape + 100);
    const cells = Array.from({ length: 24 }, () => strokes.integer(0, 1) === 1);
    for (let y = 0; y < letter.height; y++) {
      for (let x = 0; x < letter.width; x++) {
        if (!(cells[Math.floor(y / 3) * 4 + Math.floor(x / 3)] ?? false)) continue;
        into[(top + y) * widthPx + left + x] = 60 + random.integer(-grain, grain);
      }
    }
  }
}

const word = (seed: number) => Array.from({ length: 12 }, (_, place) => (seed * 31 + place * 7) % 23);

describe('two lines of a page', () => {
  it('differ when they say different things', () => {
    expect(findMostAlike(page([word(1), word(2), word(3)]), lines)?.difference).toBeGreaterThan(0.6);
  });

  it('do not differ when one is a copy of the other, shifted by a pixel or two', () => {
    const raster = page([word(1), word(2), word(3)]);
    const copied = { ...raster, data: Uint8Array.from(raster.data) };
    for (let y = 0; y < 24; y++) {
      for (let x = 0; x < 170; x++) {
        copied.data[(138 + y) * widthPx + 28 + x] = raster.data[(17 + y) * widthPx + 26 + x] ?? 0;
      }
    }
    const found = findMostAlike(copied, lines);
    expect(found?.difference).toBeLessThan(0.1);
    expect([found?.one.top, found?.other.top].map((top) => Math.round((top ?? 0) / 60))).toEqual([0, 2]);
  });

  it('count as two if one letter of twelve differs, as in two dates', () => {
    const other = word(1).map((shape, place) => (place === 7 ? shape + 1 : shape));
    expect(findMostAlike(page([word(1), word(2), other]), lines)?.difference).toBeGreaterThan(0.6);
  });

  it('may say the same if one is under the other, as a birthplace and its province', () => {
    const raster = page([word(1)]);
    const [first] = lines;
    if (first === undefined) throw new Error('there are three');
    const copied = { ...raster, data: Uint8Array.from(raster.data) };
    copied.data.copyWithin((first.top + 26) * widthPx, first.top * widthPx, (first.top + 24) * widthPx);
    const below = { ...first, top: first.top + 26, bottom: first.bottom + 26 };
    expect(findMostAlike(copied, [first, below])).toBeNull();
    const farther = { ...first, top: first.top + 60, bottom: first.bottom + 60 };
    copied.data.copyWithin((first.top + 60) * widthPx, first.top * widthPx, (first.top + 24) * widthPx);
    expect(findMostAlike(copied, [first, farther])?.difference).toBe(0);
  });

  it('cannot be judged if they are small, alone or overlap', () => {
    const raster = page([word(1), word(2), word(3)]);
    const [first] = lines;
    if (first === undefined) throw new Error('there are three');
    expect(findMostAlike(raster, [first])).toBeNull();
    expect(findMostAlike(raster, [first, { ...first, left: first.left + 5 }])).toBeNull();
    expect(
      findMostAlike(
        raster,
        lines.map((line) => ({ ...line, bottom: line.top + 8 })),
      ),
    ).toBeNull();
    // Blank paper is not print that could be alike.
    expect(findMostAlike(page([]), lines)).toBeNull();
  });
});
