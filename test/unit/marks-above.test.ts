import { expect, test } from 'vitest';
import { countMarksAbove } from '../../src/adapters/native/marks-above.ts';

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
  expect(countMarksAbove(line(), width, height)).toBe(0);
  const dots = [14, 18].map((x) => ({ x, y: 5, width: 3, height: 3 }));
  expect(countMarksAbove(line(dots), width, height)).toBe(2);
});

test('takes neither specks nor the feet of the line above for marks', () => {
  expect(countMarksAbove(line([{ x: 14, y: 5, width: 2, height: 1 }]), width, height)).toBe(0);
  expect(countMarksAbove(line([{ x: 14, y: 0, width: 3, height: 5 }]), width, height)).toBe(0);
});

test('says nothing of a line without contrast or without room above it', () => {
  expect(countMarksAbove(new Float32Array(width * height).fill(200), width, height)).toBeNull();
  const highUp = [{ x: 4, y: 0, width: 110, height: 12 }];
  expect(countMarksAbove(line(highUp), width, height)).toBeNull();
});
