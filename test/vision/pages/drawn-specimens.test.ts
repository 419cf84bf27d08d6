import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PageReader, PageReading } from '../../../src/domain/ports/pages/page-reader.ts';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import { distort } from '../../../specimens/captures/distort.ts';
import { drawCardBack, drawLargeCard } from '../../../specimens/documents/draw-card.ts';
import { drawDocument } from '../../../specimens/documents/draw-document.ts';
import { drawPassport } from '../../../specimens/documents/draw-passport.ts';
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
}, 60_000);

const firstLines = (reading: PageReading) => reading.mrz?.first.lines;
const secondLines = (reading: PageReading) => reading.mrz?.second?.lines;

describe('a drawn document', { timeout: 60_000 }, () => {
  test('a passport is read exactly by both recognisers', () => {
    const { truth } = passport;
    expect(reading.mrz?.format).toBe('TD3');
    expect(firstLines(reading)).toEqual(truth.mrz);
    expect(secondLines(reading)).toEqual(truth.mrz);
  });

  test.each(
    sampleOf(
      [
        ['small', drawCardBack],
        ['large', drawLargeCard],
      ] as const,
      1,
    ),
  )('a %s card is read exactly', async (_size, draw) => {
    const { jpeg, truth } = await draw({ seed: 11 });
    const reading = await reader.read(jpeg);
    expect(reading.mrz?.format).toBe(truth.format);
    expect(firstLines(reading)).toEqual(truth.mrz);
  });

  // Each of them, of many documents: drawn-specimens.full.test.ts.
  test.each(sampleOf(['perspective', 'low-light'] as const, 1))(
    'a passport is read exactly in spite of %s',
    async (distortion) => {
      const { jpeg, truth } = await drawPassport({ seed: 5 });
      expect(firstLines(await reader.read(await distort(jpeg, distortion, 5)))).toEqual(truth.mrz);
    },
  );

  test.each(sampleOf([90, 180] as const, 1))(
    'a passport that was turned by %i degrees is turned back',
    async (degrees) => {
      const { jpeg, truth, widthPx, heightPx } = await drawPassport({ seed: 3 });
      const turned = await sharp(jpeg).rotate(degrees).jpeg({ quality: 92 }).toBuffer();
      const reading = await reader.read(turned);
      expect(reading.turnDegrees).toBe(360 - degrees);
      expect(firstLines(reading)).toEqual(truth.mrz);
      expect([reading.widthPx, reading.heightPx]).toEqual(degrees === 180 ? [widthPx, heightPx] : [heightPx, widthPx]);
      for (const [x, y] of reading.mrz?.box ?? []) {
        expect(x).toBeGreaterThan(-40);
        expect(x).toBeLessThan(reading.widthPx + 40);
        expect(y).toBeGreaterThan(-40);
        expect(y).toBeLessThan(reading.heightPx + 40);
      }
    },
  );

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

  test.each(sampleOf(['cedula', 'personalausweis'], 1))(
    'the front of a card whose zone is on the back (%s) has none, however much text it has',
    async (subtype) => {
      const kind = documentKinds.find((candidate) => candidate.subtype === subtype);
      if (kind === undefined) throw new Error('the catalogue has no such kind');
      const { sides } = await drawDocument(kind, { seed: 501 });
      const front = sides.find(({ side }) => side === 'front');
      const reading = await reader.read(front?.jpeg ?? Buffer.alloc(0));
      expect(reading.mrz).toBeNull();
    },
  );

  test('an answer names the models that took part and the time they took', () => {
    expect(reading.models.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['ocrb-line', 'pp-ocr-v4-text-detector', 'pp-ocr-v4-text-recogniser']),
    );
    expect(reading.recogniserMs).toBeGreaterThan(0);
    expect(reading.totalMs).toBeGreaterThan(0);
  });
});
