import { describe, expect, it } from 'vitest';
import { parseCard, withoutFingerprints } from '../../../../src/domain/barcodes/parse-card.ts';
import { parseCedula } from '../../../../src/domain/barcodes/parse-cedula.ts';
import { kindKeyOf } from '../../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import type { Barcode, PageReading, Point } from '../../../../src/domain/ports/pages/page-reader.ts';
import { composeCedula } from '../../../../specimens/documents/compose-cedula.ts';
import { composeDocument } from '../../../../specimens/documents/draw-document.ts';
import { judge } from '../../../support/documents/judge-document.ts';
import { makeUpDocument, storeDocument, type MadeUpHolder } from '../../../support/documents/made-up-document.ts';
import { madeUpFace } from '../../../support/conclude.ts';

const found = documentKinds.find((kind) => kindKeyOf(kind) === 'national-id/CO/cedula-yellow');
if (found === undefined) throw new Error('no such kind');
const cedula = found;

const person = { surname: 'DE LA OSSA PEÑA', givenNames: 'JOSÉ ÁNGEL', sex: 'M', dateOfBirth: '2000-02-29' } as const;
const record = composeCedula({ ...person, number: '12345678', bloodType: 'O+' });
const valuesOf = (text: string) =>
  Object.fromEntries(
    Object.entries(parseCedula(text)?.fields ?? {}).map(([name, { normalisedValue }]) => [name, normalisedValue]),
  );

describe('the barcode of the yellow cédula', () => {
  it('has the number, the names, sex, birth and blood group, with and without the fingerprints', () => {
    const expected = {
      documentNumber: '12345678',
      familyNames: 'DE LA OSSA PEÑA',
      givenNames: 'JOSÉ ÁNGEL',
      sex: 'M',
      dateOfBirth: '2000-02-29',
      bloodType: 'O+',
    };
    expect(record).toHaveLength(531);
    expect(valuesOf(record)).toEqual(expected);
    expect(valuesOf(withoutFingerprints(record))).toEqual(expected);
    expect(parseCard(record)).toMatchObject({ standard: 'co-cedula', country: 'CO' });
  });

  it('keeps neither fingerprints nor the character zero, which databases refuse', () => {
    const kept = withoutFingerprints(record);
    expect(kept).toHaveLength(169);
    expect(kept).not.toContain('\0');
    // Other barcodes stay as they are.
    expect(withoutFingerprints('@\n\u001e\rANSI 636026')).toBe('@\n\u001e\rANSI 636026');
  });

  const changed = (start: number, text: string) => record.slice(0, start) + text + record.slice(start + text.length);
  it.each([
    ['cut off within its fields', record.slice(0, 168)],
    ['without its beginning', record.slice(11)],
    ['without its marker', changed(24, '\0'.repeat(8))],
    ['of a minor', changed(0, 'I3')],
    ['without a number', changed(48, '0'.repeat(10))],
    ['with letters in the number', changed(48, '00X2345678')],
    ['with a day that does not exist', changed(152, '20010229')],
    ['with another sex', changed(151, 'X')],
    ['without a surname', changed(58, '\0'.repeat(46))],
    ['with an invisible letter in a name', changed(60, '\u00ad')],
    ['of another layout', 'PubDSK_1'.repeat(100)],
    ['that is empty', ''],
  ])('%s is no record', (_state, text) => {
    expect(parseCedula(text)).toBeNull();
    expect(parseCedula(withoutFingerprints(text))).toBeNull();
  });

  it('is on the drawn card, and agrees with its print', async () => {
    const { truth } = await composeDocument(cedula, { seed: 3 });
    const values = valuesOf(truth.barcodes[0] ?? '');
    expect(values.documentNumber).toBe(truth.printed.documentNumber?.normalised);
    expect(values.familyNames).toBe(truth.holder.surname);
    expect(values.dateOfBirth).toBe(truth.holder.dateOfBirth);
  });
});

const portrait = { ...madeUpFace(1).photograph(), source: 'document' as const, alternates: [], closedTo: [] };

function card(
  holder: Partial<MadeUpHolder> = {},
  change: (reading: PageReading) => PageReading = (reading) => reading,
) {
  return storeDocument(cedula, makeUpDocument(cedula, 1, holder), (reading, side) =>
    side === 'front'
      ? { ...reading, portrait, portraitArea: { x: 0.3, y: 0.2, width: 0.1, height: 0.12 } }
      : change(reading),
  );
}

describe('the two sides of a yellow cédula', () => {
  const other = {
    familyNames: 'LINDQVIST',
    givenNames: 'KARIN',
    dateOfBirth: '1979-11-23',
    documentNumber: '87654321',
  };
  const [front] = card().pages;
  const [, back] = card(other).pages;
  if (front === undefined || back?.reading == null) throw new Error('a cédula has two sides');
  const [strangersCode] = back.reading.barcodes;

  it('are linked by the barcode', () => {
    const { codes, outcome } = judge(cedula, card());
    expect(Object.values(codes).every((code) => code === 'passed')).toBe(true);
    expect(outcome.facts.dateOfBirth).toEqual({ value: '1985-04-17', source: 'document:barcode' });
    expect(outcome.record).toMatchObject({ barcode: { standard: 'co-cedula' } });
  });

  it('of two people disagree', () => {
    const { codes } = judge(cedula, { ...card(), pages: [front, back] });
    expect(codes['cross-check']).toBe('document.fields_disagree');
    expect(codes['linked-sides']).toBe('document.sides_not_linked');
  });

  it('are of two cards if a second barcode is on one, even one that cannot be read', () => {
    const ofMinor = (code: Barcode): Barcode => ({ ...code, text: `I3${code.text.slice(2)}` });
    for (const change of [(code: Barcode) => code, ofMinor]) {
      const added = strangersCode === undefined ? [] : [change(strangersCode)];
      const result = card({}, (reading) => ({ ...reading, barcodes: [...reading.barcodes, ...added] }));
      expect(judge(cedula, result).codes['document-reading']).toBe('document.several');
    }
  });

  it('stay unlinked without a barcode that can be read, and a retake may show it', () => {
    const hidden = card({}, (reading) => ({ ...reading, barcodes: [] }));
    const { codes, retakeCodes } = judge(cedula, hidden);
    expect(codes).toMatchObject({
      'cross-check': 'document.not_found_in_print',
      'linked-sides': 'document.sides_not_linked',
    });
    expect(retakeCodes).toContain('document.not_found_in_print');
    const cut = card({}, (reading) => ({
      ...reading,
      barcodes: reading.barcodes.map((code) => ({ ...code, text: code.text.slice(0, 150) })),
    }));
    expect(judge(cedula, cut).codes).toMatchObject({ 'linked-sides': 'document.sides_not_linked' });
  });

  it('are not linked by names and a number that are printed next to the barcode, if the front has none', () => {
    const lowered = makeUpDocument(cedula, 1).printed.lines.front.map(({ box: [a, b, c, d], ...line }) => {
      const down = ([x, y]: Point): Point => [x, y + 800];
      return { ...line, box: [down(a), down(b), down(c), down(d)] as const };
    });
    const forged = card({}, (reading) => ({ ...reading, lines: [...reading.lines, ...lowered] }));
    const pages = forged.pages.map((page) =>
      page.kind === 'document-front' && page.reading !== null
        ? { ...page, reading: { ...page.reading, lines: page.reading.lines.slice(0, 3) } }
        : page,
    );
    expect(judge(cedula, { ...forged, pages }).codes['linked-sides']).toBe('document.sides_not_linked');
  });

  it.each([
    ['number', { documentNumber: '87654321' }],
    ['family names', { familyNames: 'LINDQVIST' }],
    ['given names', { givenNames: 'KARIN' }],
    ['birth', { dateOfBirth: '2009-11-23' }],
    ['sex', { sex: 'M' as const }],
  ])('disagree if the barcode has another %s', (_field, wrong) => {
    const { barcode } = makeUpDocument(cedula, 1, wrong);
    if (barcode === null) throw new Error('a cédula has a barcode');
    const { codes } = judge(
      cedula,
      card({}, (reading) => ({ ...reading, barcodes: [barcode] })),
    );
    expect(codes['cross-check']).toBe('document.fields_disagree');
  });

  it('with a second barcode are two documents', () => {
    if (strangersCode === undefined) throw new Error('a cédula has a barcode');
    const { codes } = judge(
      cedula,
      card({}, (reading) => ({ ...reading, barcodes: [...reading.barcodes, strangersCode] })),
    );
    expect(codes['document-reading']).toBe('document.several');
  });
});
