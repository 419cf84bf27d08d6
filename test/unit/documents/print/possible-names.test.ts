import { describe, expect, it } from 'vitest';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import type { DocumentFieldName } from '../../../../src/domain/documents/document-field.ts';
import { possibleNamesIn } from '../../../../src/steps/document/print/possible-names.ts';

const kind =
  documentKinds.find(({ type, country, subtype }) => type === 'passport' && (country ?? subtype) === null) ?? null;
const said = (name: DocumentFieldName, value: string, meaning = value) => ({ name, value, meaning });
const words = [said('issuingState', 'KEN', 'KE'), said('familyNames', 'ALGUEM'), said('documentNumber', 'BAA000589')];

describe('the words of a line that may be a name', () => {
  it.each([
    ['OTIENO 1', ['OTIENO']],
    ['aOTIENO', ['OTIENO']],
    ['OTIENO KENYA', ['OTIENO']],
    ['Surname OTIENO', ['OTIENO']],
    ["O'BRIEN / Nationality", ['BRIEN']],
    ['12 AUG 1974', []],
    ['BAAD00589', []],
    ['ALGUEM', []],
    ['REPUBLIC OF KENYA', []],
    ['Date of birth', []],
  ])('%s: %j', (text, names) => {
    expect(possibleNamesIn(text, { words, kind })).toEqual(names);
  });

  it.each(['personalNumber', 'street', 'city', 'placeOfBirth'] as const)(
    'are not explained by a %s that the forger writes into zone or barcode',
    (name) => {
      for (const value of ['OTIENO', 'OTIENO7', 'OTIENO1234567']) {
        expect(possibleNamesIn(value, { words: [...words, said(name, value)], kind })).toEqual(['OTIENO']);
      }
    },
  );
});
