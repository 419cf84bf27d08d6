import { describe, expect, it } from 'vitest';
import { kindKeyOf } from '../../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import type { DocumentKind } from '../../../../src/domain/document-kinds/document-kind.ts';
import type { Point, TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import { layOutPage } from '../../../../src/steps/document/visual/page-layout.ts';
import { squeezeText } from '../../../../src/steps/document/visual/squeeze-text.ts';
import { printDocument, textLine, type PrintedDocument } from '../../../support/documents/printed-document.ts';
import { readLines, readPrint } from '../../../support/documents/read-print.ts';

const keyed = documentKinds.map((kind) => [kindKeyOf(kind), kind] as const);

/** Fields whose value was read differently from the print. */
function missed(kind: DocumentKind, document: PrintedDocument, change?: (line: TextLine) => TextLine) {
  const found = readPrint(kind, document, change);
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

  it('is read in full when the page is sideways or upside down', () => {
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

  it('next to their values do not give them the next row, whose label they are not', () => {
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

  it('keep a place that is a separate text behind its date from the name above it', () => {
    const read = (date: string, behind: TextLine) =>
      readLines('driving-license/MT/eu-model', [
        textLine('1.', 10, 10),
        textLine('GAUĊI', 60, 10),
        textLine('2. ĠANNI', 180, 10),
        textLine('3.', 10, 40),
        textLine(date, 60, 40),
        behind,
      ]);
    // The boxes overlap, or there is a space between them.
    for (const left of [60 + 10 * 11 - 8, 60 + 10 * 11 + 8]) {
      const found = read('27.06.1980', textLine('ŻEJTUN', left, 40));
      expect(found.givenNames).toMatchObject({ value: 'ĠANNI', ambiguous: false });
      expect(found.dateOfBirth).toMatchObject({ normalisedValue: '1980-06-27', ambiguous: false });
    }
    // The box of the place may begin within the date's, but a date has all its digits.
    const cut = readLines('driving-license/SI/eu-model', [
      textLine('3.', 10, 40),
      { ...textLine('27.06.1980', 60, 40), agreed: true },
      { ...textLine('CELJE', 60 + 10 * 11 - 8, 40), agreed: true },
    ]);
    expect(cut.dateOfBirth).toMatchObject({ normalisedValue: '1980-06-27', agreed: true });
    expect(cut.placeOfBirth?.agreed ?? false).toBe(false);
    // Far behind the date, or behind more than a date, it may be the second line of the name.
    expect(read('27.06.1980', textLine('MARIJA', 225, 40)).givenNames?.value).toBe('ĠANNI MARIJA');
    expect(read('27.06.1980 ŻEJTUN', textLine('MARIJA', 60 + 17 * 11 + 8, 40)).givenNames?.value).toBe('ĠANNI MARIJA');
  });

  it('leave a number in doubt whose last letter is in a box that begins within the number', () => {
    const cut = (digits: string) => [
      { ...textLine(digits, 60, 40), agreed: true },
      { ...textLine('JX', 60 + digits.length * 11 - 8, 40), agreed: true },
    ];
    for (const digits of ['79432376', '79 432 376', '79-432-3761']) {
      expect([digits, layOutPage({ lines: cut(digits) }).map(({ agreed }) => agreed)]).toEqual([
        digits,
        [false, false],
      ]);
    }
    expect(layOutPage({ lines: cut('27.06.1980') }).map(({ agreed }) => agreed)).toEqual([true, false]);
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
    // Boxes are wider than their ink, so that the name's may overlap that of the next number.
    const near = [title, textLine('ŠPELA', 60, 62), textLine('2. ANA', 60 + 5 * 11 - 8, 62), ...rows.slice(2)];
    const beside = readLines('driving-license/SI/eu-model', near);
    expect(beside.familyNames).toMatchObject({ value: 'ŠPELA', ambiguous: false });
    // A name in the country's script has its Latin one below it.
    const native = { ...textLine('MANAAONOYAOY', 60, 62), native: 'ΠΑΠΑΔΟΠΟΥΛΟΥ', agreed: false };
    const readGreek = (latin: string) =>
      readLines('driving-license/GR/eu-model', [title, native, { ...textLine(latin, 60, 86), agreed: true }, ...rows]);
    const greek = readGreek('PAPADOPOULOU').familyNames;
    expect(greek).toMatchObject({ value: 'PAPADOPOULOU', agreed: true, isReadTwice: true });
    expect(readGreek('NIKOLAIDIS').familyNames?.agreed ?? false).toBe(false);
  });

  it('whose number 2 was not recognised leave both names of a row to be found above number 3', () => {
    const [title, first] = [textLine('PERMIS DE CONDUIRE', 10, 10), textLine('1.', 10, 62)];
    const names = [textLine('WEBER', 60, 62), textLine('HÉLOÏSE', 250, 62)];
    const rows = [textLine('3.', 10, 100), textLine('04.06.1951 MERSCH', 60, 100)];
    const read = (...lines: TextLine[]) => readLines('driving-license/LU/eu-model', [title, ...lines, ...rows]);
    for (const numbers of [[first], []]) {
      const found = read(...numbers, ...names);
      expect(found.familyNames).toMatchObject({ value: 'WEBER', ambiguous: false });
      expect(found.givenNames).toMatchObject({ value: 'HÉLOÏSE', ambiguous: false });
    }
    // A second word of the family name, a third text, two rows, and a name elsewhere leave it open.
    expect(read(first, textLine('WEBER', 60, 62), textLine('KLEIN', 60 + 5 * 11 + 12, 62)).givenNames).toBeUndefined();
    expect(read(first, ...names, textLine('ANNA', 400, 62)).givenNames).toBeUndefined();
    expect(read(first, ...names, textLine('KLEIN', 60, 84)).givenNames).toBeUndefined();
    expect(read(textLine('WEBER', 130, 62), textLine('HÉLOÏSE', 320, 62)).givenNames).toBeUndefined();
    expect(read(first, textLine('WEBER', 60, 62), textLine('HÉLOÏSE 7', 250, 62)).givenNames).toBeUndefined();
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
