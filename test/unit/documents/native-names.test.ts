import { expect, test } from 'vitest';
import { inOwnScript, isNearlySpelledLatin, isSpelledLatin } from '../../../src/domain/documents/native-scripts.ts';
import { placeLine, type PlacedLine } from '../../../src/steps/document/visual/page-layout.ts';
import type { TextLine } from '../../../src/domain/ports/pages/page-reader.ts';
import { latinLinesOf } from '../../../src/steps/document/visual/native-names.ts';
import { textLine } from '../../support/documents/printed-document.ts';
import { readLines } from '../../support/documents/read-print.ts';

test('a name in Greek or Cyrillic has the Latin spellings that its country and passports use, and no others', () => {
  const right = [
    ['Щерев', 'SHTEREV'], ['Йоана', 'YOANA'], ['Христо', 'HRISTO'], ['Христо', 'KHRISTO'], ['София', 'SOFIA'],
    ['Петър', 'PETAR'], ['Παπαδοπούλου', 'PAPADOPOULOU'], ['Νικολαΐδης', 'NIKOLAIDIS'], ['Ευαγγελία', 'EVANGELIA'],
    ['Χαραλάμπους', 'CHARALAMBOUS'], ['Παναγιώτης', 'PANAYIOTIS'], ['ΑΝΝΑ ΜΑΡΙΑ', 'Anna-Maria'],
    ['Їжакевич', 'YIZHAKEVYCH'], ['Гриценко', 'HRYTSENKO'], ["Мар'яна", 'MARIANA'], ['Андрій', 'ANDRII'], ['Юлія', 'YULIIA'],
    ['Хрущёв', 'KHRUSHCHEV'], ['Дмитрий', 'DMITRY'], ['Дмитрий', 'DMITRII'], ['Александр', 'ALEXANDR'],
    ['Циханоўская', 'TSIKHANOUSKAYA'], ['Уладзімір', 'ULADZIMIR'], ['Ђоковић', 'ĐOKOVIĆ'], ['Џамић', 'DŽAMIĆ'], ['Ђорђе', 'DJORDJE'],
    ['Ѓорѓи', 'GJORGJI'], ['Ќосевски', 'KJOSEVSKI'], ['Ѕвездова', 'DZVEZDOVA'], ['Жељко', 'ŽELJKO'],
  ] as const; // prettier-ignore
  for (const [native, latin] of right) expect([native, isSpelledLatin(native, latin)]).toEqual([native, true]);
  const wrong = [['Иванов', 'IVANOVA'], ['Иванова', 'IVANOV'], ['Томова', 'TOMOBA'], ['Μαρία', 'MAPIA'], ['', ''], ['Ж', '']] as const; // prettier-ignore
  for (const [native, latin] of wrong) expect([native, isSpelledLatin(native, latin)]).toEqual([native, false]);
});

test('a name is still the same if one letter of the other script was misread or lost, but not at its end', () => {
  const right = [['ЛОБОМИР', 'LYUBOMIR'], ['ОАНА', 'YOANA'], ['ΝΙΚΟΛΑΔΗΣ', 'NIKOLAIDIS'], ['ИВАНОВА', 'IVANOVA'], ['ИОАНА', 'YOANA']] as const; // prettier-ignore
  for (const [native, latin] of right) expect([native, isNearlySpelledLatin(native, latin)]).toEqual([native, true]);
  const wrong = [
    ['ИВАНОВ', 'IVANOVA'], ['ИВАНОВА', 'IVANOV'], ['ЛОБОМР', 'LYUBOMIR'], ['МАРИЯ', 'MARINA'], ['МАРИО', 'MARIA'], ['ИВО', 'IVA'],
    ['ЕЛЕНА', 'IRENA'], ['ПЕТРОВА', 'IVANOVA'], ['', 'IVANOVA'],
  ] as const; // prettier-ignore
  for (const [native, latin] of wrong) expect([native, isNearlySpelledLatin(native, latin)]).toEqual([native, false]);
});

test('spellings of many ways take no longer than others', () => {
  expect(isSpelledLatin('ЬЙ'.repeat(500), `${'Y'.repeat(700)}Q`)).toBe(false);
});

test('a word is in the script that one of its letters tells, whatever scripts the net saw', () => {
  expect(inOwnScript('XAPΑΛΑМΠΟΥΣ', 'ell')).toEqual({ text: 'ΧΑΡΑΛΑΜΠΟΥΣ', script: 'native' });
  expect(inOwnScript('ЩЕРEB', 'bul')).toEqual({ text: 'ЩЕРЕВ', script: 'native' });
  expect(inOwnScript('ІVАNOVA', 'bul')).toEqual({ text: 'IVANOVA', script: 'latin' });
  expect(inOwnScript('АТОМ', 'bul')).toEqual({ text: 'ATOM', script: 'either' });
  expect(inOwnScript('ТЕ0054839', 'bul')).toEqual({ text: 'TE0054839', script: 'latin' });
});

test('letters that Greek and Cyrillic share by shape are those of the country, and digits within its words are letters', () => {
  const native = (text: string) => ({ text, script: 'native' });
  expect(inOwnScript('ПΕΤΡΟΣ', 'ell')).toEqual(native('ΠΕΤΡΟΣ'));
  // The net saw both scripts in one letter.
  expect(inOwnScript('ΠΑФΦΟΣ', 'ell')).toEqual(native('ΠΑΦΟΣ'));
  expect(inOwnScript('БУРΓГАС', 'bul')).toEqual(native('БУРГАС'));
  expect(inOwnScript('ΦΙΛΙΠΠΟΣ', 'ell')).toEqual(native('ΦΙΛΙΠΠΟΣ'));
  expect(inOwnScript('ЖЕЛЯ3КОВ', 'bul')).toEqual(native('ЖЕЛЯЗКОВ'));
  expect(inOwnScript('ΓΕ0ΡΓΙΟΥ', 'ell')).toEqual(native('ΓΕΟΡΓΙΟΥ'));
  // Both readers took all its letters for Latin ones.
  expect(inOwnScript('MAPO3ABA', 'bel')).toEqual(native('МАРОЗАВА'));
  expect(inOwnScript('AB3C12', 'bel')).toEqual({ text: 'AB3C12', script: 'latin' });
  expect(inOwnScript('VITOSHA3', 'bul')).toEqual({ text: 'VITOSHA3', script: 'latin' });
  expect(inOwnScript('2019', 'bul')).toEqual({ text: '2019', script: 'latin' });
});

function line(text: string, rest: Partial<PlacedLine> = {}): PlacedLine {
  const placed = placeLine({ text, confidence: 0.95, box: [[0, 0], [100, 0], [100, 20], [0, 20]] }, 0, 0); // prettier-ignore
  return { ...placed, agreed: true, ...rest };
}

const read = (...lines: PlacedLine[]) => latinLinesOf(lines).map(({ text, agreed }) => [text, agreed]);

test('of a name in two scripts the Latin one counts, on one line or two, and only if it is the same name', () => {
  const native = line('NBAHOBA', { native: 'ИВАНОВА', agreed: false });
  const both = (text: string, rest: Partial<PlacedLine> = {}) =>
    line(`NBAHOBA ${text}`, { native: `ИВАНОВА / ${text}`, agreed: false, agreedFrom: 8, ...rest });
  expect(read(line('IVANOVA'))).toEqual([['IVANOVA', true]]);
  expect(read(native, line('IVANOVA'))).toEqual([['IVANOVA', true]]);
  expect(read(both('IVANOVA'))).toEqual([['IVANOVA', true]]);
  expect(read(both('IVANOVA', { agreedFrom: undefined }))).toEqual([['NBAHOBA IVANOVA', false]]);
  // Another name, one that only the second reader saw, and one in doubt.
  expect(read(native, line('PETROVA'))).toEqual([['NBAHOBA', false], ['PETROVA', false]]); // prettier-ignore
  expect(read(both('IVANOV'))).toEqual([['NBAHOBA IVANOV', false]]);
  expect(read(native)).toEqual([['ИВАНОВА', false]]);
  expect(read(native, line('IVANOVA', { agreed: false }))).toEqual([['IVANOVA', false]]);
  // One letter of the other script misread, in as many words.
  expect(read(line('x', { native: 'ИВАОВА' }), line('IVANOVA'))).toEqual([['IVANOVA', true]]);
  expect(read(line('x', { native: 'ИВАОВА' }), line('IVANOVA', { agreed: false }))).toEqual([['IVANOVA', false]]);
  expect(read(line('x', { native: 'ИВАОВА АННА' }), line('IVANOVAANNA')).map(([, agreed]) => agreed)).toContain(false);
});

test('a name whose letters are the same in both scripts is not taken twice', () => {
  const either = () => line('ANNA', { native: 'ANNA' });
  expect(read(line('ANNA ANNA', { native: 'ANNA ANNA', agreedFrom: 5 }))).toEqual([['ANNA', true]]);
  expect(read(line('ANNA ANNA', { native: 'ANNA ANNA' }))).toEqual([['ANNA', true]]);
  expect(read(either(), either())).toEqual([['ANNA', true]]);
  expect(read(line('ANNA MARIA', { native: 'ANNA MARIA' }))).toEqual([['ANNA MARIA', true]]);
});

test('of a place in two scripts the Latin spelling counts, behind a date as well, and only if it is the same place', () => {
  const placeOf = (key: string, text: string, rest: Partial<TextLine>) => {
    const lines = [textLine('3.', 10, 100), { ...textLine(text, 40, 100), ...rest }];
    return readLines(key, lines).placeOfBirth;
  };
  const greek = (native: string, latin: string, rest: Partial<TextLine> = {}) => {
    const first = `17.12.1967 MATPA ${latin}`;
    return placeOf('driving-license/GR/eu-model', first, {
      native: `17.12.1967 ${native} ${latin}`, agreed: false, agreedFrom: 17, ...rest,
    }); // prettier-ignore
  };
  expect(greek('ΠΑΤΡΑ', 'PATRA')).toMatchObject({ value: 'PATRA', agreed: true });
  expect(greek('ΑΓΙΟΣ ΝΙΚΟΛΑΟΣ', 'AGIOS NIKOLAOS')).toMatchObject({ value: 'AGIOS NIKOLAOS', agreed: true });
  expect(
    placeOf('driving-license/BG/eu-model', '28.10.1979 6YPTAC / BURGAS', {
      native: '28.10.1979 БУРГАС / BURGAS', agreed: false, agreedFrom: 20,
    }), // prettier-ignore
  ).toMatchObject({ value: 'BURGAS', agreed: true });
  // A word in front that is not the same name, one more or less, a Latin word in front, and a Latin name that one reader alone has.
  for (const [native, latin] of [
    ['ΠΑΤΡΑ', 'ATHINA'], ['ΠΑΤΡΑ', 'PATRAS'], ['ΠΑΤΡΑ ΑΘΗΝΑ', 'PATRA'], ['ΠΑΤΡΑ', 'NEA PATRA'], ['ΠΑΤΡΙ', 'PATRA'], ['NEA ΠΑΤΡΑ', 'PATRA'],
    ['ΚΥΘΗΡΑ', 'KYTHNOS'],
  ] as const) expect([native, latin, greek(native, latin)?.agreed]).toEqual([native, latin, false]); // prettier-ignore
  expect(greek('ΠΑΤΡΑ', 'PATRA', { agreedFrom: undefined })).toMatchObject({ agreed: false });
  // A place in Latin letters alone is none of two scripts.
  expect(placeOf('driving-license/GR/eu-model', '17.12.1967 NEA PATRA', { agreed: true })).toMatchObject({ value: 'NEA PATRA', agreed: true }); // prettier-ignore
});
