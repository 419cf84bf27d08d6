import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../specimens/drawing/create-random.ts';
import { findKinds } from '../../../../src/domain/document-kinds/find-kinds.ts';
import { getNationalRule } from '../../../../src/domain/national-numbers/index.ts';
import { findDate } from '../../../../src/steps/document/print/find-date.ts';
import { findMissingWords } from '../../../../src/steps/document/print/find-name.ts';
import { isNumberPrinted } from '../../../../src/steps/document/print/find-number.ts';
import { layOutPage } from '../../../../src/steps/document/visual/page-layout.ts';

const box = [
  [0, 0],
  [100, 0],
  [100, 20],
  [0, 20],
] as const;
const placed = (...texts: string[]) =>
  texts.flatMap((text) => layOutPage({ lines: [{ text, confidence: 0.98, box }] }));
const missing = (name: string, ...texts: string[]) => findMissingWords(name, { texts, isCut: false });

describe('a name of the zone', () => {
  it.each([
    ['MUELLER', 'Müller'],
    ['MUELLER', 'MULLER'],
    ['NUNEZ', 'Núñez'],
    ['WALESA', 'WAŁĘSA'],
    ['OCONNOR', "O'Connor"],
    ['MEI HUA', 'LIN, MEI-HUA'],
    ['KOWALSKA KWIATKOWSKA', 'KOWALSKA- KWIATKOWSKA'],
    ['AEVARSDOTTIR', 'ÆVARSDÓTTIR'],
    ['JORGE ANTHONY', 'JORGEANTHONY'],
    ['NOVAKOVA', 'NOVÁKOVÁ SVOBODOVÁ'],
    ['MARTIN', 'NOM: MARTIN'],
    ['DR HANS', 'Hans'],
    ['DE LA CRUZ', 'DeLaCruz'],
  ])('%s is found in %s', (name, text) => {
    expect(missing(name, text)).toEqual([]);
  });

  it.each([
    ['NOVAK', 'SPECIMEN'],
    ['BERGE', 'HEIDELBERGER STRASSE'],
    ['BERGER', 'HEIDELBERGERSTRASSE'],
    ['ERIKSSON', 'ERIKSON'],
    ['MARIA', 'ANNAMARIAS'],
    ['ANN', 'ANNA MARIA'],
    ['ANNA MARIA', 'ANNA'],
    ['A', 'A 12'],
    ['SMITH', 'SMYTH'],
  ])('%s is not found in %s', (name, text) => {
    expect(missing(name, text)).not.toEqual([]);
  });

  it('may lack the end of a word only where the zone had no room for it', () => {
    expect(findMissingWords('PAPANDROPOU', { texts: ['PAPANDROPOULOUS'], isCut: true })).toEqual([]);
    expect(findMissingWords('PAPANDROPOU', { texts: ['PAPANDROPOULOUS'], isCut: false })).toEqual(['PAPANDROPOU']);
  });

  it('that was cut may have initials behind a whole name, and no word but the last may lack its end', () => {
    const cut = (name: string) => findMissingWords(name, { texts: ['JONATHON ALEC QUENTIN'], isCut: true });
    expect(cut('JONATHON A Q')).toEqual([]);
    expect(cut('JONATHON ALEC QUE')).toEqual([]);
    expect(cut('JON ALEC QUENTIN')).toEqual(['JON']);
    expect(cut('J A Q')).toEqual(['J', 'A', 'Q']);
    expect(cut('JONATHON B')).toEqual(['B']);
  });

  it.each([
    ['JAEGER', 'JÁGER'],
    ['IVANOV IVAN IVANOVICH', 'IVANOV IVAN IVANOVICH'],
    ['IVANOV', 'ІВАНОВ / IVANOV'],
    ['PAPADOPOULOS', 'ΠΑΠΑΔΟΠΟΥΛΟΣ PAPADOPOULOS'],
    ['SOMCHAI', 'นาย สมชาย SOMCHAI'],
    ['ERIKSSON ANNA MARIA', 'ANNA MARIA ERIKSSON'],
    ['GARCIA', 'GARCÍA LÓPEZ'],
    ['RAJESH', 'RAJESH'],
    ['VAN DER BERG', 'VANDERBERG'],
  ])('%s is found next to marks, other scripts, particles and names that the zone leaves out: %s', (name, text) => {
    expect(missing(name, text)).toEqual([]);
  });

  it.each([
    ['GARCIA LOPEZ', 'GARCÍA'],
    ['IVANOV PETROVICH', 'IVANOV IVANOVICH'],
    ['IBAHOB', 'ІВАНОВ'],
  ])('%s is not found in %s: what the zone adds to the print is not confirmed', (name, text) => {
    expect(missing(name, text)).not.toEqual([]);
  });
});

describe('a number of the zone', () => {
  it.each([
    ['L898902C3', 'No. L898902C3'],
    ['L898902C3', 'L 898902 C 3'],
    ['XX000000', 'XXO0OOOO'],
    ['175775H55790', "CARTE NATIONALE D'IDENTITE N:175775H55790"],
  ])('%s is found in %s', (number, text) => {
    expect(isNumberPrinted(number, [text], null)).toBe(true);
  });

  it('is found without its check character where the kind prints one, and nowhere else', () => {
    const [kind] = findKinds({ type: 'national-id', country: 'PE' });
    if (kind === undefined) throw new Error('the catalogue has no card of Peru');
    const number = getNationalRule('pe-dni').example(createRandom(1));
    const body = number.slice(0, 8);
    expect(isNumberPrinted(body, [`DNI${body}-${number.slice(8)}`], kind)).toBe(true);
    expect(isNumberPrinted(body, [`DNI${number}`], { fields: [] })).toBe(false);
    expect(isNumberPrinted(body, [`DNI${number}`], null)).toBe(false);
    expect(isNumberPrinted(body, [`${body}${(Number(number.slice(8)) + 1) % 10}`], kind)).toBe(false);
    expect(isNumberPrinted(number.slice(0, 7), [`DNI${body}`], kind)).toBe(false);
  });

  it.each([
    ['L898902C3', 'L898902C4'],
    ['5622061', '695622/0612'],
    ['123', 'No. 123'],
  ])('%s is not found in %s', (number, text) => {
    expect(isNumberPrinted(number, [text], null)).toBe(false);
  });
});

describe('a date of the zone', () => {
  const search = { country: null, isMonthFirst: false };

  it.each([
    ['1974-08-12', '12 AUG/AOUT 74'],
    ['1974-08-12', '12.08.1974'],
    ['1974-08-12', '1974-08-12'],
    ['1974-08-12', '12081974'],
    ['1974-08-12', '1208.1974'],
    ['1974-08-12', '1208 1974'],
    ['1974-08-12', '12.081974'],
    ['1974-08-12', '12-081974'],
    ['1974-08-12', '12/0874'],
    ['1974-08-12', '1974-0812'],
    ['1974-08-12', '197408-12'],
    ['1985-01-01', '01JAN7JAN85'],
    ['1979-02-20', '20FEB1979'],
    ['1970-08-16', '160870'],
  ])('%s is found in %s', (iso, text) => {
    expect(findDate(iso, placed(text), search)).toEqual({ iso });
  });

  it.each([
    ['1974-08-12', '08.12.1974'],
    ['1974-08-12', '12 SEP 1974'],
    ['2012-01-01', '01 JAN 2010 - 01 FEB 2012'],
    ['1974-08-12', '112.08.1974'],
    ['1974-08-12', '11208.1974'],
    ['1974-08-12', '1208.19745'],
    ['2005-04-20', '2004-2005'],
    ['2012-11-20', '2011/2012'],
  ])('%s is not found in %s', (iso, text) => {
    expect(findDate(iso, placed(text), search)).toBeNull();
  });

  it('takes the century that the print says', () => {
    expect(findDate('2011-01-01', placed('01.01.1911'), search)).toEqual({ iso: '1911-01-01' });
  });

  it('is found in the calendar of its country', () => {
    expect(findDate('1976-01-05', placed('05/01/2519'), { ...search, country: 'TH' })).toEqual({ iso: '1976-01-05' });
    expect(findDate('1976-01-05', placed('15.10.1354'), { ...search, country: 'IR' })).toEqual({ iso: '1976-01-05' });
    expect(findDate('1976-01-05', placed('05/01/2519'), search)).toBeNull();
  });

  it('is read month first in the United States alone', () => {
    expect(findDate('1974-08-12', placed('08/12/1974'), { country: 'US', isMonthFirst: true })?.iso).toBe('1974-08-12');
  });
});
