import { describe, expect, it } from 'vitest';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import type { TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import { textLine } from '../../../support/documents/printed-document.ts';
import { readLines, readPrint } from '../../../support/documents/read-print.ts';
import { sampleOf } from '../../../support/sample-of.ts';

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
    for (const kind of sampleOf(documentKinds.slice(-6), 2))
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
