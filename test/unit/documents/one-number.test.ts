import { describe, expect, test } from 'vitest';
import { blindIndexesOf } from '../../../src/domain/encryption/blind-index.ts';
import type { DocumentKind } from '../../../src/domain/document-kinds/document-kind.ts';
import { kindKeyOf } from '../../../src/domain/document-kinds/find-kinds.ts';
import { indexedValuesOf, type IndexedValue, type Traits } from '../../../src/domain/traits.ts';
import { searchedDocumentOf, searchedDocumentsOf } from '../../../src/steps/document/checks/duplicate-document.ts';
import { provingKinds } from '../../support/documents/forged-zone.ts';
import { judge } from '../../support/documents/judge-document.ts';
import { makeUpDocument, printedValue, storeDocument } from '../../support/documents/made-up-document.ts';

const key = Buffer.alloc(32, 7);
/** What a person can do to the number in the zone or barcode of their genuine document, so that it is found no more. */
const changes: Readonly<Record<string, (number: string) => string>> = {
  'a letter for a digit that looks like it': (number) => number.replaceAll('0', 'O').replaceAll('1', 'I'),
  'one character more': (number) => `${number}7`,
  'one character less': (number) => number.slice(0, -1),
};

/** Where the print has no number of the document, nothing can confirm the zone's own, and the person's number is searched. */
const kinds = provingKinds.filter(
  ({ country, fields }) => country === null || fields.some(({ name }) => name === 'documentNumber'),
);

function read(kind: DocumentKind, number: (printed: string) => string) {
  const honest = makeUpDocument(kind, 3);
  const printed = (printedValue(honest.printed, 'documentNumber') ?? '').replace(/[^A-Z0-9]/g, '');
  const { zone } = makeUpDocument(kind, 3, { documentNumber: number(printed) });
  const barcode = honest.barcode && {
    ...honest.barcode,
    text: honest.barcode.text.replace(/DAQ([^\n]*)/, (_match, coded: string) => `DAQ${number(coded)}`),
  };
  const zoneOrBarcode = { zone: number(printed) === printed ? honest.zone : zone, barcode };
  return judge(kind, storeDocument(kind, { ...honest, ...zoneOrBarcode }));
}

/** Keyed hashes under which the service finds the document of these results again. */
function findableBy({ outcome }: ReturnType<typeof judge>): string[] {
  const searched = searchedDocumentOf(outcome.traits);
  return searched === null ? [] : blindIndexesOf(key, searched).map((hash) => hash.toString('hex'));
}

describe.each(kinds.map((kind) => [kindKeyOf(kind), kind] as const))('%s', (_name, kind) => {
  // Peru's cards print a check character, and their zones leave it out: both are right, and neither finds the other.
  const possible = Object.keys(changes).filter((name) => kind.country !== 'PE' || !name.endsWith('less'));
  test.each(possible)('is found again or does not pass if its zone or barcode has %s', (name) => {
    const known = findableBy(read(kind, (number) => number));
    expect(known).not.toEqual([]);
    const changed = read(kind, changes[name] ?? ((number) => number));
    const passes = changed.outcome.checks.every(({ outcome }) => outcome === 'passed');
    expect(passes && !findableBy(changed).some((hash) => known.includes(hash))).toBe(false);
  });
});

describe('a document whose type or issuer is hidden in one of two attempts', () => {
  const whole = { documentType: 'passport', documentCountry: 'PT', documentNumber: 'AB123456' } as const;
  const { documentType, documentCountry, ...bare } = whole;
  const shown: readonly Traits[] = [whole, { ...bare, documentType }, { ...bare, documentCountry }, bare];
  const hashesOf = (values: readonly IndexedValue[]) =>
    values.flatMap((value) => blindIndexesOf(key, value)).map((hash) => hash.toString('hex'));
  /** Of an encrypted attempt, the service keeps one hash. */
  const keptOf = (traits: Traits) => [searchedDocumentOf(traits)].flatMap((value) => value ?? []);
  const isFound = (second: Traits, indexed: readonly IndexedValue[]) =>
    hashesOf(searchedDocumentsOf(second)).some((hash) => hashesOf(indexed).includes(hash));

  test('is found again, whichever attempt came first', () => {
    for (const first of shown) {
      for (const second of shown) {
        expect([first, second, isFound(second, indexedValuesOf(first))]).toEqual([first, second, true]);
        // Which issuer an encrypted attempt showed is not known where the search knows none.
        if (first.documentCountry === undefined || second.documentCountry !== undefined)
          expect([first, second, isFound(second, keptOf(first))]).toEqual([first, second, true]);
      }
    }
  });

  test('is not taken for one of another known type or issuer', () => {
    const others: Traits[] = [
      { ...whole, documentType: 'national-id' },
      { ...whole, documentCountry: 'ES' },
    ];
    for (const other of others) expect(isFound(other, indexedValuesOf(whole))).toBe(false);
  });
});
