import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PageReader, PageReading } from '../../../src/domain/ports/pages/page-reader.ts';
import { stampPage } from '../../../specimens/captures/stamp-page.ts';
import { drawCardBack, drawLargeCard } from '../../../specimens/documents/draw-card.ts';
import { drawPassport } from '../../../specimens/documents/draw-passport.ts';
import type { Specimen } from '../../../specimens/documents/draw-specimen.ts';
import { sampleOf } from '../../support/sample-of.ts';
import { openPageReader } from '../open-page-reader.ts';

/** Names and places with marks and spaces. */
const holder = { surname: 'Muñoz Gonçalves', givenNames: 'José María Inês', placeOfBirth: 'São Ostrów' };

let reader: PageReader;
let passport: Awaited<ReturnType<typeof drawPassport>>;
let reading: PageReading;
beforeAll(async () => {
  reader = await openPageReader();
  passport = await drawPassport({ seed: 4, holder });
  reading = await reader.read(passport.jpeg);
});

/** With the zone, and without most of the print that takes the time of a reading. */
function lowerPart({ jpeg, widthPx, heightPx }: Pick<Specimen, 'jpeg' | 'widthPx' | 'heightPx'>): Promise<Buffer> {
  const top = Math.round(heightPx * 0.6);
  return sharp(jpeg)
    .extract({ left: 0, top, width: widthPx, height: heightPx - top })
    .jpeg({ quality: 95 })
    .toBuffer();
}

const firstLines = (reading: PageReading) => reading.mrz?.first.lines;
const secondLines = (reading: PageReading) => reading.mrz?.second?.lines;

// In spite of every distortion, and of many documents: drawn-specimens.full.test.ts.
describe('a drawn document', () => {
  test('a passport is read exactly by both recognisers', () => {
    const { truth } = passport;
    expect(reading.mrz?.format).toBe('TD3');
    expect(firstLines(reading)).toEqual(truth.mrz);
    expect(secondLines(reading)).toEqual(truth.mrz);
  });

  const cards = [
    [90, 'small', drawCardBack],
    [180, 'large', drawLargeCard],
    [0, 'small', drawCardBack],
    [0, 'large', drawLargeCard],
  ] as const;
  test.each(sampleOf(cards, 1))(
    'turned by %i degrees, a %s card is turned back and read exactly',
    async (degrees, _size, draw) => {
      const { jpeg, truth, widthPx, heightPx } = await draw({ seed: 11 });
      const turned = degrees === 0 ? jpeg : await sharp(jpeg).rotate(degrees).jpeg({ quality: 92 }).toBuffer();
      const reading = await reader.read(turned);
      expect(reading.turnDegrees).toBe((360 - degrees) % 360);
      expect(reading.mrz?.format).toBe(truth.format);
      expect(firstLines(reading)).toEqual(truth.mrz);
      expect([reading.widthPx, reading.heightPx]).toEqual(degrees === 90 ? [heightPx, widthPx] : [widthPx, heightPx]);
      for (const [x, y] of reading.mrz?.box ?? []) {
        expect(x).toBeGreaterThan(-40);
        expect(x).toBeLessThan(reading.widthPx + 40);
        expect(y).toBeGreaterThan(-40);
        expect(y).toBeLessThan(reading.heightPx + 40);
      }
    },
  );

  test('each character of a zone is located to a fifth of its width', async () => {
    // Where `drawPassport` and OCR-B of size 1 put them.
    const [startPx, pitchPx] = [65, 25.4];
    const small = await sharp(await lowerPart(passport))
      .resize({ width: Math.round(passport.widthPx * 0.6) })
      .jpeg()
      .toBuffer();
    for (const { mrz, widthPx } of [reading, await reader.read(small)]) {
      const scale = widthPx / passport.widthPx;
      expect(mrz?.rows).toHaveLength(2);
      for (const { box, middles } of mrz?.rows ?? []) {
        const [[left], [right]] = box;
        const errors = middles.map(
          (middle, index) => ((left + (right - left) * middle) / scale - startPx) / pitchPx - (index + 0.5),
        );
        expect(errors).toHaveLength(44);
        expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.2);
      }
    }
  });

  test('the visual zone is read outside the machine-readable one', () => {
    const { truth } = passport;
    const texts = reading.lines.map(({ text }) => text);
    expect(texts).toContain(truth.fields.documentNumber);
    expect(texts).toContain(truth.fields.surname.toUpperCase());
    expect(texts.some((text) => text.includes('<<'))).toBe(false);
  });

  test('names and places have their marks and spaces', () => {
    const texts = reading.lines.map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(Object.values(holder).map((value) => value.toUpperCase())));
  });

  test('a zone is read exactly where a stamp across it leaves one line whole', async () => {
    const drawn = await drawPassport({ seed: 35 });
    const jpeg = await stampPage(drawn.jpeg, 35, { top: 0.8, bottom: 0.95 });
    const { mrz } = await reader.read(await lowerPart({ ...drawn, jpeg }));
    expect(mrz?.first.lines).toEqual(drawn.truth.mrz);
  });

  test('a page without a machine-readable zone gives none', async () => {
    const { jpeg, widthPx, heightPx } = passport;
    const upperPart = await sharp(jpeg)
      .extract({ left: 0, top: 0, width: widthPx, height: Math.round(heightPx * 0.72) })
      .jpeg()
      .toBuffer();
    const reading = await reader.read(upperPart);
    expect(reading.mrz).toBeNull();
    expect(reading.lines.length).toBeGreaterThan(10);
  });

  test('an answer names the models that took part and the time they took', () => {
    expect(reading.models.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['ocrb-line', 'pp-ocr-v4-text-detector', 'pp-ocr-v4-text-recogniser']),
    );
    expect(reading.recogniserMs).toBeGreaterThan(0);
    expect(reading.totalMs).toBeGreaterThan(0);
  });
});
