import { describe, expect, it } from 'vitest';
import type { TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import { listFieldReadings } from '../../../../src/steps/document/field-readings.ts';
import { textLine } from '../../../support/documents/printed-document.ts';
import { kindOf, readLines, readPrint } from '../../../support/documents/read-print.ts';

describe('a value', () => {
  it('whose box was cut within a word is joined, and neither reader is sure of it', () => {
    const line = textLine('Oficina E', 83, 236);
    const found = readLines('proof-of-residency/any/tax-letter', [
      { ...line, agreed: true },
      { ...textLine('Energia Bodo', 83 + 8 * 11 - 2, 236), agreed: true },
    ]);
    expect(found.issuer).toMatchObject({ value: 'Energia Bodo', agreed: false });
  });

  it('stays a sure reading where its box only touches that of its number, which no letter can be cut from', () => {
    const rows = [textLine('2. GÖRAN', 500, 10), textLine('3. 17.03.1987 MALMÖ', 10, 62)];
    const value = { ...textLine('SJÖBERG', 10 + 2 * 11 - 6, 10), agreed: true };
    const found = readLines('driving-license/SE/eu-model', [textLine('1.', 10, 10), value, ...rows]);
    expect(found.familyNames).toMatchObject({ value: 'SJÖBERG', agreed: true, isReadTwice: true });
    // Without the full stop it may be half a letter.
    const nearer = { ...value, box: textLine('SJÖBERG', 10 + 11 - 6, 10).box };
    const cut = readLines('driving-license/SE/eu-model', [textLine('1', 10, 10), nearer, ...rows]);
    expect(cut.familyNames?.agreed ?? false).toBe(false);
    // A number in smaller print is none.
    const small = textLine('1', 10, 14, { size: { height: 13, letter: 11 } });
    const beside = readLines('driving-license/SE/eu-model', [small, nearer, ...rows]);
    expect(beside.familyNames).toMatchObject({ value: 'SJÖBERG', agreed: true });
  });

  it('stays a sure reading where a speck or number in small print that was taken for a letter touches its box', () => {
    const read = (label: string, text: string, { letters = 'X', height = 7 } = {}) => {
      const speck = textLine(letters, 10, 52 - height, { size: { height, letter: 12 / letters.length } });
      const value = { ...textLine(text, 17, 32), agreed: true };
      const found = readLines('driving-license/BR/cnh-2006', [textLine(label, 14, 4), speck, value]);
      return found.dateOfExpiry ?? found.fullName;
    };
    expect(read('Validade', '14/04/2034')).toMatchObject({ normalisedValue: '2034-04-14', agreed: true });
    expect(read('Nome', 'SILVA')).toMatchObject({ value: 'SILVA', agreed: true });
    expect(read('Nome', 'SILVA', { height: 14 })).toMatchObject({ value: 'SILVA', agreed: true });
    // Half a letter is as high as the others, and in small letters one may be low.
    expect(read('Nome', 'SILVA', { height: 16 })?.agreed ?? false).toBe(false);
    expect(read('Nome', 'SILVA', { letters: 'XI' })?.agreed ?? false).toBe(false);
    expect(read('Nome', 'Silva')?.agreed ?? false).toBe(false);
  });

  it('stays a sure reading where the box behind it begins with the number of the next field, or the one before it is a label', () => {
    const name = { ...textLine('HORVATIĆ', 36, 10), agreed: true };
    const next = { ...textLine('2.LUKA', 36 + 8 * 11 - 7, 10), agreed: true };
    const rows = [textLine('1.', 2, 10), textLine('3. 24.11.1957 ČAKOVEC', 2, 62)];
    const licence = readLines('driving-license/HR/eu-model', [...rows, name, next]);
    expect(licence.familyNames).toMatchObject({ value: 'HORVATIĆ', agreed: true });
    expect(licence.givenNames).toMatchObject({ value: 'LUKA', agreed: true });
    const date = { ...textLine('17 FEB 2520', 13 * 11 - 5, 10), agreed: true };
    const card = readLines('national-id/TH/id-card', [{ ...textLine('Date of Birth', 0, 10), agreed: true }, date]);
    expect(card.dateOfBirth).toMatchObject({ normalisedValue: '1977-02-17', isReadTwice: true });
    // Digits alone may be halves of letters, and a short label the beginning of a name.
    const halved = { ...next, text: '2LUKA' };
    const cut = readLines('driving-license/HR/eu-model', [...rows, name, halved]);
    expect(cut.familyNames?.agreed ?? false).toBe(false);
  });

  it('stays a sure reading in capitals or digits behind a short label in small letters, whose box it touches', () => {
    const readBoth = (kind: string, label: string, text: string) => {
      const value = { ...textLine(text, label.length * 11 - 7, 10), agreed: true };
      return readLines(kind, [{ ...textLine(label, 0, 10), agreed: false }, value]);
    };
    const read = (label: string, text: string) =>
      readBoth('national-id/CO/cedula-yellow', label, text).documentNumber?.agreed ?? null;
    const readName = (label: string, text: string) =>
      readBoth('national-id/TH/id-card', label, text).familyNames?.agreed ?? null;
    expect(read('Numero', 'ZK0906096')).toBe(true);
    // A label in capitals may be a part of a name, but not of a number.
    expect(read('NUMERO', 'ZK0906096')).toBe(true);
    expect(readName('LAST NAME', 'SRISAWAT')).not.toBe(true);
    expect(readName('Last name', 'SRISAWAT')).toBe(true);
    // A number that continues in small letters, and a label that was not read as a whole.
    expect(read('Numero', 'Zk0906096')).not.toBe(true);
    expect(read('NUMERO', 'Zk0906096')).not.toBe(true);
    expect(read('Numer', 'ZK0906096')).not.toBe(true);
    expect(read('NUMER', 'ZK0906096')).not.toBe(true);
  });

  it('is read from its own box where the box of its number reaches into its first digit', () => {
    const number = textLine('4a. 2', 10, 10);
    const date = textLine('27.04.2022', 10 + 4 * 11, 10);
    const found = readLines('driving-license/IT/eu-model', [{ ...number, confidence: 0.89, agreed: true }, date]);
    expect(found.dateOfIssue).toMatchObject({ normalisedValue: '2022-04-27', confidence: 0.97 });
    const other = readLines('driving-license/IT/eu-model', [{ ...number, text: '4a. 1', confidence: 0.89 }, date]);
    expect(other.dateOfIssue?.agreed ?? false).toBe(false);
  });

  it('is sure where the box of its number has half of its first letter, and not where that letter may be another one', () => {
    const readName = (number: string, text: string, { reach = 12, agreed = true } = {}) => {
      const value = { ...textLine(text, 10 + number.length * 11 - reach, 10), agreed };
      const rows = [textLine('2. ANNA', 500, 10), textLine('3. 17.03.1987 PÉCS', 10, 62)];
      const found = readLines('driving-license/HU/eu-model', [textLine(number, 10, 10), value, ...rows]);
      return found.familyNames?.agreed === true ? found.familyNames.value : null;
    };
    expect([readName('1.S', 'SZABÓ'), readName('1. z', 'ŽIGA'), readName('1. (', 'GÁL')]).toEqual([
      'SZABÓ',
      'ŽIGA',
      'GÁL',
    ]);
    // A digit that looks like its left half.
    expect([readName('1.5', 'SZABÓ'), readName('1.8', 'BALOGH'), readName('1.8', 'ÖRSI')]).toEqual([
      'SZABÓ',
      'BALOGH',
      null,
    ]);
    expect([readName('1.5', 'SZABÓ', { reach: 5 }), readName('1.5', 'SZABÓ', { agreed: false })]).toEqual([null, null]);
    expect(readName('1.E', 'BALOGH')).toBe('BALOGH');
    expect([readName('1.E', 'BALOGH', { reach: 5 }), readName('1.E', 'BALOGH', { agreed: false })]).toEqual([
      null,
      null,
    ]);
    expect([readName('1.e', 'BALOGH'), readName('1.V', 'BALOGH')]).toEqual([null, null]);
    expect(readName('1.K', 'SZABÓ')).toBeNull();
    expect(readName('1. (', 'SZABÓ')).toBeNull();
    expect(readName('1.L', 'LOYD', { reach: 5 })).toBeNull();
    expect(readName('1.I', 'IVARI')).toBeNull();
    expect(readName('1.S', 'SZABÓ', { agreed: false })).toBeNull();
  });

  it('is a date without the digit that its box took from the end of its label', () => {
    const readDate = (text: string, reach: number) =>
      readLines('driving-license/US', [textLine('DOB', 10, 10), textLine(text, 10 + 3 * 11 - reach, 10)]).dateOfBirth
        ?.normalisedValue;
    expect(readDate('307/22/1987', 9)).toBe('1987-07-22');
    // In a box that does not reach into the label, a digit too many may be anything.
    expect(readDate('307/22/1987', -9) ?? null).toBeNull();
    expect(readDate('3307/22/1987', 9) ?? null).toBeNull();
  });

  it('is sure where its own box has the last letter of its label', () => {
    const readName = (label: string, text: string, agreed = true) => {
      const value = { ...textLine(text, label.length * 11 - 12, 10), agreed };
      const found = readLines('national-id/TH/id-card', [{ ...textLine(label, 0, 10), agreed: true }, value]);
      return found.familyNames?.isReadTwice === true ? found.familyNames.value : null;
    };
    expect(readName('Last name', 'e SRISAWAT')).toBe('SRISAWAT');
    expect(readName('Last name', 'e SRISAWAT', false)).toBeNull();
    expect(readName('Last name', 'o SRISAWAT')).not.toBe('SRISAWAT');
  });

  it('stays a sure reading where the next field’s box begins with its last letter', () => {
    const read = (text: string) => {
      const name = { ...textLine('1. KJÆR', 2, 10), agreed: true };
      const next = { ...textLine(text, 2 + 7 * 11 - 9, 10), agreed: true };
      const found = readLines('driving-license/DK/eu-model', [name, next, textLine('3. 24.11.1957 ÅRHUS', 2, 62)]);
      return [found.familyNames, found.givenNames].map((field) => (field?.agreed === true ? field.value : null));
    };
    expect(read('R 2. SØREN')).toEqual(['KJÆR', 'SØREN']);
    // Another letter is in neither box.
    expect(read('K 2. SØREN')[0]).toBeNull();
  });

  it('of a name does not include the place of birth behind its date below it, and a speck does not part the two', () => {
    const rows = [
      textLine('1. PERIŠIĆ', 10, 10),
      textLine('2. ŠIME', 280, 10),
      textLine('3.', 10, 36),
      textLine('02.02.1953', 52, 36),
      textLine('89', 160, 36, { size: { height: 10, letter: 5 } }),
      textLine('ŠIBENIK', 172, 36),
    ];
    for (const left of [250, 280, 310]) {
      const page = rows.map((line) => (line.text === '2. ŠIME' ? textLine(line.text, left - 100, 10) : line));
      const found = readLines('driving-license/HR/eu-model', page);
      expect([left, found.givenNames?.value, found.placeOfBirth?.value]).toEqual([left, 'ŠIME', 'ŠIBENIK']);
    }
  });

  it('of categories is in doubt in a box that was cut, however sure its letter seems', () => {
    const kind = kindOf('driving-license/SE/eu-model');
    const judge = (...lines: TextLine[]) => {
      const visual = readPrint(kind, { lines: { front: lines, back: [] } });
      const given = { mrz: null, zonePage: 0, barcode: null, kind, areMarksRead: true, country: 'SE' };
      return listFieldReadings({ ...given, visual }).find(({ name }) => name === 'licenceCategories');
    };
    // Half of the B was read with the number, and the whole of it in its own box.
    const cut = judge(textLine('9.E', 10, 10), textLine('B', 10 + 3 * 11 - 9, 10));
    expect(cut?.value === 'E' && !cut.isDoubtful).toBe(false);
    expect(judge(textLine('9.', 10, 10), textLine('B', 60, 10))).toMatchObject({ value: 'B', isDoubtful: false });
  });

  it('is sure where the box of its label has its first letter, too', () => {
    const readName = (label: string, text: string, { reach = 12, agreed = true } = {}) => {
      const value = { ...textLine(text, label.length * 11 - reach, 10), agreed };
      const found = readLines('national-id/TH/id-card', [{ ...textLine(label, 0, 10), agreed: true }, value]);
      return found.familyNames?.isReadTwice === true ? found.familyNames.value : null;
    };
    expect(readName('Last name S', 'SRISAWAT')).toBe('SRISAWAT');
    // Another letter, one that fits between the boxes, one that was read once, and a word that is no label.
    expect(readName('Last name K', 'SRISAWAT')).toBeNull();
    expect(readName('Last name I', 'ISAWAT')).toBeNull();
    expect(readName('Last name S', 'SRISAWAT', { reach: 5 })).toBeNull();
    expect(readName('Last name S', 'SRISAWAT', { agreed: false })).toBeNull();
    expect(readName('Last nape S', 'SRISAWAT')).toBeNull();
    expect(readName('Last name S', 'Srisawat')).toBeNull();
  });
});
