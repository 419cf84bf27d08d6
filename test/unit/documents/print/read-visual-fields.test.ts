import { describe, expect, it } from 'vitest';
import { kindKeyOf } from '../../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import type { DocumentKind } from '../../../../src/domain/document-kinds/document-kind.ts';
import type { Point, TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import { layOutPage } from '../../../../src/steps/document/visual/page-layout.ts';
import { partGluedLines } from '../../../../src/steps/document/visual/part-glued-lines.ts';
import { readVisualFields } from '../../../../src/steps/document/visual/read-visual-fields.ts';
import { squeezeText } from '../../../../src/steps/document/visual/squeeze-text.ts';
import { printDocument, textLine, type PrintedDocument } from '../../../support/documents/printed-document.ts';

const today = new Date('2026-03-01T12:00:00Z');
const keyed = documentKinds.map((kind) => [kindKeyOf(kind), kind] as const);

function read(
  kind: DocumentKind,
  { lines }: Pick<PrintedDocument, 'lines'>,
  change: (line: TextLine) => TextLine = (line) => line,
) {
  const pages = kind.sides.map((side) => ({ side, lines: layOutPage({ lines: lines[side].map(change) }) }));
  return readVisualFields(kind, pages, today);
}

/** Fields whose value was not read as it is printed. */
function missed(kind: DocumentKind, document: PrintedDocument, change?: (line: TextLine) => TextLine) {
  const found = read(kind, document, change);
  return document.values.flatMap(({ field, expected }) => {
    const value = found.find((candidate) => candidate.field === field);
    const isRight =
      value !== undefined &&
      [value.normalisedValue, value.value].some((text) => squeezeText(text ?? '').text === squeezeText(expected).text);
    return isRight ? [] : [`${field.name}: ${expected} read as ${value?.normalisedValue ?? value?.value ?? 'nothing'}`];
  });
}

describe.each(keyed)('%s', (_key, kind) => {
  it('is read in full when it is printed as its kind says', () => {
    for (const seed of [1, 2, 3]) expect(missed(kind, printDocument(kind, { seed }))).toEqual([]);
  });

  it('is read in full when the page lies on its side or stands on its head', () => {
    const turns: ((point: Point) => Point)[] = [
      ([x, y]) => [3000 - y, x],
      ([x, y]) => [3000 - x, 3000 - y],
      ([x, y]) => [y, 3000 - x],
    ];
    for (const turn of turns) {
      const change = ({ box: [a, b, c, d], ...line }: TextLine): TextLine => ({
        ...line,
        box: [turn(a), turn(b), turn(c), turn(d)],
      });
      expect(missed(kind, printDocument(kind, { seed: 4 }), change)).toEqual([]);
    }
  });

  it('is read in full when the recogniser knows no marks on letters and drops the spaces between words', () => {
    const change = (line: TextLine): TextLine => {
      const bare = line.text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
      return { ...line, text: bare.replace(/(?<=[A-Za-z]) (?=[A-Za-z])/g, '') };
    };
    expect(missed(kind, printDocument(kind, { seed: 5 }), change)).toEqual([]);
  });
});

const kindOf = (key: string) => {
  const kind = documentKinds.find((candidate) => kindKeyOf(candidate) === key);
  if (kind === undefined) throw new Error(`no kind ${key}`);
  return kind;
};
const readLines = (key: string, lines: TextLine[]) =>
  Object.fromEntries(
    read(kindOf(key), { lines: { front: lines, back: [] } }).map((field) => [field.field.name, field]),
  );

describe('labels', () => {
  it('are found with a letter wrong when they are long', () => {
    const found = readLines('passport/any', [textLine('Dale of birth', 10, 10), textLine('12 AUG 1974', 10, 40)]);
    expect(found.dateOfBirth?.normalisedValue).toBe('1974-08-12');
  });

  it('are found where a small picture lost the spaces and strokes between them', () => {
    const found = readLines('passport/any', [
      textLine('Code du paysPassport Number/ N° de passeport', 10, 10),
      textLine('L898902C3', 300, 40),
      textLine('05POHLAV/SEXSEXE', 10, 100),
      textLine('F', 130, 130),
      textLine('DATAUPLYUUTERMINUWAZNOSCVDATEOFEXPIRY', 10, 200),
      textLine('31.12.2014', 10, 230),
    ]);
    expect(found.documentNumber?.normalisedValue).toBe('L898902C3');
    expect(found.sex?.normalisedValue).toBe('F');
    expect(found.dateOfExpiry?.normalisedValue).toBe('2014-12-31');
  });

  it('next to their values do not hand them the next row, whose label they are not', () => {
    const found = readLines('driving-license/GB/photocard', [
      textLine('2.', 10, 10),
      textLine('IMOGEN', 60, 10),
      textLine('3.', 10, 36),
      textLine('11.07.1961 CAERPHILLY', 60, 36),
    ]);
    expect(found.givenNames?.value).toBe('IMOGEN');
    const card = readLines('national-id/US/state-id', [textLine('15 SEXF', 10, 10)]);
    expect(card.sex?.normalisedValue).toBe('F');
  });

  it('keep the row of the next number from a name that may have two lines', () => {
    const found = readLines('driving-license/IE/eu-model', [
      textLine('1.', 10, 10),
      textLine('WHITFIELD', 60, 10),
      textLine('2. ALISTAIR', 500, 10),
      textLine('3.', 10, 36),
      textLine('28.04.1961 CAERPHILLY', 60, 36),
    ]);
    expect(found.familyNames).toMatchObject({ value: 'WHITFIELD', ambiguous: false });
    expect(found.dateOfBirth).toMatchObject({ normalisedValue: '1961-04-28', ambiguous: false });
  });

  it('whose number 1 was not recognised leave its value to be found by the numbers around it', () => {
    const rows = [
      textLine('2.', 500, 62),
      textLine('GÖRAN', 550, 62),
      textLine('3.', 10, 112),
      textLine('17.03.1987 MALMÖ', 60, 112),
    ];
    const title = textLine('KÖRKORT', 10, 10);
    const found = readLines('driving-license/SE/eu-model', [title, textLine('SJÖBERG', 60, 62), ...rows]);
    expect(found.familyNames).toMatchObject({ value: 'SJÖBERG', ambiguous: false });
    // Of what stands elsewhere, or of two lines, none is taken for a name.
    expect(readLines('driving-license/SE/eu-model', [title, ...rows]).familyNames).toBeUndefined();
    const elsewhere = [title, textLine('NÅGOT ANNAT', 200, 62), ...rows];
    expect(readLines('driving-license/SE/eu-model', elsewhere).familyNames).toBeUndefined();
    const two = [title, textLine('SJÖBERG', 60, 62), textLine('ANNAN', 60, 36), ...rows];
    expect(readLines('driving-license/SE/eu-model', two).familyNames).toBeUndefined();
  });

  it('of an authority take its name although it marks the document, and no other field does', () => {
    const found = readLines('driving-license/GB/photocard', [
      textLine('1.', 10, 10),
      textLine('DVLA', 60, 10),
      textLine('4c.', 10, 62),
      textLine('DVLA', 60, 62),
    ]);
    expect(found.issuingAuthority?.value).toBe('DVLA');
    expect(found.familyNames).toBeUndefined();
  });

  it('are found beyond a speck that was taken for a sign; in the place of a name it is left alone', () => {
    const found = readLines('driving-license/GB/photocard', [
      textLine('4b.', 10, 10),
      textLine('/', 60, 10),
      textLine('16.12.2031', 80, 10),
      textLine('1.', 10, 62),
      textLine('-', 60, 62),
      textLine('SMITH', 80, 62),
    ]);
    expect(found.dateOfExpiry?.normalisedValue).toBe('2031-12-16');
    expect(found.familyNames?.value).not.toBe('SMITH');
  });

  it('of two columns that were taken for one line give each value its own', () => {
    const found = readLines('passport/any', [
      textLine('07 VYDANO/DATE OF ISSUE/DATE DE DELIVRANCE 08 PLATNOST DO/DATE OF EXPIRY', 10, 10),
      textLine('29.07.2006', 20, 40),
      textLine('29.07.2016', 620, 40),
    ]);
    expect(found.dateOfIssue?.normalisedValue).toBe('2006-07-29');
    expect(found.dateOfExpiry?.normalisedValue).toBe('2016-07-29');
  });

  it('of both names share a line whose comma parts them, and without one neither is sure', () => {
    const caption = textLine('Name (Surname, Given names)', 10, 10);
    const found = readLines('passport/any', [caption, textLine('LIN, MEI-HUA', 10, 40)]);
    expect([found.familyNames?.value, found.givenNames?.value]).toEqual(['LIN', 'MEI-HUA']);
    expect([found.familyNames?.ambiguous, found.givenNames?.ambiguous]).toEqual([false, false]);
    const whole = readLines('passport/any', [caption, textLine('MEI-HUA LIN', 10, 40)]);
    expect([whole.familyNames?.ambiguous, whole.givenNames?.ambiguous]).not.toContain(false);
  });

  it('in one line with their values are distinguished from them', () => {
    const found = readLines('driving-license/US', [
      textLine('15 SEX F 16 HGT 5-08 18 EYES BLU', 10, 10),
      textLine('3DOB 01/31/1990', 10, 60),
    ]);
    expect([found.sex?.normalisedValue, found.height?.value, found.eyeColour?.value]).toEqual(['F', '5-08', 'BLU']);
    expect(found.dateOfBirth?.normalisedValue).toBe('1990-01-31');
  });

  it('of two languages in one line are one label', () => {
    const found = readLines('passport/any', [textLine('Surname / Nom', 10, 10), textLine('ERIKSSON', 10, 40)]);
    expect(found.familyNames?.value).toBe('ERIKSSON');
  });

  it('are no values of others', () => {
    const found = readLines('passport/any', [
      textLine('Surname', 10, 10),
      textLine('Given names', 10, 40),
      textLine('ANNA', 10, 70),
    ]);
    expect(found.familyNames).toBeUndefined();
    expect(found.givenNames?.value).toBe('ANNA');
  });
});

describe('a value', () => {
  it('that stands in two places with two meanings is ambiguous', () => {
    const lines = [
      textLine('Date of birth', 10, 10),
      textLine('12 AUG 1974', 10, 40),
      textLine('Date of birth', 10, 210),
      textLine('13 AUG 1974', 10, 240),
    ];
    expect(readLines('passport/any', lines).dateOfBirth?.ambiguous).toBe(true);
  });

  it('that begins with the word of a label, after another label, is ambiguous; after a label in two languages it is not', () => {
    const read = (...lines: TextLine[]) => readLines('proof-of-residency/any/bank-statement', lines).issuer;
    expect(read(textLine('Banka', 10, 10), textLine('Banco Ñuñoa', 160, 10))?.ambiguous).not.toBe(false);
    expect(read(textLine('Banka Banco Ñuñoa', 10, 10))?.ambiguous).not.toBe(false);
    expect(read(textLine('Banka', 10, 10), textLine('Ñuñoa', 160, 10))).toMatchObject({
      value: 'Ñuñoa',
      ambiguous: false,
    });
    expect(read(textLine('Bank / Banque Ñuñoa', 10, 10))).toMatchObject({ value: 'Ñuñoa', ambiguous: false });
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

  it('that begins next to its label goes on under itself, not in the next label’s row', () => {
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

  it('ends where the number of the next field follows on its line', () => {
    const rows = [textLine('PERMIS DE CONDUIRE', 10, 10), textLine('5. PY3816875 8. RUE DE LA GARE 236', 10, 62)];
    const found = readLines('driving-license/LU/eu-model', [...rows, textLine('9. AM/B/BE', 10, 114)]);
    expect(found.documentNumber?.normalisedValue).toBe('PY3816875');
    expect(found.address?.value).toBe('RUE DE LA GARE 236');
    // A street may be named after a day.
    const street = textLine('8. STRASSE DES 9. NOVEMBER 12', 10, 62);
    expect(readLines('driving-license/LU/eu-model', [street]).address?.value).toBe('STRASSE DES 9. NOVEMBER 12');
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
      expect(read(kind, { lines: { front: lines, back: lines } }).length).toBeLessThan(50);
  }, 60_000);
});

describe('a caption with two names', () => {
  const german = documentKinds.find(({ country, type }) => country === 'DE' && type === 'national-id');
  const labels = '[a] Name/Surname/Nom [b] Geburtsname/Name at birth/Nom de naissance';
  const namesOf = (...texts: string[]) => {
    if (german === undefined) throw new Error('no such kind');
    const lines = [textLine(labels, 100, 100), ...texts.map((text, row) => textLine(text, 100, 128 + row * 28))];
    const found = read(german, { lines: { front: lines, back: [] } });
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
