import { describe, expect, it } from 'vitest';
import type { Quad, TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import { findShortDate } from '../../../../src/domain/printed-dates/find-short-date.ts';
import { partOfLine } from '../../../../src/steps/document/visual/part-of-line.ts';
import { readLines } from '../../../support/documents/read-print.ts';
import { textLine } from '../../../support/documents/printed-document.ts';

/** A text in a box of this width. */
function boxed(text: string, x: number, y: number, width: number): TextLine {
  const box: Quad = [
    [x, y],
    [x + width, y],
    [x + width, y + 20],
    [x, y + 20],
  ];
  return { ...textLine(text, x, y), box };
}

const passport = 'passport/any';

describe('a value in several boxes', () => {
  it('is the whole row', () => {
    const read = readLines(passport, [
      textLine('Date of birth/Date de naissance', 10, 10),
      boxed('20', 10, 32, 24),
      boxed('MAY', 39, 32, 36),
      boxed('/MAI', 80, 32, 46),
      boxed('95', 131, 32, 24),
      textLine('Nationality', 10, 60),
      boxed('BRITISH', 10, 82, 80),
      boxed('CITIZEN', 95, 82, 80),
    ]);
    expect(read.dateOfBirth).toMatchObject({ value: '20 MAY /MAI 95', normalisedValue: '1995-05-20' });
    expect(read.nationality?.value).toBe('BRITISH CITIZEN');
  });

  it('ends where the next text has its own caption, or is further away than a word', () => {
    const columns = [textLine('Nationality', 10, 10), boxed('Sex', 95, 10, 33), boxed('FRA', 10, 32, 80)];
    expect(readLines(passport, [...columns, boxed('F', 95, 32, 12)]).nationality?.value).toBe('FRA');
    const apart = [textLine('Nationality', 10, 10), boxed('FRA', 10, 32, 36), boxed('LYON', 80, 32, 46)];
    expect(readLines(passport, apart).nationality?.value).toBe('FRA');
  });
});

describe('a caption', () => {
  it('in two languages has its value under the whole of it', () => {
    const read = readLines(passport, [
      textLine('Givan names/Prénoms', 10, 10),
      textLine('HENERT', 10, 32),
      textLine('BRITISH CITIZEN', 110, 56),
    ]);
    expect(read.givenNames?.value).toBe('HENERT');
  });

  it('that is misread behind another script is not the second line of a name', () => {
    const read = readLines(passport, [
      textLine('Surname', 10, 10),
      textLine('DOE', 10, 32),
      textLine('(en/Glven Namea)', 10, 54),
    ]);
    expect(read.familyNames?.value).toBe('DOE');
  });

  it('of the whole name is no label of the given names, whatever follows it', () => {
    const read = readLines('passport/any/visa', [
      textLine('Surname, Given names/Nombres', 10, 10),
      textLine('ERIKSSON ANNA MARIA', 10, 32),
    ]);
    expect(read.givenNames).toBeUndefined();
  });

  it('of the sex has its value under the word of the other language', () => {
    const read = readLines('national-id/IT/cie', [
      textLine('SESSO', 10, 10),
      textLine('SEX', 10, 32),
      textLine('F', 10, 54),
    ]);
    expect(read.sex?.normalisedValue).toBe('F');
  });
});

describe('a sex in a wide box', () => {
  it('is not joined with the nationality that its box touches', () => {
    const read = readLines('national-id/FR/cni-2021', [
      boxed('SEXE /Sex NATIONALITÉ/ Nationality', 10, 10, 228),
      boxed('F', 9, 32, 48),
      boxed('FRA', 50, 32, 82),
    ]);
    expect(read.sex?.normalisedValue).toBe('F');
    expect(read.nationality?.value).toBe('FRA');
  });
});

describe('a date with a year of two digits', () => {
  const today = new Date('2026-03-01T12:00:00Z');

  it('of numbers alone is read where only one order makes a date', () => {
    expect(findShortDate('05/31/28', today)).toBe('2028-05-31');
    expect(findShortDate('06 17 70', today)).toBe('1970-06-17');
    expect(findShortDate('31.05.28', today)).toBeNull();
    expect(findShortDate('05/06/28', today)).toBeNull();
    expect(findShortDate('06 17 70 22 11', today)).toBeNull();
  });

  it('is a birth in the past', () => {
    const read = readLines(passport, [textLine('Date of birth', 10, 10), textLine('07SEP 40', 10, 32)]);
    expect(read.dateOfBirth?.normalisedValue).toBe('1940-09-07');
    const future = readLines(passport, [textLine('Date of birth', 10, 10), textLine('07 SEP 2040', 10, 32)]);
    expect(future.dateOfBirth?.normalisedValue).toBe('2040-09-07');
  });
});

describe('the number of a field with a misread letter', () => {
  it('is found right before a date alone', () => {
    const licence = 'driving-license/FR/eu-model';
    expect(readLines(licence, [textLine('4631.12.2018', 10, 10)]).dateOfExpiry?.normalisedValue).toBe('2018-12-31');
    expect(readLines(licence, [textLine('46311220188', 10, 10)]).dateOfExpiry).toBeUndefined();
  });
});

describe('a number of a licence', () => {
  it('has a label with a colon to its left', () => {
    const read = readLines('driving-license/US', [textLine('LIC #:', 10, 10), textLine('034568', 110, 10)]);
    expect(read.documentNumber?.normalisedValue).toBe('034568');
  });
});

describe('the part of a line that is a name from the zone', () => {
  const names = { own: 'GONZALEZ MENDEZ', other: 'CRISTINA', areNamesCut: false };

  it('is next to the other name, behind a stroke, or behind a label', () => {
    expect(partOfLine('GONZALEZ-MENDEZ,CRISTINA', names)).toBe('GONZALEZ-MENDEZ');
    expect(partOfLine('CRISTINA GONZALEZ MENDEZ', names)).toBe('GONZALEZ MENDEZ');
    expect(partOfLine('TKA4EHKO/TKACHENKO', { ...names, own: 'TKACHENKO' })).toBe('TKACHENKO');
    expect(partOfLine('Nome: GONZÁLEZ MÉNDEZ', names)).toBe('GONZÁLEZ MÉNDEZ');
  });

  it('is not part of a longer name in capitals', () => {
    expect(partOfLine('FRUNZA GONZALEZ MENDEZ', names)).toBeNull();
    expect(partOfLine('GONZALEZ MENDEZ LOPEZ', names)).toBeNull();
  });
});
