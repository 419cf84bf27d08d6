import { describe, expect, it } from 'vitest';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import { findLabels } from '../../../../src/steps/document/visual/find-labels.ts';
import { squeezeText } from '../../../../src/steps/document/visual/squeeze-text.ts';
import { layOutPage } from '../../../../src/steps/document/visual/page-layout.ts';
import { partGluedLines } from '../../../../src/steps/document/visual/part-glued-lines.ts';
import { readVisualFields } from '../../../../src/steps/document/visual/read-visual-fields.ts';
import { kindOf, readLines } from '../../../support/documents/read-print.ts';
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

describe('a value near labels', () => {
  it('of an authority may be the title of the card only where the title itself is printed as well', () => {
    const [title, label] = [textLine("MINISTERO DELL'INTERNO", 10, 10), textLine('Comune di', 10, 100)];
    const value = textLine("MINISTERO DELL'INTERNO", 10, 130);
    expect(readLines('national-id/IT/cie', [title, label, value]).issuingAuthority?.value).toBe(
      "MINISTERO DELL'INTERNO",
    );
    expect(readLines('national-id/IT/cie', [label, value]).issuingAuthority).toBeUndefined();
    const other = textLine('REPUBBLICA ITALIANA', 10, 10);
    expect(readLines('national-id/IT/cie', [other, label, value]).issuingAuthority).toBeUndefined();
  });

  it('of a height in metres does not begin with the number of a field', () => {
    const heightOf = (text: string) =>
      readLines('driving-license/CA', [textLine('16 HGT', 10, 10), textLine(text, 140, 10)]).height?.value;
    expect(heightOf('1,51 M')).toBe('1,51 M');
    expect(heightOf('1.79M')).toBe('1.79 M');
    expect(heightOf('1 TREMBLAY')).toBeUndefined();
    expect(heightOf('1.51 MAIN STREET')).toBeUndefined();
  });

  it('of a Canadian address whose postal code was repaired stays in doubt', () => {
    const lines = [
      textLine('8.', 10, 10),
      textLine('335 QUEEN STREET', 50, 10),
      textLine('NANAIMO, BC COF 8K5', 50, 36),
    ];
    const found = readLines('driving-license/CA', lines).address;
    expect(found).toMatchObject({ value: '335 QUEEN STREET, NANAIMO, BC C0F 8K5', repaired: true });
  });

  it('follows a short label with the right number and one wrong letter, and no other', () => {
    const numberAt = (label: string) =>
      readLines('national-id/US/state-id', [textLine(label, 10, 10), textLine('BN9115508', 140, 10)]).documentNumber
        ?.value;
    for (const label of ['4d DL', '4d DLN', '4dDLE', '4d DIN'])
      expect([label, numberAt(label)]).toEqual([label, 'BN9115508']);
    for (const label of ['4a DLE', '4d OIN', '5d DLE', 'DLE', 'ADDLE'])
      expect([label, numberAt(label)]).toEqual([label, undefined]);
    const dates = readLines('driving-license/US', [
      textLine('4a IS5', 10, 10), textLine('05/10/2023', 140, 10), textLine('4b ESP', 10, 70), textLine('05/10/2033', 140, 70),
    ]); // prettier-ignore
    expect([dates.dateOfIssue?.value, dates.dateOfExpiry?.value]).toEqual(['05/10/2023', '05/10/2033']);
  });

  it('follows no label whose number has the wrong letter', () => {
    const labels = [{ squeezed: '4DNUM', fields: kindOf('national-id/US/state-id').fields.slice(0, 1) }];
    const found = (text: string) => findLabels(squeezeText(text), labels).length;
    expect(['4d NUN', '4dNUMX', '4a NUM', '5d NUM', '4d NUX 1'].map(found)).toEqual([1, 1, 0, 0, 1]);
  });
});

it('a place behind its date is found as a separate text, if it follows on the row and no label is before it', () => {
  const placeOf = (...texts: [text: string, left: number, top?: number][]) => {
    const lines = texts.map(([text, left, top = 100]) => textLine(text, left, top));
    return readLines('driving-license/SK/eu-model', [textLine('3.', 50, 100), ...lines]).placeOfBirth?.value;
  };
  expect(placeOf(['24.11.1972', 90], ['NITRA', 215])).toBe('NITRA');
  expect(placeOf(['24.11.1972 NITRA', 90])).toBe('NITRA');
  // Too far away, behind another label, on another row, a single letter, a date, and a text that is no date before it.
  expect(placeOf(['24.11.1972', 90], ['NITRA', 300])).toBeUndefined();
  expect(placeOf(['24.11.1972', 90], ['4c.', 215], ['NITRA', 250])).toBeUndefined();
  expect(placeOf(['24.11.1972', 90], ['NITRA', 215, 150])).toBeUndefined();
  expect(placeOf(['24.11.1972', 90], ['N', 215])).toBeUndefined();
  expect(placeOf(['24.11.1972', 90], ['24.11.2032', 215])).toBeUndefined();
});
