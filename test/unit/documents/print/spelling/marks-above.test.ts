import { expect, test } from 'vitest';
import { countMarksAbove, hasOtherMarks } from '../../../../../src/adapters/native/spelling/marks-above.ts';

const [width, height] = [120, 36];

/** A line of capitals as dark bars from row 10 to 30, with what else is printed. */
function line(marks: readonly { x: number; y: number; width: number; height: number }[] = []): Float32Array {
  const pixels = new Float32Array(width * height).fill(230);
  const paint = ({ x, y, width: w, height: h }: (typeof marks)[number]) => {
    for (let row = y; row < y + h; row++) pixels.fill(30, row * width + x, row * width + x + w);
  };
  for (let x = 4; x < width - 8; x += 10) paint({ x, y: 10, width: 6, height: 20 });
  marks.forEach(paint);
  return pixels;
}

test('counts what stands above capitals: the two dots of a U are two', () => {
  expect(countMarksAbove(line(), width, height)).toEqual({ least: 0, most: 0 });
  const dots = [14, 18].map((x) => ({ x, y: 5, width: 3, height: 3 }));
  expect(countMarksAbove(line(dots), width, height)).toEqual({ least: 2, most: 2 });
});

test('takes neither specks nor the feet of the line above for marks', () => {
  const none = { least: 0, most: 0 };
  expect(countMarksAbove(line([{ x: 14, y: 5, width: 2, height: 1 }]), width, height)).toEqual(none);
  expect(countMarksAbove(line([{ x: 14, y: 0, width: 3, height: 5 }]), width, height)).toEqual(none);
});

test('counts a mark that touches its letter, and one that hangs far above none, as perhaps a mark', () => {
  const touching = { x: 15, y: 5, width: 3, height: 5 };
  expect(countMarksAbove(line([touching]), width, height)).toEqual({ least: 0, most: 1 });
  const ofLineAbove = { x: 15, y: 1, width: 3, height: 3 };
  expect(countMarksAbove(line([ofLineAbove]), width, height)).toEqual({ least: 0, most: 1 });
});

test('doubts two dots that are one roof, and marks that nobody read', () => {
  const roof = { x: 14, y: 5, width: 6, height: 3 };
  const dots = [14, 17].map((x) => ({ x, y: 5, width: 2, height: 3 }));
  const doubts = (text: string, marks: Parameters<typeof line>[0]) =>
    hasOtherMarks(text, [], line(marks), width, height);
  expect(doubts('SIÄN', [roof])).toBe(true);
  expect(doubts('SIÂN', [roof])).toBe(false);
  expect(doubts('SIÄN', dots)).toBe(false);
  expect(doubts('INÁRRITU', [roof, { ...roof, x: 44 }])).toBe(true);
  expect(doubts('GUEMES', dots)).toBe(true);
  expect(doubts('ÇELEBI', [])).toBe(false);
});

test('finds a lost mark next to a quote, which may rise above the letters itself, as the caron of an L does', () => {
  const quote = { x: 21, y: 4, width: 2, height: 6 };
  const acute = { x: 14, y: 5, width: 3, height: 3 };
  const doubts = (text: string, marks: Parameters<typeof line>[0]) =>
    hasOtherMarks(text, [], line(marks), width, height);
  expect(doubts("O'BRIEN", [quote])).toBe(false);
  expect(doubts("O'BRIEN", [])).toBe(false);
  expect(doubts("O'BRIEN", [quote, acute])).toBe(true);
  expect(doubts('KRÁĽ', [acute])).toBe(false);
  expect(doubts('KRÁĽ', [acute, quote])).toBe(false);
  expect(doubts('KRÁĽ', [])).toBe(true);
});

test('looks at the words in capitals of a line with small letters, where their reader says that they stand', () => {
  const dots = [54, 58].map((x) => ({ x, y: 5, width: 3, height: 3 }));
  // The dot of an `i` in the label is no mark.
  const ink = line([...dots, { x: 15, y: 5, width: 3, height: 3 }]);
  const doubts = (text: string, places: { from: number; to: number }[]) =>
    hasOtherMarks(text, places, ink, width, height);
  const places = [
    { from: 4, to: 40 },
    { from: 44, to: 110 },
  ];
  expect(doubts('Calle GUEMES', places)).toBe(true);
  expect(doubts('Calle GÜEMES', places)).toBe(false);
  expect(doubts('Calle Guemes', places)).toBe(false);
  expect(doubts('Calle GUEMES', [])).toBe(false);
});

test('takes the tops of letters in a line that leans for no marks, and still finds a mark among them', () => {
  const leaning = (marks: readonly (readonly [x: number, y: number])[]) => {
    const pixels = new Float32Array(width * height).fill(230);
    const paint = (x: number, y: number, wide: number, high: number) => {
      for (let row = y; row < y + high; row++) pixels.fill(30, row * width + x, row * width + x + wide);
    };
    for (let x = 4; x < width - 8; x += 10) paint(x, 12 - Math.round(x / 30), 6, 20);
    for (const [x, y] of marks) paint(x, y, 4, 4);
    return pixels;
  };
  expect(hasOtherMarks('KARMENUSAAB', [], leaning([]), width, height)).toBe(false);
  expect(hasOtherMarks('KARMENUSAAB', [], leaning([[25, 6]]), width, height)).toBe(true);
});

test('says nothing of a line without contrast or without room above it', () => {
  expect(countMarksAbove(new Float32Array(width * height).fill(200), width, height)).toBeNull();
  const highUp = [{ x: 4, y: 0, width: 110, height: 12 }];
  expect(countMarksAbove(line(highUp), width, height)).toBeNull();
});

test('leaves out a word that the second reader saw in small letters: what rises above them are no marks', () => {
  const ascender = { x: 14, y: 4, width: 3, height: 8 };
  const dots = [64, 68].map((x) => ({ x, y: 5, width: 3, height: 3 }));
  const seen = (label: string) => [
    { text: label, from: 4, to: 50 },
    { text: 'KANYA', from: 54, to: 110 },
  ];
  expect(hasOtherMarks('NAME KANYA', seen('Name'), line([ascender]), width, height)).toBe(false);
  expect(hasOtherMarks('NAME KANYA', seen('NAME'), line([ascender]), width, height)).toBe(true);
  expect(hasOtherMarks('NAME KANYA', seen('Name'), line([ascender, ...dots]), width, height)).toBe(true);
});
