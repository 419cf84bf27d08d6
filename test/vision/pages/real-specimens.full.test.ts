import { beforeAll, describe, expect, test } from 'vitest';
import { createImageNormaliser } from '../../../src/adapters/native/captures/image-normaliser.ts';
import { parseMrz } from '../../../src/domain/mrz/parse-mrz.ts';
import type { PageReading } from '../../../src/domain/ports/pages/page-reader.ts';
import { openPageReader } from '../open-page-reader.ts';
import { listRealSpecimens } from '../real-specimens.ts';

const specimens = listRealSpecimens();

/** Ñ is printed in one zone against the rules; a reading can only hold what ICAO 9303 allows. */
const allowed = (lines: readonly string[]) => lines.map((line) => line.replaceAll('Ñ', 'N'));

describe.skipIf(specimens.length === 0)('real specimens', () => {
  const readings = new Map<string, PageReading>();
  beforeAll(async () => {
    const reader = await openPageReader();
    const normaliser = createImageNormaliser();
    for (const { file, picture } of specimens) {
      const normalised = await normaliser.normalise(picture);
      if ('fault' in normalised) throw new Error(`${file}: ${normalised.fault}`);
      readings.set(file, await reader.read(normalised.image.jpeg));
    }
  }, 240_000);

  const isExact = (file: string, mrz: readonly string[]) =>
    readings.get(file)?.mrz?.first.lines.join() === allowed(mrz).join();

  test('are read exactly, all but one that is tiny and one with letters that ICAO 9303 does not know', () => {
    const missed = specimens.filter(({ file, mrz }) => !isExact(file, mrz)).map(({ file }) => file);
    expect(missed).toEqual(['0_id-esp.png', '27_pass-gbr.jpg']);
  });

  test('are taken for the format that they have', () => {
    for (const { file, docType } of specimens) expect([file, readings.get(file)?.mrz?.format]).toEqual([file, docType]);
  });

  test('are never wrong with both recognisers in agreement and every check digit fitting', () => {
    for (const { file, mrz } of specimens) {
      const zone = readings.get(file)?.mrz;
      if (zone === null || zone === undefined || isExact(file, mrz)) continue;
      const { checkDigits } = parseMrz(zone.format, zone.first.lines, new Date('2026-01-01T00:00:00Z'));
      const isAgreed = zone.second?.lines.join() === zone.first.lines.join();
      expect([file, isAgreed && checkDigits.every(({ valid }) => valid)]).toEqual([file, false]);
    }
  });

  test('with wrong check digits in print do not pass them', () => {
    for (const { file, printedInvalid } of specimens) {
      const zone = readings.get(file)?.mrz;
      if (!printedInvalid || zone === null || zone === undefined) continue;
      const { checkDigits } = parseMrz(zone.format, zone.first.lines, new Date('2026-01-01T00:00:00Z'));
      expect([file, checkDigits.some(({ valid }) => !valid)]).toEqual([file, true]);
    }
  });

  test('give a wrong character a low confidence', () => {
    for (const { file, mrz } of specimens) {
      const first = readings.get(file)?.mrz?.first;
      if (first === undefined || isExact(file, mrz)) continue;
      const right = allowed(mrz);
      for (const [row, line] of first.lines.entries()) {
        for (const [column, symbol] of Array.from(line).entries()) {
          if (symbol === right[row]?.charAt(column)) continue;
          expect([file, row, column, (first.confidences[row]?.[column] ?? 1) < 0.95]).toEqual([
            file,
            row,
            column,
            true,
          ]);
        }
      }
    }
  });
});
