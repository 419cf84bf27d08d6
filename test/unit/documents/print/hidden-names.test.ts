import { describe, expect, it } from 'vitest';
import type { DocumentFieldName } from '../../../../src/domain/documents/document-field.ts';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import { possibleNamesIn } from '../../../../src/steps/document/print/possible-names.ts';
import { provingPapers } from '../../../support/documents/forged-zone.ts';
import { alone, inline, isHidden, labelled, type Print } from '../../../support/documents/hidden-name.ts';
import { sampleOf } from '../../../support/sample-of.ts';

/** What is left of the true family name OTIENO, without its label. */
const ways: Readonly<Record<string, Print>> = {
  'in small letters': alone('Otieno'),
  'in small letters behind digits': alone('12 Otieno'),
  'in small letters below the label of a nationality': labelled('country', 'Otieno'),
  'with spaces between its letters': alone('O T I E N O'),
  'with a filler of a zone behind it': alone('OTIENO <'),
  'with signs between its letters': alone("OT'IE'NO"),
  'with hyphens between its letters': alone('OT-IE-NO'),
  'below the label of a nationality': labelled('country', 'OTIENO'),
  'with digits, below the label of an address': labelled('address', '12 OTIENO'),
  'behind digits and the label of another text': inline('text', '12345 OTIENO'),
  'behind digits and the label of a date': inline('date', '12345 OTIENO'),
};

describe('a true name in view under a false one', () => {
  it.each(Object.entries(ways))('never passes: %s', (_way, print) => {
    const passed = sampleOf(provingPapers, 12).filter((paper) =>
      [-120, 40].some((lower) => isHidden(paper, print, 'OTIENO', { lower }) === true),
    );
    expect(passed.map(({ name }) => name)).toEqual([]);
  });

  it.each([
    ['FRANCIS', 'passport/any of FRA'],
    ['FRANCOIS', 'national-id/FR/cni-2021'],
    ['GERMAIN', 'passport/any of D'],
    ['POLANSKI', 'passport/any of POL'],
    ['PERUZZI', 'national-id/PE/dnie'],
    ['NASCIMENTO', 'passport/any'],
    ['BENDER', 'passport/any'],
    ['BENDER', 'national-id/any/id-card-td1'],
    ['BENDER', 'national-id/any/residence-permit'],
    ['CARTA', 'passport/any'],
    ['PRINCE', 'driving-license/CA'],
    ['AN DI', 'passport/any'],
  ])('is no title, label or country: %s on %s', (familyNames, wanted) => {
    const paper = provingPapers.find(({ name }) => name === wanted);
    if (paper === undefined) throw new Error(`no paper is ${wanted}`);
    expect(isHidden(paper, alone(familyNames), familyNames)).toBe(false);
  });
});

it('a true name whose letters are apart is no short word of labels on a visa (`NO`)', () => {
  const paper = provingPapers.find(({ name }) => name === 'passport/any/visa');
  expect(paper).toBeDefined();
  if (paper !== undefined) expect(isHidden(paper, alone('O T I E N O'), 'OTIENO', { lower: -120 })).toBe(false);
  if (paper !== undefined) expect(isHidden(paper, alone('O T I E N O'))).toBe(false);
});

describe('the words of a line that may be a name', () => {
  const kind =
    documentKinds.find(({ type, country, subtype }) => type === 'passport' && (country ?? subtype) === null) ?? null;
  const said = (name: DocumentFieldName, value: string, meaning = value) => ({ name, value, meaning });
  const words = [said('issuingState', 'KEN', 'KE'), said('familyNames', 'ALGUEM'), said('personalNumber', 'ZFBT8RHBF')];

  it.each([
    ['Surname OTIENO', ['OTIENO']],
    ['OTIENO KENYA', ['OTIENO']],
    ['DATE DE NASCIMENTO', ['NASCIMENTO']],
    ['AN DI', ['ANDI']],
    ['12 AUG 1974', []],
    ['ALGUEM', []],
    ['ZFBT8RHBF', []],
    ['REPUBLIC OF KENYA', []],
    ['DE LA', []],
  ])('%s: %j', (text, names) => {
    expect(possibleNamesIn(text, { words, kind })).toEqual(names);
  });

  it.each(['personalNumber', 'street', 'city', 'placeOfBirth'] as const)(
    'are not explained by a %s that the forger writes into zone or barcode',
    (name) => {
      for (const value of ['OTIENO', '12 OTIENO', 'OTIENO ROAD']) {
        expect(possibleNamesIn('OTIENO', { words: [...words, said(name, value)], kind })).toEqual(['OTIENO']);
      }
    },
  );
});
