import { expect, test } from 'vitest';
import type { KindField } from '../../../src/domain/document-kinds/document-kind.ts';
import { kindKeyOf } from '../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import { listFieldReadings } from '../../../src/steps/document/field-readings.ts';
import { hasLookAlikeInAddress, hasLookAlikeInName } from '../../../src/steps/document/visual/look-alikes.ts';
import type { VisualField } from '../../../src/steps/document/visual/visual-field.ts';
import { textLine } from '../../support/documents/printed-document.ts';
import { kindOf, readPrint } from '../../support/documents/read-print.ts';

/** Every field of every kind, as the print alone says it. */
const fields = documentKinds.flatMap((kind) => kind.fields.map((field) => ({ kind, field })));

/** A value that is beyond doubt but for what its readers say of it. The rules of national numbers have their own tests. */
function readingOf(field: KindField, seen: Partial<VisualField>): VisualField {
  return {
    field: { ...field, rule: null },
    side: field.side,
    value: 'LOGROÑO 12',
    normalisedValue: null,
    confidence: 1,
    agreed: true,
    isReadTwice: true,
    repaired: false,
    ambiguous: false,
    lines: [],
    readFrom: [],
    ...seen,
  };
}

/** The names of fields that are beyond doubt under what their readers say. */
function sureFields(seen: Partial<VisualField>): string[] {
  return fields.flatMap(({ kind, field }) => {
    // A name in parts needs all of them.
    const parts = kind.fields.filter(({ name }) => name === field.name).map((part) => readingOf(part, seen));
    const found = listFieldReadings({
      mrz: null,
      zonePage: 0,
      barcode: null,
      visual: parts,
      kind: { ...kind, type: kind.type === 'proof-of-residency' ? 'national-id' : kind.type },
      areMarksRead: true,
      country: 'AQ',
    }).find(({ name }) => name === field.name);
    return found?.isDoubtful === false ? [`${kindKeyOf(kind)} ${field.name}`] : [];
  });
}

test('a value that only the print says is in doubt if two readers differ on it, however sure the first one is', () => {
  expect(fields.length).toBeGreaterThan(500);
  expect(sureFields({})).toHaveLength(fields.length);
  expect(sureFields({ agreed: false, isReadTwice: false })).toEqual([]);
});

test('a value that only the print says is in doubt below 0.95 if one reader read it alone, below 0.85 if both did', () => {
  expect(sureFields({ isReadTwice: false, confidence: 0.95 })).toHaveLength(fields.length);
  expect(sureFields({ isReadTwice: false, confidence: 0.94 })).toEqual([]);
  expect(sureFields({ confidence: 0.85 })).toHaveLength(fields.length);
  expect(sureFields({ confidence: 0.84 })).toEqual([]);
});

test('a name with a sign that no name has, and a text with an unpaired parenthesis, are in doubt', () => {
  const keysOf = (isAmong: (field: KindField) => boolean) =>
    fields.filter(({ field }) => isAmong(field)).map(({ kind, field }) => `${kindKeyOf(kind)} ${field.name}`);
  const sureOnly = (value: string, isAmong: (field: KindField) => boolean) =>
    expect([value, sureFields({ value })]).toEqual([value, keysOf(isAmong)]);
  for (const value of ["D'ARC-O’NEIL (LÓPEZ) I", 'ANNA/ANA PAUL·LA', 'J. R., VON ŻÓŁĆ']) sureOnly(value, () => true);
  for (const sign of '*|_=+<>[]{}!?#$%&@"«»~^:;•°©')
    for (const value of [`${sign}ZOÉ`, `ZOÉ${sign}`, `ZO${sign}É ANA`]) sureOnly(value, ({ form }) => form !== 'name');
  const isLettered = ({ form }: KindField) => ['text', 'name', 'address'].includes(form);
  for (const value of [')ZOÉ', 'ZOÉ (ANA', 'ZOÉ) ANA (EVA']) sureOnly(value, (field) => !isLettered(field));
});

/** A letter of a value in place of the digit that looks like it, and the other way round. */
const twins: Readonly<Record<string, string>> = { O: '0', I: '1', S: '5', B: '8', G: '6', '0': 'O', '1': 'I', '5': 'S', '8': 'B', '6': 'G' }; // prettier-ignore

/** The values with one such letter or digit exchanged, each in turn. */
function exchanged(values: readonly string[]): string[] {
  return values.flatMap((value) => {
    const letters = Array.from(value);
    return letters.flatMap((letter, at) => {
      const twin = twins[letter];
      return twin === undefined ? [] : [letters.with(at, twin).join('')];
    });
  });
}

const places = [
  'LOGROÑO',
  'BILBAO',
  'SANTIAGO DE COMPOSTELA',
  'GIESSEN',
  'STAROSTA ŚWIDNICKI',
  'J.T. MADRID 28',
  'DVLA',
];
const addresses = ['CALLE MAYOR 100, 26001 LOGROÑO', 'BOLTON ROAD 15, SOUTHBOROUGH', 'RUE DU 8 MAI 12B, 75001 PARIS'];

test('a letter in place of a digit that looks like it is a doubt in the name of a place or an authority', () => {
  for (const value of places) expect([value, hasLookAlikeInName(value)]).toEqual([value, false]);
  const words = exchanged(places.map((value) => value.replace(/\d/g, '')));
  expect(words.length).toBeGreaterThan(15);
  // A digit alone is no letter of a word.
  expect(words.filter((value) => !hasLookAlikeInName(value))).toEqual([]);
});

test('so is one within a word or a number of an address, except in its postal code', () => {
  const codes = ['26001', undefined, '75001'];
  for (const [index, address] of addresses.entries())
    expect([address, hasLookAlikeInAddress(address, codes[index])]).toEqual([address, false]);
  for (const [address, code] of [
    ['10 DOWNING STREET, LONDON SW1A 2AA', 'SW1A 2AA'],
    ['5TH AVENUE 12', undefined],
  ] as const)
    expect([address, hasLookAlikeInAddress(address, code)]).toEqual([address, false]);
  const doubts = [
    'CALLE BALB0A 12',
    'CALLE MAYOR 1O0',
    'CALLE MAYOR 1O',
    'CALLE MAYOR 15I, BILBAO',
    'RUE VICT0R HUGO 3',
    '1S5 MAIN STREET',
  ];
  for (const address of doubts) expect([address, hasLookAlikeInAddress(address, undefined)]).toEqual([address, true]);
});

test('a date is beyond doubt if both readers read it, although they differ in the place behind it', () => {
  const kind = kindOf('driving-license/ES/eu-model');
  const judge = (agreedStart?: string) => {
    const line = {
      ...textLine('3. 12.06.2005 ACORUÑA', 10, 10),
      agreed: false,
      ...(agreedStart !== undefined && { agreedStart }),
    };
    const visual = readPrint(kind, { lines: { front: [line], back: [] } });
    const found = listFieldReadings({
      mrz: null,
      zonePage: 0,
      barcode: null,
      visual,
      kind,
      areMarksRead: true,
      country: 'ES',
    });
    return ['dateOfBirth', 'placeOfBirth'].map((name) => {
      const reading = found.find((field) => field.name === name);
      return [reading?.normalisedValue ?? reading?.value, reading?.isDoubtful];
    });
  };
  expect(judge('3. 12.06.2005')).toEqual([
    ['2005-06-12', false],
    ['ACORUÑA', true],
  ]);
  expect(judge('3. 12.06')).toEqual([
    ['2005-06-12', true],
    ['ACORUÑA', true],
  ]);
  expect(judge('3. 13.06.2005')).toEqual([
    ['2005-06-12', true],
    ['ACORUÑA', true],
  ]);
  expect(judge()).toEqual([
    ['2005-06-12', true],
    ['ACORUÑA', true],
  ]);
});
