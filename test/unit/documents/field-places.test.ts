import { describe, expect, it, test } from 'vitest';
import { kindKeyOf } from '../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import type { PageReading, Quad, TextLine } from '../../../src/domain/ports/pages/page-reader.ts';
import { documentFieldSchema } from '../../../src/steps/document/field-schema.ts';
import type { FieldPlace } from '../../../src/steps/document/field-place.ts';
import { documentStep } from '../../../src/steps/document/index.ts';
import { documentResultSchema } from '../../../src/steps/document/page-result-schema.ts';
import { layOutPage } from '../../../src/steps/document/visual/page-layout.ts';
import { readVisualFields } from '../../../src/steps/document/visual/read-visual-fields.ts';
import { evaluate, expired, names, readingOf, today, wholePrint } from '../../support/documents/evaluated-page.ts';
import { makeUpDocument, pictureIds, storeDocument } from '../../support/documents/made-up-document.ts';
import { textLine } from '../../support/documents/printed-document.ts';

interface Placed {
  source: string;
  value: string;
  place?: FieldPlace;
}
type Fields = Partial<Record<string, Placed>>;
const fieldsOf = (record: unknown) => (record as { fields: Fields }).fields;

const zoneBox: Quad = [
  [100, 1400],
  [1900, 1400],
  [1900, 1500],
  [100, 1500],
];
const barcodeBox: Quad = [
  [400, 1200],
  [1600, 1200],
  [1600, 1300],
  [400, 1300],
];

describe.each(documentKinds.map((kind) => [kindKeyOf(kind), kind] as const))('%s', (_key, kind) => {
  const document = makeUpDocument(kind);
  const stored = storeDocument(kind, document, (reading) => ({
    ...reading,
    mrz: reading.mrz && { ...reading.mrz, box: zoneBox },
    barcodes: reading.barcodes.map((barcode) => ({ ...barcode, box: barcodeBox })),
  }));
  const { outcome } = documentStep.evaluate({
    config: { accept: [kind.mustBeNamed ? { type: kind.type, subtypes: [kind.subtype] } : { type: kind.type }] },
    input: { documentType: kind.type, ...(kind.type === 'proof-of-residency' && { country: 'BR' }) },
    stored: { kind: 'done', result: documentResultSchema.parse(stored) },
    at: today,
    earlier: [],
  });
  const lines = kind.sides.flatMap((side) => document.printed.lines[side].map((line) => ({ ...line, side })));

  it('stores with every field where it was read: its lines, its part of the zone, or the barcode', () => {
    const fields = Object.entries(fieldsOf(outcome.record));
    expect(fields.length).toBeGreaterThan(0);
    for (const [name, field] of fields) {
      expect([name, field?.place]).not.toEqual([name, undefined]);
      if (field?.source === 'mrz') expect(isWithin(field.place, zoneBox)).toBe(true);
      if (field?.source === 'barcode')
        expect(field.place?.box).toEqual({ x: 0.2, y: 0.75, width: 0.6, height: 0.0625 });
    }
    let found = 0;
    for (const { field, lines: texts } of document.printed.values) {
      const read = fieldsOf(outcome.record)[field.name];
      const printed = texts.map((text) => lines.filter((line) => line.text === text));
      // Values that share a line with others cannot be compared with a line.
      if (read?.source !== 'visual' || printed.some((line) => line.length !== 1)) continue;
      const others = kind.fields.filter((other) => other !== field);
      if (others.some(({ name, labels }) => name === field.name || labels[0] === field.labels[0])) continue;
      found += 1;
      expect([field.name, read.place]).toEqual([field.name, placeOfLines(printed.flat())]);
    }
    if (kind.mrz === null && kind.barcodes.length === 0) expect(found).toBeGreaterThan(0);
  });
});

function placeOfLines(lines: readonly (TextLine & { side: 'front' | 'back' })[]): FieldPlace {
  const points = lines.flatMap(({ box }) => box);
  const xs = points.map(([x]) => x / 2000);
  const ys = points.map(([, y]) => y / 1600);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const close = (value: number) => expect.closeTo(value, 3) as number;
  const box = { x: close(x), y: close(y), width: close(Math.max(...xs) - x), height: close(Math.max(...ys) - y) };
  return { mediaId: pictureIds[lines[0]?.side ?? 'front'], box, turnDegrees: 0 };
}

function isWithin(place: FieldPlace | undefined, [[left, top], , [right, bottom]]: Quad): boolean {
  if (place === undefined) return false;
  const { x, y, width, height } = place.box;
  const slack = 0.001;
  return (
    x * 2000 >= left - slack &&
    y * 1600 >= top - slack &&
    (x + width) * 2000 <= right + 1 &&
    (y + height) * 1600 <= bottom + 1
  );
}

describe('the place of a field', () => {
  const placesOf = (change: (reading: PageReading) => PageReading) => {
    const page = { mediaId: pictureIds.back, kind: 'document-front', codes: [], fault: null };
    const { outcome } = documentStep.evaluate({
      config: { accept: [{ type: 'passport' }] },
      input: { documentType: 'passport' },
      stored: { kind: 'done', result: { pages: [{ ...page, reading: change(readingOf({})) }], durationMs: 900 } },
      at: today,
      earlier: [],
    });
    return fieldsOf(outcome.record);
  };
  /** The zone of the page is 1250 pixels wide and ends at its lower edge, 80 of 880 high. */
  const row = 40 / 880;

  test('in a zone is its own characters, without the fillers behind them', () => {
    const places = placesOf((reading) => reading);
    expect(places.documentNumber?.place).toEqual({
      mediaId: pictureIds.back,
      box: {
        x: 0,
        y: expect.closeTo(1 - row, 3) as number,
        width: expect.closeTo(9 / 44, 3) as number,
        height: expect.closeTo(row, 3) as number,
      },
      turnDegrees: 0,
    });
    const given = places.givenNames?.place?.box;
    expect(given).toMatchObject({
      x: expect.closeTo(15 / 44, 3) as number,
      width: expect.closeTo(10 / 44, 3) as number,
    });
    expect(given?.y).toBeCloseTo(1 - 2 * row, 3);
  });

  test('in a zone is where the recogniser saw the characters, no matter how wide the margins of the zone’s box are', () => {
    // Characters of 20 pixels from the 250th pixel on, in boxes of 1250.
    const middles = Array.from({ length: 44 }, (_, index) => (250 + 20 * (index + 0.5)) / 1250);
    const rowAt = (top: number): { box: Quad; middles: number[] } => ({
      middles,
      box: [
        [0, top],
        [1250, top],
        [1250, top + 30],
        [0, top + 30],
      ],
    });
    const places = placesOf((reading) => ({
      ...reading,
      mrz: reading.mrz && { ...reading.mrz, rows: [rowAt(805), rowAt(845)] },
    }));
    const close = (value: number) => expect.closeTo(value, 3) as number;
    // The first nine characters of the lower line, and those from the 15th on of the upper one.
    expect(places.documentNumber?.place?.box).toEqual({
      x: close(0.2),
      y: close(845 / 880),
      width: close((9 * 20) / 1250),
      height: close(30 / 880),
    });
    expect(places.givenNames?.place?.box).toMatchObject({
      x: close((250 + 15 * 20) / 1250),
      y: close(805 / 880),
      width: close((10 * 20) / 1250),
    });
  });

  test('is in the picture as it is stored, with the turn that makes its text upright', () => {
    const turned = placesOf((reading) => ({ ...reading, turnDegrees: 90 }));
    expect(turned.documentNumber?.place).toMatchObject({ turnDegrees: 90, box: { x: 0 } });
  });

  test('ends at the edge of the picture, and is missing where all of it is outside', () => {
    const move = (by: number) => (reading: PageReading) => ({
      ...reading,
      mrz: reading.mrz && { ...reading.mrz, box: reading.mrz.box.map(([x, y]) => [x, y + by]) as unknown as Quad },
    });
    const cut = placesOf(move(20)).documentNumber?.place?.box;
    expect((cut?.y ?? 0) + (cut?.height ?? 0)).toBeLessThanOrEqual(1);
    expect(placesOf(move(500)).documentNumber).not.toHaveProperty('place');
  });

  test('is missing for a PDF, of which no picture is kept', () => {
    expect(Object.values(placesOf((reading) => ({ ...reading, source: 'pdf' }))).map((field) => field?.place)).toEqual(
      Object.values(placesOf((reading) => reading)).map(() => undefined),
    );
  });

  test('is missing in records that are older than it, and these are still valid', () => {
    const old = { value: '740812', label: 'Date of birth', confidence: 0.99, source: 'mrz', repaired: false };
    expect(documentFieldSchema.parse(old)).toEqual(old);
  });

  test('is stored for each compared source, except those that no line holds', () => {
    const { outcome } = evaluate({});
    const check = outcome.checks.find(({ id }) => id === 'cross-check');
    const { comparisons } = check?.data as { comparisons: { readings: Placed[] }[] };
    const readings = comparisons.flatMap((compared) => compared.readings);
    expect(readings.filter(({ source }) => source === 'mrz').every(({ place }) => place !== undefined)).toBe(true);
    // These lines have no labels: an equal text does not say which line the value came from.
    expect(readings.some(({ source, place }) => source === 'visual' && place === undefined)).toBe(true);
  });

  test('is not the zone’s for a date that only the print has', () => {
    const printed = [...wholePrint, '15 APR 2022'];
    const check = evaluate({ lines: [names, expired], printed }).outcome.checks.find(({ id }) => id === 'cross-check');
    const { comparisons } = check?.data as { comparisons: { field: string; readings: Placed[] }[] };
    const [zone, print] = comparisons.find(({ field }) => field === 'dateOfExpiry')?.readings ?? [];
    expect([zone?.source, print?.source]).toEqual(['mrz', 'visual']);
    expect(zone?.place).toBeDefined();
    expect(print?.place).toBeUndefined();
  });

  test('of a value behind its label on one line is the part of the line with the value', () => {
    const kind = documentKinds.find(({ type, country }) => type === 'driving-license' && country === 'ES');
    if (kind === undefined) throw new Error('The catalogue has no Spanish licence');
    const text = '4b. 15.04.2032';
    const lines = [textLine(text, 100, 100)];
    const pages = [{ side: 'front' as const, lines: layOutPage({ lines }) }];
    const [value] = readVisualFields(kind, pages, today).filter(({ field }) => field.name === 'dateOfExpiry');
    const xs = value?.readFrom.flatMap(({ boxes }) => boxes.flat().map(([x]) => x)) ?? [];
    expect(Math.min(...xs)).toBeGreaterThan(105);
    expect(Math.max(...xs)).toBeCloseTo(100 + 11 * text.length, 3);
  });
});
