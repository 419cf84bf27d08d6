import { expect, test } from 'vitest';
import { contactSheetOf } from '../../../src/steps/recordings/contact-sheet.ts';

const pictureOf = (widthPx: number, heightPx: number, first: number) => ({
  widthPx,
  heightPx,
  rgb: Uint8Array.from({ length: widthPx * heightPx * 3 }, (_, index) => first + index),
});

test('a contact sheet shows every other pixel of every other line of each picture, four pictures to a row', () => {
  // 4 × 2 pixels, so 2 × 1 on the sheet: the first and the third pixel of the first line.
  const sheet = contactSheetOf([0, 24, 48, 72, 96].map((first) => pictureOf(4, 2, first)));
  expect([sheet?.widthPx, sheet?.heightPx]).toEqual([8, 2]);
  const shown = (first: number) => [0, 1, 2, 6, 7, 8].map((index) => first + index);
  const empty = Array.from({ length: 18 }, () => 0);
  expect([...(sheet?.rgb ?? [])]).toEqual([...[0, 24, 48, 72, 96].flatMap(shown), ...empty]);
});

test('there is no contact sheet without pictures', () => expect(contactSheetOf([])).toBeNull());
