import { describe, expect, test } from 'vitest';
import { kindKeyOf } from '../../../../src/domain/document-kinds/find-kinds.ts';
import type { DocumentKind } from '../../../../src/domain/document-kinds/document-kind.ts';
import type { PageReading } from '../../../../src/domain/ports/pages/page-reader.ts';
import type { StoredDocument } from '../../../../src/steps/document/page-result-schema.ts';
import { degrade, provingKinds } from '../../../support/documents/forged-zone.ts';
import { judge } from '../../../support/documents/judge-document.ts';
import { makeUpDocument, storeDocument } from '../../../support/documents/made-up-document.ts';
import { sampleOf } from '../../../support/sample-of.ts';

type Side = DocumentKind['sides'][number];

/** What a forger writes in print, and where he chooses in a zone or barcode, too. */
const falseHolders = [
  { familyNames: 'FALSO IMPOSTOR', givenNames: 'BEATRIX', dateOfBirth: '1979-11-23' },
  { givenNames: 'BEATRIX' },
  { dateOfBirth: '1979-11-23' },
  { dateOfExpiry: '2034-06-13' },
];

const cardsWithZone = provingKinds.filter(({ mrz, sides }) => mrz !== null && sides.length === 2);
const cardsWithBarcode = provingKinds.filter(({ barcodes }) => barcodes.some(({ standard }) => standard === 'aamva'));

/** Both readers are sure of every line. */
function sure(reading: PageReading): PageReading {
  const lines = reading.lines.map((line) => ({ ...line, agreed: true, confidence: 0.99 }));
  return { ...reading, lines, spelledIn: ['eng', 'fra', 'spa', 'por', 'deu'] };
}

function refusesAndSays(kind: DocumentKind, result: StoredDocument) {
  const { outcome, retakeCodes } = judge(kind, result);
  return [outcome.checks.every((check) => check.outcome === 'passed'), retakeCodes.includes('document.several')];
}

describe.each(sampleOf(cardsWithZone, 10).map((kind) => [kindKeyOf(kind), kind] as const))('%s', (_name, kind) => {
  const honest = makeUpDocument(kind);
  const forgeries = falseHolders.map((holder) => makeUpDocument(kind, 1, holder));

  test('is one document with its zone on its own side, whatever is legible', () => {
    expect(refusesAndSays(kind, storeDocument(kind, honest, sure))[1]).toBe(false);
    for (const name of ['labels too small to be found', 'spaces lost', 'values away from their labels']) {
      expect([name, refusesAndSays(kind, degrade(kind, honest, name, 1))[1]]).toEqual([name, false]);
    }
  });

  test('does not pass if a zone on one side hides that the zone on the other side says something else', () => {
    const zoneSides = [kind.mrz?.side, kind.sides.find((side) => side !== kind.mrz?.side)];
    for (const forged of forgeries) {
      // Some zones have no such field.
      if (JSON.stringify(forged.zone?.first) === JSON.stringify(honest.zone?.first)) continue;
      for (const falseSide of zoneSides) {
        const result = storeDocument(kind, forged, (reading, side) => ({
          ...sure(reading),
          mrz: side === falseSide ? forged.zone : honest.zone,
        }));
        expect(refusesAndSays(kind, result)).toEqual([false, true]);
      }
    }
  });

  // Nobody can tell the sides of a card of any country, and Peru's older card has its zone on the other side than the newer one.
  const isSideKnown = kind.country !== null && kindKeyOf(kind) !== 'national-id/PE/dni-blue';
  test.runIf(isSideKnown)('does not pass with a zone on a side that has none, as its marks tell', () => {
    const onOtherSide = (reading: PageReading, side: Side) => side !== kind.mrz?.side && reading.lines.length > 0;
    for (const forged of forgeries) {
      for (const name of ['left as it is', 'spaces lost']) {
        const { pages, ...rest } = degrade(kind, forged, name, 1);
        const moved = pages.map((page, index) => {
          const { reading } = page;
          const side = kind.sides[index];
          if (reading === null || side === undefined) throw new Error('a page is missing');
          return { ...page, reading: { ...reading, mrz: onOtherSide(reading, side) ? forged.zone : null } };
        });
        expect(refusesAndSays(kind, { ...rest, pages: moved })[0]).toBe(false);
      }
    }
  });
});

describe.each(cardsWithBarcode.map((kind) => [kindKeyOf(kind), kind] as const))('%s', (_name, kind) => {
  test('does not pass if one of its barcodes says something else than the others', () => {
    const honest = makeUpDocument(kind);
    for (const holder of falseHolders) {
      const forged = makeUpDocument(kind, 1, holder);
      const barcodes = [forged.barcode, honest.barcode].flatMap((barcode) => barcode ?? []);
      for (const found of [barcodes, [...barcodes].reverse()]) {
        const onePage = storeDocument(kind, forged, (reading) => ({
          ...sure(reading),
          barcodes: reading.barcodes.length === 0 ? [] : found,
        }));
        const onBothSides = storeDocument(kind, forged, (reading, side) => ({
          ...sure(reading),
          barcodes: found.slice(side === 'front' ? 0 : 1).slice(0, 1),
        }));
        expect(refusesAndSays(kind, onePage)).toEqual([false, true]);
        expect(refusesAndSays(kind, onBothSides)).toEqual([false, true]);
      }
    }
  });

  test.each([
    ['names a Mexican state', (text: string) => text.replace(/DCG\w+/, 'DCGMEX')],
    ['lacks the number', (text: string) => text.replace(/DAQ.*\n/, '')],
    ['has two numbers', (text: string) => text.replace('DCG', 'DAQX1\nDCG')],
    ['ends after its header', (text: string) => text.slice(0, text.indexOf('DAQ'))],
    ['is of the other kind of card', (text: string) => text.replace(/DL|ID/g, (type) => (type === 'DL' ? 'ID' : 'DL'))],
  ])('does not pass if another card’s barcode, which cannot be judged, is on it: it %s', (_which, change) => {
    const document = makeUpDocument(kind);
    const { barcode } = document;
    if (barcode === null) throw new Error('the kind has no barcode');
    const other = { ...barcode, text: change(makeUpDocument(kind, 2, falseHolders[0]).barcode?.text ?? '') };
    const same = { ...barcode, text: change(barcode.text) };
    for (const [first, second] of [
      [barcode, other],
      [other, barcode],
      [barcode, same],
    ] as const) {
      for (const falseSide of ['front', 'back']) {
        const result = storeDocument(kind, document, (reading, side) => ({
          ...sure(reading),
          barcodes: side === falseSide ? [first, second] : [],
        }));
        expect(refusesAndSays(kind, result)).toEqual([false, true]);
      }
    }
  });

  test('passes with one barcode that was read twice', () => {
    const { barcode, ...honest } = makeUpDocument(kind);
    if (barcode === null) throw new Error('the kind has no barcode');
    const result = storeDocument(kind, { ...honest, barcode }, (reading) => ({
      ...sure(reading),
      barcodes:
        reading.barcodes.length === 0 ? [] : [barcode, { ...barcode, text: barcode.text.replace('\r', '\n\r') }],
    }));
    expect(refusesAndSays(kind, result)).toEqual([true, false]);
  });
});
