import { describe, expect, it } from 'vitest';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import type { TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import { findByZone } from '../../../../src/steps/document/visual/find-by-zone.ts';
import { layOutPage } from '../../../../src/steps/document/visual/page-layout.ts';
import { readVisualFields } from '../../../../src/steps/document/visual/read-visual-fields.ts';
import { textLine } from '../../../support/documents/printed-document.ts';

const today = new Date('2026-03-01T12:00:00Z');
const zone = [
  { name: 'familyNames', value: 'HANDRA', normalisedValue: 'HANDRA' },
  { name: 'givenNames', value: 'ROZALIA IRMA', normalisedValue: 'ROZALIA IRMA' },
  { name: 'documentNumber', value: 'BD0002028', normalisedValue: 'BD0002028' },
  { name: 'nationality', value: 'HUN', normalisedValue: 'HU' },
  { name: 'sex', value: 'F', normalisedValue: 'F' },
  { name: 'dateOfBirth', value: '780222', normalisedValue: '1978-02-22' },
  { name: 'dateOfExpiry', value: '220301', normalisedValue: '2022-03-01' },
] as const;

function find(lines: TextLine[]) {
  const kind = documentKinds.find(({ type }) => type === 'passport');
  if (kind === undefined) throw new Error('no passport');
  const pages = [{ side: null, lines: layOutPage({ lines }) }];
  const found = readVisualFields(kind, pages, today);
  const told = findByZone(zone, kind, { pages, found, areNamesCut: false }, today);
  return Object.fromEntries(told.map((value) => [value.field.name, value]));
}

/** A page whose labels are too small to read. */
const page = [
  textLine('bgawe/9', 10, 10),
  textLine('HANDRA', 10, 40),
  textLine('ROZÁLIA IRMA', 10, 80),
  textLine('FRUNZA ROZÁLIA IRMA', 10, 120),
  textLine('22 FEB/FEB', 10, 160),
  textLine('1978', 145, 160),
  textLine('N/F', 10, 200),
  textLine('01 MÁR/MAR 22', 10, 240),
  textLine('BD 0002028', 500, 10),
];

describe('values whose labels could not be read', () => {
  it('are found as the words of the zone, spelled as the page spells them', () => {
    const found = find(page);
    expect(found.familyNames?.value).toBe('HANDRA');
    expect(found.givenNames?.value).toBe('ROZÁLIA IRMA');
    expect(found.documentNumber?.normalisedValue).toBe('BD0002028');
    expect(found.sex?.normalisedValue).toBe('F');
    expect(found.dateOfBirth).toMatchObject({ value: '22 FEB/FEB 1978', normalisedValue: '1978-02-22' });
    expect(found.dateOfExpiry?.normalisedValue).toBe('2022-03-01');
  });

  it('never differ from the zone’s value', () => {
    expect(find([textLine('HANDRO', 10, 10), textLine('BD0002029', 10, 40), textLine('02.03.2022', 10, 80)])).toEqual(
      {},
    );
  });

  it('are left out if two places spell them in two ways', () => {
    expect(find([...page, textLine('ROZALÍA IRMA', 500, 300)]).givenNames).toBeUndefined();
  });

  it('are not taken from a line that belongs to another label', () => {
    const found = find([textLine('Date of issue', 10, 10), textLine('01 MÁR/MAR 22', 10, 40)]);
    expect(found.dateOfExpiry).toBeUndefined();
  });

  it('name the nationality in one language or several, on a line with nothing else', () => {
    expect(find([textLine('MAGYAR/HUNGARIAN', 10, 10)]).nationality?.value).toBe('MAGYAR/HUNGARIAN');
    expect(find([textLine('Nationality of Hungary or Austria', 10, 10)]).nationality).toBeUndefined();
    expect(find([textLine('HUN', 10, 10), textLine('MAGYAR/HUNGARIAN', 10, 40)]).nationality).toBeUndefined();
  });

  it('are both names of one line', () => {
    const found = find([textLine('HANDRA ROZÁLIA IRMA', 10, 10)]);
    expect(found.familyNames?.value).toBe('HANDRA');
    expect(found.givenNames?.value).toBe('ROZÁLIA IRMA');
  });
});
