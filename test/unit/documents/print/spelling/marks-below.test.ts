import { expect, test } from 'vitest';
import { hasOtherMarksBelow } from '../../../../../src/adapters/native/spelling/marks-below.ts';

const [width, height] = [120, 36];

/** A line turned by 180°: capitals as dark bars from row 10 to 30, with marks between them and the upper edge. */
function doubts(text: string, marks: readonly { x: number; y: number; height: number }[]): boolean | null {
  const pixels = new Float32Array(width * height).fill(230);
  const paint = (x: number, y: number, wide: number, high: number) => {
    for (let row = y; row < y + high; row++) pixels.fill(30, row * width + x, row * width + x + wide);
  };
  for (let x = 4; x < width - 8; x += 10) paint(x, 10, 6, 20);
  for (const mark of marks) paint(mark.x, mark.y, 3, mark.height);
  return hasOtherMarksBelow(text, pixels, width, height);
}

const comma = { x: 15, y: 4, height: 4 };
const ofNextLine = { x: 35, y: 1, height: 3 };
const ogonek = { x: 55, y: 6, height: 4 };

test('doubts a text without the comma, the cedilla or the ogonek that is printed below it, and one with too many', () => {
  expect(doubts('BRASOV', [comma])).toBe(true);
  expect(doubts('BRAȘOV', [comma])).toBe(false);
  expect(doubts('BRAȘOV', [])).toBe(true);
  expect(doubts('ĄZUOLAS', [comma, ogonek])).toBe(true);
  expect(doubts('ĄŽUOLŲ', [comma, ogonek])).toBe(false);
  expect(doubts('BESANÇON', [ogonek])).toBe(false);
  expect(doubts('BRASOV', [ofNextLine])).toBe(false);
});

test('expects what small letters, commas and some capitals have below them', () => {
  expect(doubts('Tirgu', [comma])).toBe(false);
  expect(doubts('Tirgu', [])).toBe(true);
  expect(doubts('Stan', [comma])).toBe(true);
  expect(doubts('Ștan', [comma])).toBe(false);
  expect(doubts('JONAS', [])).toBe(false);
  expect(doubts('JONAS', [comma])).toBe(false);
  expect(doubts('JONAS', [comma, ogonek])).toBe(true);
});

test('says so where the ink does not tell', () => {
  expect(hasOtherMarksBelow('BRASOV', new Float32Array(width * height).fill(200), width, height)).toBeNull();
});
