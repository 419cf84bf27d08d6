import { describe, expect, it } from 'vitest';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import type { TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import { listFieldReadings } from '../../../../src/steps/document/field-readings.ts';
import { textLine } from '../../../support/documents/printed-document.ts';
import { kindOf, readLines, readPrint } from '../../../support/documents/read-print.ts';

describe('a value', () => {
  it('that is in two places with two meanings is ambiguous', () => {
    const lines = [
      textLine('Date of birth', 10, 10),
      textLine('12 AUG 1974', 10, 40),
      textLine('Date of birth', 10, 210),
      textLine('13 AUG 1974', 10, 240),
    ];
    expect(readLines('passport/any', lines).dateOfBirth?.ambiguous).toBe(true);
  });

  it('that begins with the word of a label, after another label, is ambiguous; after a label in two languages it is not', () => {
    const readName = (...lines: TextLine[]) => readLines('proof-of-residency/any/bank-statement', lines).issuer;
    expect(readName(textLine('Banka', 10, 10), textLine('Banco Ñuñoa', 160, 10))?.ambiguous).not.toBe(false);
    expect(readName(textLine('Banka Banco Ñuñoa', 10, 10))?.ambiguous).not.toBe(false);
    expect(readName(textLine('Banka', 10, 10), textLine('Ñuñoa', 160, 10))).toMatchObject({
      value: 'Ñuñoa',
      ambiguous: false,
    });
    expect(readName(textLine('Bank / Banque Ñuñoa', 10, 10))).toMatchObject({ value: 'Ñuñoa', ambiguous: false });
  });

  it('of a bank is no line with a date, which belongs to another label', () => {
    const lines = [textLine('Banque Banco Logroño', 10, 10), textLine('Period 01/06/2025 - 28/06/2025', 10, 60)];
    expect(readLines('proof-of-residency/any/bank-statement', lines).issuer?.value ?? '').not.toContain('2025');
  });

  it('has no colon before it, in the width of Chinese print either', () => {
    const lines = [textLine('Place of birth', 10, 10), textLine('：PARIS', 10, 40)];
    expect(readLines('passport/any', lines).placeOfBirth?.value).toBe('PARIS');
  });

  it('of both parents under one label stays each one’s own when a number stands below the names', () => {
    const found = readLines('driving-license/BR/cnh-2006', [
      textLine('Filiação', 10, 10),
      textLine('JOAO PEREIRA', 10, 40),
      textLine('MARIA PEREIRA', 10, 62),
      textLine('12.345.678-9', 10, 84),
    ]);
    expect([found.fatherName?.value, found.motherName?.value]).toEqual(['JOAO PEREIRA', 'MARIA PEREIRA']);
  });

  it('that two labels claim is ambiguous for both', () => {
    const found = readLines('passport/any', [
      textLine('Date of birth', 10, 10),
      textLine('Date of expiry', 10, 34),
      textLine('12 AUG 1974', 180, 22),
    ]);
    for (const value of [found.dateOfBirth, found.dateOfExpiry]) if (value) expect(value.ambiguous).toBe(true);
  });

  it('is found under a label that follows its name in a language that nobody taught us', () => {
    const found = readLines('passport/any', [
      textLine('Pavarde/Surname', 10, 10),
      textLine('BASANAVICIENE', 12, 38),
      textLine('Gimimo data/Date of birth', 10, 110),
      textLine('23 11 1959', 12, 138),
    ]);
    expect(found.familyNames?.value).toBe('BASANAVICIENE');
    expect(found.dateOfBirth?.normalisedValue).toBe('1959-11-23');
  });

  it('that begins next to its label continues under itself, not in the next label’s row', () => {
    const found = readLines('proof-of-residency/any/tax-letter', [
      textLine('Direccion Fjordveien 174', 457, 141),
      textLine('3096 Bodo', 592, 166),
      textLine('Codice fiscale HV2960424', 456, 220),
    ]);
    expect(found.address?.value).toBe('Fjordveien 174, 3096 Bodo');
  });

  it('whose box was cut within a word is joined, and nobody’s sure reading', () => {
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
    const read = (label: string, text: string) => {
      const value = { ...textLine(text, label.length * 11 - 7, 10), agreed: true };
      const found = readLines('national-id/CO/cedula-yellow', [{ ...textLine(label, 0, 10), agreed: false }, value]);
      return found.documentNumber?.agreed ?? null;
    };
    expect(read('Numero', 'ZK0906096')).toBe(true);
    // A number that continues in small letters, a label in capitals, and one that was not read as a whole.
    expect(read('Numero', 'Zk0906096')).not.toBe(true);
    expect(read('NUMERO', 'ZK0906096')).not.toBe(true);
    expect(read('Numer', 'ZK0906096')).not.toBe(true);
  });

  it('ends where the number of the next field follows on its line', () => {
    const rows = [textLine('PERMIS DE CONDUIRE', 10, 10), textLine('5. PY3816875 8. RUE DE LA GARE 236', 10, 62)];
    const found = readLines('driving-license/LU/eu-model', [...rows, textLine('9. AM/B/BE', 10, 114)]);
    expect(found.documentNumber?.normalisedValue).toBe('PY3816875');
    expect(found.address?.value).toBe('RUE DE LA GARE 236');
    // A street may be named after a day.
    const street = textLine('8. STRASSE DES 9. NOVEMBER 12', 10, 62);
    expect(readLines('driving-license/LU/eu-model', [street]).address?.value).toBe('STRASSE DES 9. NOVEMBER 12');
  });

  it('that is a name ends where the number of the second name follows on its line', () => {
    const named = readLines('driving-license/SK/eu-model', [
      { ...textLine('1. KRÁĽ 2. ŠTEFAN', 10, 10), agreed: true },
    ]);
    expect(named.familyNames).toMatchObject({ value: 'KRÁĽ', agreed: true });
    expect(named.givenNames).toMatchObject({ value: 'ŠTEFAN', agreed: true });
  });

  it('is not a speck between a label and its value', () => {
    const value = textLine('ORDÓÑEZ SÁEZ', 60, 10);
    const speck = textLine('S', 44, 18, { size: { height: 5, letter: 4 } });
    const found = readLines('driving-license/ES/eu-model', [textLine('1.', 10, 10), speck, value]);
    expect(found.familyNames?.value).toBe('ORDÓÑEZ SÁEZ');
    const letter = textLine('S', 44, 10);
    const single = readLines('driving-license/ES/eu-model', [textLine('1.', 10, 10), letter]);
    expect(single.familyNames?.value ?? 'S').toBe('S');
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

  it('counts as read twice where the readers agree on it, and not on the label before it', () => {
    const [label, line] = ['KONTOINHABER', 'KONTOINHABER LUÍS BRANDÃO'];
    const read = (agreedFrom?: number) =>
      readLines('proof-of-residency/any/tax-letter', [{ ...textLine(line, 10, 10), agreed: false, agreedFrom }])
        .fullName;
    expect(read(label.length + 1)).toMatchObject({ value: 'LUÍS BRANDÃO', agreed: true, isReadTwice: true });
    expect(read(line.indexOf('BRANDÃO'))).toMatchObject({ value: 'LUÍS BRANDÃO', agreed: false, isReadTwice: false });
    expect(read()).toMatchObject({ agreed: false });
  });

  it('that is a height has its unit apart', () => {
    const found = readLines('national-id/DE/personalausweis', [
      textLine('Größe/Height/Taille', 10, 10),
      textLine('1,57M', 10, 38),
    ]);
    expect(found.height?.value).toBe('1,57 M');
  });

  it('with a letter for a digit is repaired by the shape alone, and says so', () => {
    const found = readLines('driving-license/BR/cnh-2006', [
      textLine('CPF', 10, 10),
      textLine('529.982.247-2S', 10, 40),
    ]);
    expect(found.taxNumber).toMatchObject({ normalisedValue: '52998224725', repaired: true });
  });

  it('is read from hostile pages in bounded work', () => {
    const long = 'DATE OF BIRTH 12 AUG 1974 '.repeat(5_000);
    const lines = Array.from({ length: 10_000 }, (_, index) =>
      textLine(index % 7 === 0 ? long : `X${index}`, index % 900, index),
    );
    for (const kind of documentKinds.slice(-6))
      expect(readPrint(kind, { lines: { front: lines, back: lines } }).length).toBeLessThan(50);
  }, 60_000);
});

describe('a caption with two names', () => {
  const german = documentKinds.find(({ country, type }) => country === 'DE' && type === 'national-id');
  const labels = '[a] Name/Surname/Nom [b] Geburtsname/Name at birth/Nom de naissance';
  const namesOf = (...texts: string[]) => {
    if (german === undefined) throw new Error('no such kind');
    const lines = [textLine(labels, 100, 100), ...texts.map((text, row) => textLine(text, 100, 128 + row * 28))];
    const found = readPrint(german, { lines: { front: lines, back: [] } });
    const valueOf = (name: string) => found.find(({ field }) => field.name === name)?.value;
    return [valueOf('familyNames'), valueOf('birthName')];
  };

  it.each([
    [['[a] MUSTERMANN', '[b] GABLER']],
    [['MUSTERMANN', 'GEB. GABLER']],
    [['[a] MUSTERMANN [b] GABLER']],
    [['(a) MUSTERMANN', '(b) GABLER']],
  ])('%j: the family name is one, the name at birth the other', (texts) => {
    expect(namesOf(...texts)).toEqual(['MUSTERMANN', 'GABLER']);
  });

  it('has no name at birth where none is printed', () => {
    expect(namesOf('[a] MUSTERMANN')).toEqual(['MUSTERMANN', undefined]);
  });

  it.each(['NEEDHAM', 'EPSTEIN', 'ROZENBERG', 'GEBHARDT', 'RENÉE MARTIN', 'NATALIA'])('%s is one name', (text) => {
    expect(namesOf(text)[0]).toBe(text);
  });
});
