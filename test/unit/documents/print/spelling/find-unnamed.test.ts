import { expect, test } from 'vitest';
import { findUnnamed } from '../../../../../src/adapters/native/nets/find-unnamed.ts';

/** Classes: the blank, A, B, C and the space. */
const space = 4;
const paper = [0.99, 0.0025, 0.0025, 0.0025, 0.0025];
const [a, b] = [
  [0.02, 0.97, 0, 0, 0.01],
  [0.02, 0, 0.97, 0, 0.01],
];
const between = [0.02, 0, 0, 0, 0.98];
/** The blank is the likeliest class, and the characters together have this probability. */
const unsure = (share: number) => [1 - share, share / 2, share / 4, share / 4, 0];

function find(...frames: number[][]): number[] {
  const answers = frames.map((all) => [all.indexOf(Math.max(...all)), Math.max(...all), all[0] ?? 0, all[space] ?? 0]);
  return findUnnamed({ data: Float32Array.from(answers.flat()), frames: frames.length, width: 4 }, space);
}

test('a character that was seen and not named is found, with the number of characters before it', () => {
  expect(find(paper, unsure(0.45), paper, a, paper)).toEqual([0]);
  expect(find(a, paper, between, paper, unsure(0.45), paper, b)).toEqual([2]);
  expect(find(a, a, paper, a, paper, unsure(0.3))).toEqual([2]);
});

test('paper, spaces and the edges of a character are none, and one that was named is no other', () => {
  expect(find(paper, paper, between, paper)).toEqual([]);
  expect(find(a, unsure(0.45), paper)).toEqual([]);
  expect(find(paper, unsure(0.45), b, paper)).toEqual([]);
  expect(
    find(
      paper,
      [0.5, 0.5, 0, 0, 0].map((p, i) => (i === 1 ? 0.51 : p)),
      paper,
    ),
  ).toEqual([]);
  expect(find(paper, unsure(0.2), paper)).toEqual([]);
});
