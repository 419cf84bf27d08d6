import { describe, expect, it } from 'vitest';
import type { TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import type { DocumentFieldName } from '../../../../src/domain/documents/document-field.ts';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import { possibleNamesIn } from '../../../../src/steps/document/print/possible-names.ts';
import { provingPapers, type ProvingPaper } from '../../../support/documents/forged-zone.ts';
import { isPassed } from '../../../support/documents/judge-document.ts';
import { makeUpDocument, storeDocument } from '../../../support/documents/made-up-document.ts';
import { printedLine } from '../../../support/documents/printed-document.ts';
import { sampleOf } from '../../../support/sample-of.ts';

type Print = (paper: ProvingPaper, x: number, y: number) => TextLine[];

const labelled =
  (field: string, value: string): Print =>
  ({ kind }, x, y) => {
    const label = kind.fields.find(({ form, place }) => form === field && place !== 'anywhere')?.labels[0];
    return label === undefined ? [] : [printedLine(label, x, y - 40), printedLine(value, x, y)];
  };
const inline =
  (field: string, value: string): Print =>
  ({ kind }, x, y) => {
    const label = kind.fields.find(({ form, place }) => form === field && place !== 'anywhere')?.labels[0];
    return label === undefined ? [] : [printedLine(`${label} ${value}`, x, y)];
  };
const alone =
  (text: string): Print =>
  (_paper, x, y) => [printedLine(text, x, y)];

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

/** The document under false names, with this left of the true family name; null where the kind has no such label. */
function isHidden(paper: ProvingPaper, print: Print, familyNames = 'OTIENO', lower = 40): boolean | null {
  const { kind, holder } = paper;
  const mine = makeUpDocument(kind, 1, { ...holder, familyNames, givenNames: 'ANGELA' });
  const theirs = makeUpDocument(kind, 1, { ...holder, familyNames: 'OUTRO', givenNames: 'ANGELA' });
  const isName = ({ printed }: typeof mine, line: TextLine) =>
    printed.roles.get(line)?.fields.some(({ name }) => name === 'familyNames' || name === 'fullName') === true;
  const kept: TextLine[] = [];
  const left = (line: TextLine): TextLine[] => {
    if (!isName(mine, line)) return [line];
    const [[x, y]] = line.box;
    if (mine.printed.roles.get(line)?.isLabel === true || !line.text.includes(familyNames)) return [];
    const lines = print(paper, x, y);
    kept.push(...lines);
    return lines;
  };
  const added = (line: TextLine): TextLine[] => {
    const [[x, y]] = line.box;
    return isName(theirs, line) ? [printedLine(line.text, x, y + lower)] : [];
  };
  const stored = storeDocument(kind, { ...mine, zone: theirs.zone, barcode: theirs.barcode }, (reading, side) => ({
    ...reading,
    lines: [...mine.printed.lines[side].flatMap(left), ...theirs.printed.lines[side].flatMap(added)],
  }));
  return kept.length > 0 ? isPassed(kind, stored) : null;
}

describe('a true name in view under a false one', () => {
  it.each(Object.entries(ways))('never passes: %s', (_way, print) => {
    const passed = sampleOf(provingPapers, 12).filter((paper) =>
      [-120, 40].some((lower) => isHidden(paper, print, 'OTIENO', lower) === true),
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
  if (paper !== undefined) expect(isHidden(paper, alone('O T I E N O'), 'OTIENO', -120)).toBe(false);
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
