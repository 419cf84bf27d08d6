import { expect, test } from 'vitest';
import { hasLostSpace, hasMadeUpSpace } from '../../../../../src/adapters/native/spelling/word-gaps.ts';

const [width, height] = [300, 36];

/** Letters as dark bars, each with the gap in front of it, in pixels of a line of height 36. */
function line(gaps: readonly number[]): Float32Array {
  const pixels = new Float32Array(width * height).fill(230);
  let x = 6;
  for (const gap of gaps) {
    x += gap;
    for (let row = 10; row < 30; row++) pixels.fill(30, row * width + x, row * width + x + 12);
    x += 12;
  }
  return pixels;
}
const isLost = (gaps: readonly number[], text: string) => hasLostSpace(text, line(gaps), width, height);

test('a gap as wide as a space within a word is a space that was lost', () => {
  expect(isLost([0, 9, 3, 3, 3, 3, 3], 'ACORUNA')).toBe(true);
  expect(isLost([0, 3, 3, 9, 9, 3, 3, 3, 3, 3], '123 ACORUN')).toBe(true);
  // A line with a mark above its capitals is higher, and its gaps are fewer pixels.
  expect(isLost([0, 7, 3, 3, 3, 3, 3], 'ACORUNA')).toBe(true);
  expect(isLost([0, 6, 3, 3, 3, 3, 3], 'ACORUNA')).toBe(false);
});

test('spaces that were read, and letters that stand apart as letters do, are none', () => {
  expect(isLost([0, 9, 3, 3, 3, 3, 3], 'A CORUNA')).toBe(false);
  expect(isLost([0, 3, 5, 3, 5, 3, 3], 'ACORUNA')).toBe(false);
});

test('ink before the first letter of a part of a line is that of another word', () => {
  const isLostIn = (first: number | null) =>
    hasLostSpace('IVANOVA', line([0, 9, 3, 3, 3, 3, 3, 3]), width, height, first);
  expect(isLostIn(null)).toBe(true);
  // The second bar is the first letter, and a gap within its word is still a lost space.
  expect(isLostIn(33)).toBe(false);
  expect(hasLostSpace('IVANOVA', line([0, 9, 3, 9, 3, 3, 3, 3]), width, height, 33)).toBe(true);
  expect(isLostIn(12)).toBe(true);
});

test('digits and signs may stand further apart', () => {
  expect(isLost([0, 8, 8, 3, 9, 3, 3], '1112 ABC')).toBe(false);
});

test('a gap between a house number and its street is a space that was lost, and one elsewhere in them is none', () => {
  expect(isLost([0, 9, 3, 3], '9RUE')).toBe(true);
  expect(isLost([0, 3, 9, 3, 3, 9, 3], '12RUE AB')).toBe(true);
  expect(isLost([0, 9, 3, 3, 3, 9, 3], 'A RUES12')).toBe(true);
  expect(isLost([0, 3, 3, 3, 9], 'RUES1')).toBe(true);
  expect(isLost([0, 3, 9, 3], '9RUE')).toBe(false);
  expect(isLost([0, 9, 3, 3, 3], '12RUE')).toBe(false);
  // A part of the number, and a number with letters.
  expect(isLost([0, 9, 3], '1ER')).toBe(false);
  expect(isLost([0, 3, 3, 9, 3, 3, 3, 3], 'ABC12345')).toBe(false);
});

test('nothing is said of a line without contrast', () => {
  expect(hasLostSpace('ACORUNA', new Float32Array(width * height).fill(200), width, height)).toBe(false);
});

test('a space that one reader saw where letters stand as letters do is made up', () => {
  // Bars begin at 6: `AVE` is the first three, `NIDA` the four after the third gap.
  const words = [
    { text: 'AVE', from: 6, to: 48 },
    { text: 'NIDA', from: 51, to: 108 },
  ];
  const isMadeUp = (gap: number, spaces: number[]) =>
    hasMadeUpSpace(words, spaces, line([0, 3, 3, gap, 3, 3, 3]), width, height);
  expect(isMadeUp(3, [3])).toBe(true);
  expect(isMadeUp(7, [3])).toBe(false);
  // The check skips a space that both readers saw.
  expect(isMadeUp(3, [])).toBe(false);
});

test('a `J` that hangs below the line, to the left, fills no space', () => {
  const drawn = line([0, 3, 3, 7, 3, 3, 3]);
  for (const row of [30, 31]) drawn.fill(30, row * width + 48, row * width + 55);
  const isMadeUp = (text: string) => {
    const words = [
      { text: 'AVE', from: 6, to: 48 },
      { text, from: 51, to: 108 },
    ];
    return hasMadeUpSpace(words, [3], drawn, width, height);
  };
  expect([isMadeUp('JUNI'), isMadeUp('NIDA')]).toEqual([false, true]);
});
