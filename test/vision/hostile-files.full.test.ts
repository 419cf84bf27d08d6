import { expect, test } from 'vitest';
import { feedForeignPictures, feedPdfs, feedPictures, feedRecordings } from './hostile-files.ts';

test('9 700 mutated pictures get an answer each, and memory stays', { timeout: 900_000 }, async () => {
  const { answers, slowestMs, grownMb } = await feedPictures(9_700, 7);
  console.info(answers, `slowest ${slowestMs.toFixed(0)} ms, ${grownMb.toFixed(0)} MB`);
  expect(grownMb).toBeLessThan(200);
});

test('200 mutated HEIC, AVIF and TIFF pictures get an answer each', { timeout: 900_000 }, async () => {
  const { answers, slowestMs, grownMb } = await feedForeignPictures(200, 10);
  console.info(answers, `slowest ${slowestMs.toFixed(0)} ms, ${grownMb.toFixed(0)} MB`);
  expect(grownMb).toBeLessThan(200);
});

test('300 mutated PDFs get an answer each', { timeout: 900_000 }, async () => {
  const { answers, slowestMs, grownMb } = await feedPdfs(300, 8);
  console.info(answers, `slowest ${slowestMs.toFixed(0)} ms, ${grownMb.toFixed(0)} MB`);
  expect(grownMb).toBeLessThan(200);
});

test('300 mutated videos and sounds get an answer each', { timeout: 900_000 }, async () => {
  const { answers, slowestMs, grownMb } = await feedRecordings(300, 9);
  console.info(answers, `slowest ${slowestMs.toFixed(0)} ms, ${grownMb.toFixed(0)} MB`);
  expect(grownMb).toBeLessThan(200);
});
