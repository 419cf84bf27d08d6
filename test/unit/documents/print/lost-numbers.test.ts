import { describe, expect, it } from 'vitest';
import type { TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import { partGluedLines } from '../../../../src/steps/document/visual/part-glued-lines.ts';
import { layOutPage } from '../../../../src/steps/document/visual/page-layout.ts';
import { textLine } from '../../../support/documents/printed-document.ts';
import { kindOf, readLines } from '../../../support/documents/read-print.ts';

describe('an address whose number was not recognised', () => {
  const finnish = 'driving-license/FI/eu-model';
  const page = (address: readonly TextLine[], more: readonly TextLine[] = []) => [
    textLine('1. MÄKINEN', 10, 10),
    textLine('2. ÄLI', 300, 10),
    textLine('4d.', 300, 60),
    textLine('TJ8489897', 340, 60),
    textLine('5.', 10, 88),
    textLine('LK5755361', 50, 88),
    ...address,
    ...more,
  ];
  const [street, town] = [textLine('MÄKITIE 417', 340, 88), textLine('69374 SEINÄJOKI', 340, 114)];
  const addressOf = (lines: readonly TextLine[], key = finnish) => readLines(key, [...lines]).address;

  it('is the only postal code with a town below a street', () => {
    expect(addressOf(page([street, town]))).toMatchObject({
      value: 'MÄKITIE 417, 69374 SEINÄJOKI',
      ambiguous: false,
      repaired: false,
      agreed: true,
      isReadTwice: false,
    });
    expect(addressOf(page([street, { ...town, agreed: false }]))?.agreed).toBe(false);
  });

  it('has a number that was read as another one before the column of its lines', () => {
    const romanian = (...lines: TextLine[]) => addressOf(page(lines), 'driving-license/RO/eu-model')?.value;
    const place = textLine('102219 BRAȘOV', 340, 114);
    expect(romanian(textLine('28. STRADA ȚĂRMULUI 142', 290, 88), place)).toBe('STRADA ȚĂRMULUI 142, 102219 BRAȘOV');
    expect(romanian(textLine('27. STRADA ȚĂRMULUI 142', 290, 88), place)).toBeUndefined();
    // A street that is named after a day.
    const czech = page([textLine('28. ŘÍJNA 12', 340, 88), textLine('602 00 BRNO', 340, 114)]);
    expect(addressOf(czech, 'driving-license/CZ/eu-model')?.value).toBe('28. ŘÍJNA 12, 602 00 BRNO');
  });

  it('is none where another one is printed, with a line above it, without a house number or a code, or of another field', () => {
    const other = [textLine('KATU 1', 700, 88), textLine('00100 HELSINKI', 700, 114)];
    const above = textLine('C/O VIRTANEN', 340, 62);
    const plain = page([street, town]).filter(({ text }) => text !== 'TJ8489897' && text !== '4d.');
    expect(addressOf([...plain, above])).toBeUndefined();
    expect(addressOf(page([street, town], other))).toBeUndefined();
    expect(addressOf(page([textLine('MÄKITIE', 340, 88), town]))).toBeUndefined();
    expect(addressOf(page([street, textLine('SEINÄJOKI', 340, 114)]))).toBeUndefined();
    expect(addressOf(page([textLine('4c. TRAFICOM 417', 340, 88), town]))).toBeUndefined();
  });
});

describe('a bank or authority that is called as its label is', () => {
  const bankOf = (...lines: TextLine[]) => readLines('proof-of-residency/any/bank-statement', lines).issuer;
  const townOf = (...lines: TextLine[]) => readLines('national-id/IT/cie', lines).issuingAuthority;

  it('keeps its whole name, in doubt: the word may be the label in another language', () => {
    for (const label of ['Bank', 'Banque', 'Banka'])
      for (const name of ['Banco Caerphilly', 'Bank Caerphilly']) {
        const whole = { value: name, ambiguous: true };
        expect([label, bankOf(textLine(label, 10, 10), textLine(name, 160, 10))]).toMatchObject([label, whole]);
        expect([label, bankOf(textLine(`${label} ${name}`, 10, 10))]).toMatchObject([label, whole]);
      }
  });

  it('is in capitals below its caption', () => {
    const caption = textLine('Comune di / Municipality', 10, 10);
    expect(townOf(caption, textLine('COMUNE DI MILANO', 10, 40))).toMatchObject({
      value: 'COMUNE DI MILANO',
      ambiguous: false,
    });
    expect(townOf(caption, textLine('Comune di residenza', 10, 40))).toBeUndefined();
  });
});

describe('a box that reaches over the number before it', () => {
  const portuguese = (...lines: TextLine[]) => readLines('driving-license/PT/eu-model', lines);
  const number = textLine('3.', 10, 100);

  it('gives the number’s digit to a date, which has two for its day', () => {
    const found = portuguese(number, textLine('311.03.1988 LOULÉ', 26, 100));
    expect([found.dateOfBirth?.normalisedValue, found.placeOfBirth?.value]).toEqual(['1988-03-11', 'LOULÉ']);
    // Another digit is no part of the number.
    expect(portuguese(number, textLine('511.03.1988 LOULÉ', 26, 100)).dateOfBirth).toBeUndefined();
  });

  it('ends in half a digit, which a whole date does not need', () => {
    const date = { ...textLine('04.09.1998 BOLOGNA', 34, 100), agreed: false };
    const found = portuguese(textLine('3.C', 10, 100), date);
    expect([found.dateOfBirth?.normalisedValue, found.placeOfBirth?.value]).toEqual(['1998-09-04', 'BOLOGNA']);
    const other = portuguese(textLine('3.X', 10, 100), date);
    expect(other.placeOfBirth?.value).not.toBe('BOLOGNA');
  });
});

it('a first name behind the full stop of its number is found', () => {
  const found = readLines('driving-license/LT/eu-model', [
    textLine('.ŽUKAUSKAS', 14, 10),
    textLine('2. RŪTA', 300, 10),
    textLine('3. 13.09.1995 TELŠIAI', 10, 60),
    textLine('4b. 17.09.2032', 10, 110),
    textLine('5. ZE3419132', 10, 160),
  ]);
  expect(found.familyNames?.value).toBe('ŽUKAUSKAS');
});

it('a number and a date with its signs on one line are two lines', () => {
  const today = new Date('2026-03-01T12:00:00Z');
  const partsOf = (text: string) =>
    partGluedLines(layOutPage({ lines: [textLine(text, 10, 10)] }), kindOf('national-id/MX/ine'), today).map(
      (line) => line.text,
    );
  expect(partsOf('XOCJ730717MBCGBD01 17/07/1973')).toEqual(['XOCJ730717MBCGBD01', '17/07/1973']);
  expect(partsOf('XOCJ730717MBCGBD01 17 07 1973')).toEqual(['XOCJ730717MBCGBD01 17 07 1973']);
  expect(partsOf('XOCJ730717MBCGBD01 17/07/1973 X')).toEqual(['XOCJ730717MBCGBD01 17/07/1973 X']);
});

it('a height in feet and inches has both its signs', () => {
  const heightOf = (text: string) =>
    readLines('driving-license/US', [textLine('16 HGT', 10, 10), textLine(text, 140, 10)]).height?.value;
  expect(['6\'-09"', "6'-09", '5‘-00"', "5'9"].map(heightOf)).toEqual(['6\'-09"', '6\'-09"', '5\'-00"', '5\'9"']);
});

it('a line under the number of an address is no part of it, and an Italian authority gets its apostrophe back', () => {
  const cypriot = [textLine('8._ MAKARIOU 253', 10, 10), textLine('3883 LEFKOSIA', 40, 36)];
  expect(readLines('driving-license/CY/eu-model', cypriot).address?.value).toBe('MAKARIOU 253, 3883 LEFKOSIA');
  const authorityOf = (text: string) =>
    readLines('driving-license/IT/eu-model', [textLine(`4c. ${text}`, 10, 10)]).issuingAuthority?.value;
  expect(authorityOf('MINISTERO DELLINTERNO')).toBe("MINISTERO DELL'INTERNO");
  expect(authorityOf("MINISTERO DELL'INTERNO")).toBe("MINISTERO DELL'INTERNO");
  expect(authorityOf('MINISTERO DELLA SALUTE')).toBe('MINISTERO DELLA SALUTE');
});
