import { expect, test } from 'vitest';
import { boxBehindLabelEnd } from '../../../../../src/adapters/native/spelling/label-end.ts';
import { cutLine } from '../../../../../src/adapters/native/spelling/line-cut.ts';
import { createLineSpeller } from '../../../../../src/adapters/native/spelling/line-speller.ts';
import { createPageMeter } from '../../../../../src/adapters/native/nets/page-meter.ts';
import { lineHeightPx, type SecondReading } from '../../../../../src/adapters/native/spelling/second-reader.ts';
import { wholeRaster } from '../../../../../src/adapters/native/rasters/quad.ts';
import type { Raster } from '../../../../../src/adapters/native/rasters/raster.ts';

const heightPx = 30;
const value = 'HEIDI';
const letter = { width: 12, gap: 4, height: 20 };
const endPx = 3;

/** A value of five letters as dark bars, and before it one narrow bar of a height, behind some paper. */
function drawValue(endHeight: number, gap: number, paper = 0): { raster: Raster; start: number } {
  const start = paper + endPx + gap;
  const widthPx = start + value.length * (letter.width + letter.gap) + 4;
  const data = new Uint8Array(widthPx * heightPx).fill(230);
  const bar = (left: number, width: number, height: number) => {
    for (let row = 25 - height; row < 25; row++) data.fill(30, row * widthPx + left, row * widthPx + left + width);
  };
  bar(paper, endPx, endHeight);
  for (let index = 0; index < value.length; index++)
    bar(start + index * (letter.width + letter.gap), letter.width, letter.height);
  return { raster: { data, widthPx, heightPx }, start };
}

/** Where the box of the value begins; null where the line has no end of a label. */
function startBehind({ endHeight = 12, gap = 16, end = '.' } = {}): number | null {
  const { raster, start } = drawValue(endHeight, gap);
  const box = wholeRaster(raster);
  const cut = cutLine(raster, box);
  return boxBehindLabelEnd(readingOf(end, cut.widthPx, start), cut, box)?.[0][0] ?? null;
}

/** As a second reader places its words in the cut line, which has room around the box. */
function readingOf(end: string, columns: number, start: number): SecondReading {
  const column = (x: number) => ((x + 0.2 * heightPx) * lineHeightPx) / (1.4 * heightPx);
  const middles = Array.from(value, (_, index) =>
    column(start + index * (letter.width + letter.gap) + letter.width / 2),
  );
  return {
    text: `${end} ${value}`,
    confidence: 0.5,
    words: [
      { text: end, from: 0, to: column(endPx), confidence: 0.5, middles: [column(1)] },
      { text: value, from: column(start), to: columns, confidence: 0.95, middles },
    ],
  };
}

test('a box with the end of a label or number begins where its value does', () => {
  for (const end of ['.', 'l', 'al', '1.']) expect(startBehind({ end })).toBeCloseTo(endPx + 16, -0.5);
});

test('a letter of the value stays: it is as high as the others, or no further away than a word', () => {
  expect(startBehind({ endHeight: letter.height })).toBeNull();
  expect(startBehind({ endHeight: 18 })).toBeNull();
  expect(startBehind({ gap: 7 })).toBeNull();
  expect(startBehind({ end: 'VAN' })).toBeNull();
});

test('so does a box with such an end that the second reader did not see, if it is cut by the edge', () => {
  const startBehindUnseen = ({ endHeight = 12, gap = 16, paper = 0 } = {}) => {
    const { raster, start } = drawValue(endHeight, gap, paper);
    const box = wholeRaster(raster);
    const cut = cutLine(raster, box);
    const { words } = readingOf('.', cut.widthPx, start);
    const seen = { text: value, confidence: 0.95, words: words.slice(1) };
    return boxBehindLabelEnd(seen, cut, box)?.[0][0] ?? null;
  };
  expect(startBehindUnseen()).toBeCloseTo(endPx + 16, -0.5);
  // What is whole within the box may be a letter that both readers lost.
  expect(startBehindUnseen({ paper: 8 })).toBeNull();
  expect(startBehindUnseen({ endHeight: letter.height })).toBeNull();
  expect(startBehindUnseen({ gap: 7 })).toBeNull();
});

test('readers agree on a value whose box has the end of its label, if they agree on it without that end', async () => {
  const spell = (again: string, endHeight = 12, isSeen = true) => {
    const { raster, start } = drawValue(endHeight, 16);
    const box = wholeRaster(raster);
    const whole = readingOf('l', cutLine(raster, box).widthPx, start);
    const unseen = { text: value, confidence: 0.95, words: whole.words.slice(1) };
    const words = whole.words.slice(1).map((word) => ({ ...word, text: again }));
    const readings: SecondReading[] = [isSeen ? whole : unseen, { text: again, confidence: 0.95, words }];
    const reader = { read: () => Promise.resolve(readings.shift() ?? null) };
    return createLineSpeller(reader).spell(raster, { text: value, box }, ['deu'], createPageMeter());
  };
  expect(await spell('HEIDI')).toMatchObject({ text: 'HEIDI', agreed: true });
  expect((await spell('HEIDI')).box?.[0][0]).toBeGreaterThan(endPx);
  expect(await spell('HELDI')).toMatchObject({ text: value, agreed: false });
  expect(await spell('HEIDI', letter.height)).toMatchObject({ agreed: false });
  expect(await spell('HEIDI', 12, false)).toMatchObject({ text: 'HEIDI', agreed: true });
  expect(await spell('HELDI', 12, false)).toMatchObject({ text: value, agreed: false });
  expect(await spell('HEIDI', letter.height, false)).toMatchObject({ agreed: false });
});
