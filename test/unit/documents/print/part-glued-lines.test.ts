import { describe, expect, it } from 'vitest';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import { layOutPage } from '../../../../src/steps/document/visual/page-layout.ts';
import { partGluedLines } from '../../../../src/steps/document/visual/part-glued-lines.ts';
import { readVisualFields } from '../../../../src/steps/document/visual/read-visual-fields.ts';
import { kindOf } from '../../../support/documents/read-print.ts';
import { textLine } from '../../../support/documents/printed-document.ts';

const today = new Date('2026-03-01T12:00:00Z');

describe('a number and a date that lost the space between them', () => {
  const spanish = documentKinds.find(({ country, type }) => country === 'ES' && type === 'national-id');
  const partsOf = (text: string) => {
    if (spanish === undefined) throw new Error('no such kind');
    return partGluedLines(layOutPage({ lines: [textLine(text, 100, 100)] }), spanish, today).map((line) => line.text);
  };

  it('are two lines where the kind knows the shape of the number', () => {
    expect(partsOf('BAA0005890101 2025')).toEqual(['BAA000589', '0101 2025']);
    expect(partsOf('BAA000589 01 01 2025')).toEqual(['BAA000589 01 01 2025']);
    expect(partsOf('BAA0005899901 2025')).toEqual(['BAA0005899901 2025']);
    expect(partsOf('BAA000589')).toEqual(['BAA000589']);
  });
});

describe('both names of a row, recognised as one line', () => {
  const nameLines = (key: string, text: string, agreed = true) => {
    const lines = [
      { ...textLine(text, 100, 100), agreed },
      textLine('3.', 50, 160),
      textLine('01.02.1980 NITRA', 100, 160),
      textLine('4a.', 50, 220),
      textLine('01.02.2020', 100, 220),
    ];
    const kind = kindOf(key);
    const [page] = [layOutPage({ lines })];
    const fields = readVisualFields(kind, [{ side: 'front', lines: partGluedLines(page, kind, today) }], today);
    return ['familyNames', 'givenNames'].map((name) => fields.find(({ field }) => field.name === name));
  };
  const namesOf = (key: string, text: string) => nameLines(key, text).map((field) => field?.value);

  it('are two names where the second has its number', () => {
    expect(namesOf('driving-license/SK/eu-model', 'ŠTÚR 2. ŠTEFAN')).toEqual(['ŠTÚR', 'ŠTEFAN']);
    expect(namesOf('driving-license/SK/eu-model', '1. ŠTÚR 2. ŠTEFAN')).toEqual(['ŠTÚR', 'ŠTEFAN']);
    // What one reader alone read of the line stays in doubt in both.
    const doubted = nameLines('driving-license/SK/eu-model', 'ŠTÚR 2. ŠTEFAN', false);
    expect(doubted.map((field) => [field?.agreed, field?.isReadTwice])).toEqual([[false, false], [false, false]]); // prettier-ignore
  });

  it('are none where there is another number, no second name, or no numbers of names', () => {
    for (const text of ['ŠTÚR 3. ŠTEFAN', 'ŠTÚR 2 ŠTEFAN', 'ŠTÚR 12. ŠTEFAN', 'ŠTÚR 2.', 'Š 2. ŠTEFAN', 'ŠTÚR 2. 1980', 'ŠTÚR 2. ŠTEFAN 3. NITRA'])
      expect([text, ...namesOf('driving-license/SK/eu-model', text)]).toEqual([text, undefined, undefined]); // prettier-ignore
    const kind = kindOf('national-id/ES/dni');
    const [line, ...more] = partGluedLines(layOutPage({ lines: [textLine('CALLE 2. MAYO', 100, 100)] }), kind, today);
    expect([line?.text, more]).toEqual(['CALLE 2. MAYO', []]);
  });
});
