import { expect, test } from 'vitest';
import type { ReadableLine } from '../../../../../src/adapters/native/spelling/line-agreement.ts';
import { createLineSpeller } from '../../../../../src/adapters/native/spelling/line-speller.ts';
import { createPageMeter } from '../../../../../src/adapters/native/nets/page-meter.ts';
import type { SecondReader } from '../../../../../src/adapters/native/spelling/second-reader.ts';
import type { ReadLanguage } from '../../../../../src/domain/documents/written-languages.ts';
import { box, languages, raster, readerOf, spellPrinted } from './spell-drawn.ts';

const spellBy = (line: Omit<ReadableLine, 'box'>, seen: string) =>
  createLineSpeller(readerOf(seen)).spell(raster, { ...line, box }, languages, createPageMeter());

test('the second reader adds marks and spaces to the letters on which it agrees, and changes no other', async () => {
  expect(await spellPrinted({ text: 'Zoe' }, 'Zoé')).toEqual({ text: 'Zoé', agreed: true });
  expect(await spellBy({ text: 'Zoe' }, 'Zöc')).toEqual({ text: 'Zoe', agreed: false });
  expect(await spellBy({ text: 'Zoe' }, 'Zo')).toEqual({ text: 'Zoe', agreed: false });
  expect(await spellBy({ text: 'LUfS' }, 'LUÍS')).toEqual({ text: 'LUfS', agreed: false });
  expect(await spellPrinted({ text: 'Name Zoe' }, 'Nane Zoé')).toMatchObject({ agreed: false, agreedFrom: 5 });
});

test('a mark counts only where the ink shows it and its reader reads it again in the ink alone', async () => {
  const doubted = (text: string) => ({ text, agreed: false });
  const own: ReadLanguage[] = ['spa', 'tur', 'pol'];
  expect(await spellPrinted({ text: 'LOGRONO' }, 'LOGROÑO', { own })).toEqual({ text: 'LOGROÑO', agreed: true });
  expect(await spellPrinted({ text: 'LOGRONO' }, 'LÓGROÑO', { own, printed: 'LOGROÑO' })).toEqual(doubted('LÓGROÑO'));
  expect(await spellPrinted({ text: 'LOGRONO' }, 'LOGROÑO', { own, inInkAlone: 'LOGRONO' })).toEqual(
    doubted('LOGROÑO'),
  );
  expect(await spellPrinted({ text: 'LODZ' }, 'ŁODZ')).toEqual({ text: 'ŁODZ', agreed: true });
  // Strokes and letters without a dot have no separate place: the second look decides.
  expect(await spellPrinted({ text: 'LODZ' }, 'ŁODZ', { inInkAlone: 'LODZ' })).toEqual(doubted('ŁODZ'));
  expect(await spellPrinted({ text: 'Adi' }, 'Adı', { own })).toEqual({ text: 'Adı', agreed: true });
  expect(await spellPrinted({ text: 'Adi' }, 'Adı', { own, inInkAlone: 'Adi' })).toEqual(doubted('Adı'));
  const end = await spellPrinted({ text: 'Name Zoe' }, 'Nane Zoé', { inInkAlone: 'Nane Zoe' });
  expect(end.agreedFrom).toBeUndefined();
});

test('a mark of the label that is not in the ink leaves the value behind it agreed on, and one of the value does not', async () => {
  const own: ReadLanguage[] = ['spa'];
  const spell = (seen: string, printed: string, inInkAlone = seen) =>
    spellPrinted({ text: 'Numero JF5835945 ROMAN' }, seen, { own, printed, inInkAlone });
  const [label, value] = ['Número JF5835945 ROMAN', 'Numero JF5835945 ROMÁN'];
  expect(await spell(label, label)).toEqual({ text: label, agreed: true });
  expect(await spell(label, 'Numero JF5835945 ROMAN')).toEqual({ text: label, agreed: false, agreedFrom: 7 });
  // The label's colour is lighter than ink, so that its mark is not read again where ink alone is left.
  expect(await spell(label, label, 'JF5835945 ROMAN')).toEqual({ text: label, agreed: false, agreedFrom: 7 });
  expect(await spell(value, 'Numero JF5835945 ROMAN')).toEqual({ text: value, agreed: false });
  expect(await spell(value, value, 'JF5835945 ROMAN')).toEqual({ text: value, agreed: false });
});

test('a line in doubt is read again with more and less around it, and loses no letter or mark by that', async () => {
  const spell = (text: string, seen: string, inOtherCuts: string) =>
    spellPrinted({ text }, seen, { own: ['spa'], printed: inOtherCuts, inOtherCuts });
  expect(await spell('9RUE', '9RUC', '9 RUE')).toEqual({ text: '9 RUE', agreed: true });
  // The other cuts differ from the first reader, too.
  expect(await spell('9RUE', '9RUC', '9RUF')).toMatchObject({ agreed: false });
  // A letter at the edge that only the usual cut has room for: the detector's box, which the first reader saw, may have cut it off.
  expect(await spell('ARCIA', 'GARCIA', 'ARCIA')).toMatchObject({ agreed: false });
  // A mark that only the usual cut has room for.
  expect(await spell('LOGRONO', 'LOGROÑO', 'LOGRONO')).toMatchObject({ text: 'LOGROÑO', agreed: false });
});

test('a line that differs only between letters and digits keeps both readings, if the second reader is sure', async () => {
  const spell = (text: string, seen: string, sure = 0.95) =>
    createLineSpeller(readerOf(seen, sure)).spell(raster, { text, box }, languages, createPageMeter());
  const first = 'GOP0E656289';
  expect(await spell(first, 'GOPOE656289')).toEqual({ text: first, agreed: false, readOtherwise: 'GOPOE656289' });
  expect(await spell(first, 'GOPOE656289', 0.7)).toEqual({ text: first, agreed: false });
  // Another digit, another letter, or one more.
  for (const seen of ['GOPOE656239', 'GUPOE656289', 'GOPOE6562899', 'GOP0E656288'])
    expect(await spell(first, seen)).toEqual({ text: first, agreed: false });
});

test('a line of which the second reader has no reading stays as it is, and nobody agrees with it', async () => {
  const speller = createLineSpeller({ read: () => Promise.resolve(null) });
  const spelled = await speller.spell(raster, { text: 'Zoe', box }, languages, createPageMeter());
  expect(spelled).toEqual({ text: 'Zoe', agreed: false });
});

test('digits are read again, however sure the first reader is of them', async () => {
  const spell = (text: string, seen: string) => spellBy({ text, confidence: 1 }, seen);
  for (const number of ['20.03.2020', '7 919 949', '12.345.678', '12/2031', '1987', '142'])
    expect(await spell(number, number)).toEqual({ text: number, agreed: true });
  expect(await spell('20.03.2020', '26.03.2020')).toEqual({ text: '20.03.2020', agreed: false });
  expect(await spell('7 919 949', '77919949')).toEqual({ text: '7 919 949', agreed: false });
  expect(await spell('12.345.678', '12.845.678')).toEqual({ text: '12.345.678', agreed: false });
  // Two are too few for a second reader.
  expect(await spell('12', '13')).toEqual({ text: '12' });
});

test('a date on which both agree is kept where they differ behind it', async () => {
  const date = { text: '12.06.2005 ACORUÑA', confidence: 1 };
  expect(await spellBy(date, '12.06.2005 A CORUNA')).toMatchObject({ agreed: false, agreedStart: '12.06.2005' });
  expect(await spellBy(date, '12.06.2006 ACORUNA')).not.toHaveProperty('agreedStart');
  // One of them alone saw the number of the field before it.
  const numbered = { text: '3.12.06.2005 ARHUS', confidence: 1 };
  expect(await spellBy(numbered, '12.06.2005 ARHVS')).toMatchObject({ agreedStart: '3.12.06.2005' });
  expect(await spellBy(numbered, '12.06.2006 ARHVS')).not.toHaveProperty('agreedStart');
  // A day is no number of a field.
  expect(await spellBy(date, '06.2005 A CORUNA')).not.toHaveProperty('agreedStart');
});

test('a single letter of which the first reader is not sure is the one of which the second is, and stays in doubt', async () => {
  const spell = (text: string, confidence: number, seen: string, sure = 0.95) =>
    createLineSpeller(readerOf(seen, sure)).spell(raster, { text, confidence, box }, languages, createPageMeter());
  expect(await spell('E', 0.66, 'F')).toEqual({ text: 'F' });
  expect(await spell('R:', 0.8, 'F')).toEqual({ text: 'F' });
  expect(await spell('E', 0.95, 'F')).toEqual({ text: 'E' });
  expect(await spell('E', 0.66, 'F', 0.8)).toEqual({ text: 'E' });
  // Letters of other shapes contradict each other.
  expect(await spell('M', 0.66, 'F')).toEqual({ text: 'M' });
  expect(await spell('F', 0.66, 'M')).toEqual({ text: 'F' });
  for (const seen of ['FE', '7', 'f', '']) expect(await spell('E', 0.66, seen)).toEqual({ text: 'E' });
});

test('a line on which two agree is as sure as those of its letters that the first reader knows', async () => {
  const line = { text: 'ZIZEK', confidences: [0.5, 0.9, 0.4, 1, 0.8] };
  expect((await spellPrinted(line, 'ŽIŽEK')).confidence).toBeCloseTo(0.9);
  expect((await spellBy(line, 'ZIZEK')).confidence).toBeCloseTo(0.72);
  expect(await spellBy(line, 'ŽIŽEL')).not.toHaveProperty('confidence');
  // Too few are left to say how well the line could be read.
  expect(await spellBy({ text: 'ZSU', confidences: [0.5, 0.4, 0.99] }, 'ŽŠU')).not.toHaveProperty('confidence');
});

test('a letter that the first reader saw, could not name and does not have is the one that the second reader is sure of', async () => {
  const spell = (text: string, unnamed: number[], seen: string, confidence = 0.95) =>
    spellPrinted({ text, unnamed, confidences: Array.from(text, () => 0.9) }, seen, { confidence });
  expect(await spell('aofie', [1], 'ažofie')).toMatchObject({ text: 'ažofie', agreed: true, confidence: 0.9 });
  expect(await spell('2. iva', [3], '2. živa')).toMatchObject({ text: '2. živa', agreed: true });
  expect(await spell('e之a', [0], 'żeża')).toMatchObject({ text: 'żeża', agreed: true });
  expect(await spell('Ime: ofie', [5], 'Ine: žofie')).toMatchObject({ text: 'Ime: žofie', agreedFrom: 5 });
  // Nothing seen there, or elsewhere; a letter that the first reader has; a letter in doubt; another letter misread.
  expect(await spell('ofie', [], 'žofie')).toEqual({ text: 'ofie', agreed: false });
  expect(await spell('ofie', [2], 'žofie')).toEqual({ text: 'ofie', agreed: false });
  expect(await spell('ofie', [0], 'zofie')).toEqual({ text: 'ofie', agreed: false });
  expect(await spell('ofie', [0], 'éofie')).toEqual({ text: 'ofie', agreed: false });
  expect(await spell('ofie', [0], 'žofie', 0.6)).toMatchObject({ agreed: false });
  expect(await spell('ofie', [0], 'žofic')).toEqual({ text: 'ofie', agreed: false });
  // What is no letter for the second reader is none.
  expect(await spell('ziga', [0, 2], 'ziga')).toMatchObject({ text: 'ziga', agreed: true });
  expect(await spell('ziga', [0], 'žiga')).toMatchObject({ text: 'žiga', agreed: true });
});

test('a mark that no language of the page has, and only the second reader sees, is in doubt', async () => {
  const spell = (text: string, by: SecondReader) =>
    createLineSpeller(by).spell(raster, { text, box }, ['deu'], createPageMeter());
  expect(await spell('AZUL', readerOf('AŽUL'))).toEqual({ text: 'AŽUL', agreed: false });
  expect(await spell('AZUL', readerOf('AŽUL', 0.7))).toEqual({ text: 'AZUL', agreed: false });
  const own: ReadLanguage[] = ['deu'];
  expect(await spellPrinted({ text: 'JOSÉ' }, 'JOSÉ', { own })).toEqual({ text: 'JOSÉ', agreed: true });
  expect(await spellPrinted({ text: 'Grun' }, 'Grün', { own })).toEqual({ text: 'Grün', agreed: true });
  expect((await spell('Name Zizek', readerOf('Nane Žižek'))).agreedFrom).toBeUndefined();
});

test('a word that begins with a small i among capitals is in doubt where the language has a capital with a dot', async () => {
  const spell = (text: string, ...own: ReadLanguage[]) =>
    createLineSpeller(readerOf(text)).spell(raster, { text, box }, own, createPageMeter());
  for (const lost of ['istanbul', '41816 istanbul', 'Atatürk istanbul', 'iSTANBUL']) {
    await expect(spell(lost, 'tur')).resolves.toMatchObject({ agreed: false });
  }
  await expect(spell('istanbul', 'pol')).resolves.toEqual({ text: 'istanbul', agreed: true });
  for (const certain of ['Date of issue', 'Izmir', 'Adil']) {
    await expect(spell(certain, 'tur')).resolves.toEqual({ text: certain, agreed: true });
  }
});

test('a small letter among capitals or at the start of a word, and a question mark, are a letter that the first reader lacks', async () => {
  const [spa, pol, swe]: ReadLanguage[][] = [['spa'], ['pol'], ['swe']];
  const agreed = (text: string) => ({ text, agreed: true });
  expect(await spellPrinted({ text: 'SOFfA' }, 'SOFÍA', { own: spa })).toEqual(agreed('SOFÍA'));
  expect(await spellPrinted({ text: 'JESUS MEjfA' }, 'JESÚS MEJÍA', { own: spa })).toEqual(agreed('JESÚS MEJÍA'));
  expect(await spellPrinted({ text: 'tODZ' }, 'ŁÓDŹ', { own: pol })).toEqual(agreed('ŁÓDŹ'));
  expect(await spellPrinted({ text: 'ZOtKIEWSKI' }, 'ŻOŁKIEWSKI', { own: pol })).toEqual(agreed('ŻOŁKIEWSKI'));
  expect(await spellPrinted({ text: 'Telecom todz' }, 'Telecom Łódź', { own: pol })).toEqual(agreed('Telecom Łódź'));
  expect(await spellPrinted({ text: 'Aqua Malm?' }, 'Aqua Malmö', { own: swe })).toEqual(agreed('Aqua Malmö'));
});

test('an E is an Ł that the first reader lacks where the second one is sure of it, in the languages that have it', async () => {
  const spell = async (text: string, seen: string, rest: Parameters<typeof spellPrinted>[2] = {}) =>
    spellPrinted({ text }, seen, { own: ['pol'], ...rest });
  expect(await spell('ZOEKIEWSKI', 'ŻÓŁKIEWSKI')).toEqual({ text: 'ŻÓŁKIEWSKI', agreed: true });
  expect(await spell('ZOEKIEWSKI', 'ŻÓŁKIEWSKI', { confidence: 0.7 })).not.toMatchObject({ agreed: true });
  expect(await spell('ZOEKIEWSKI', 'ŻÓŁKIEWSKI', { own: ['spa'] })).not.toMatchObject({ agreed: true });
  // A plain L, the other way round, and small letters.
  for (const [text, seen] of [
    ['EUKASZ', 'LUKASZ'],
    ['ŁUKASZ', 'EUKASZ'],
    ['Pawel', 'Pawee'],
    ['Paweł', 'Pawee'],
    ['Pawee', 'Paweł'],
  ] as const) {
    expect([text, seen, (await spell(text, seen)).agreed]).toEqual([text, seen, false]);
  }
});

test('it is none where the ink, the languages, the second reader or the other letters do not say so', async () => {
  const own: ReadLanguage[] = ['spa', 'pol'];
  const spell = async (text: string, seen: string, rest: Parameters<typeof spellPrinted>[2] = {}) => {
    const { agreed, agreedFrom } = await spellPrinted({ text }, seen, { own, ...rest });
    return [text, seen, agreed === true || agreedFrom !== undefined];
  };
  const doubted = (text: string, seen: string) => [text, seen, false];
  // Not in the ink, not in the ink alone, not sure, and no letter of these languages.
  expect(await spell('SOFfA', 'SOFÍA', { printed: 'SOFIA' })).toEqual(doubted('SOFfA', 'SOFÍA'));
  expect(await spell('SOFfA', 'SOFÍA', { inInkAlone: 'SOFIA' })).toEqual(doubted('SOFfA', 'SOFÍA'));
  expect(await spell('tODZ', 'ŁODZ', { inInkAlone: 'LODZ' })).toEqual(doubted('tODZ', 'ŁODZ'));
  expect(await spell('SOFfA', 'SOFÍA', { confidence: 0.7 })).toEqual(doubted('SOFfA', 'SOFÍA'));
  expect(await spell('tODZ', 'ŁODZ', { own: ['spa'] })).toEqual(doubted('tODZ', 'ŁODZ'));
  for (const [text, seen] of [
    // Another shape, a letter that the first reader has, small letters around it, another letter that differs, one more or less.
    ['SOFtA', 'SOFÍA'], ['fODZ', 'ŁODZ'], ['SOFfA', 'SOFÉA'], ['SOFfA', 'SOFTA'], ['tODZ', 'TODA'], ['Sofia', 'Sołia'], ['Motol', 'Mołol'], ['Motol', 'MoŁol'],
    ['tomek', 'łomek'], ['SOPfA', 'SOFÍA'], ['SOFfA', 'SOFÍ'], ['SOFf', 'SOFÍA'], ['KUtFA', 'KUŁÍA'], ['tO', 'ŁO'],
    // A question mark that both read, or for a letter that the first reader has.
    ['Malm?', 'Malmo'], ['Malm?', 'Malmóo'], ['Malm?a', 'Malmüa'],
  ] as const) expect(await spell(text, seen)).toEqual(doubted(text, seen)); // prettier-ignore
  expect((await spellPrinted({ text: 'WHY?' }, 'WHY?', { own })).text).toBe('WHY?');
});

test('a line in doubt has the spelling of the ink alone if the first reader agrees with that, and stays in doubt', async () => {
  const own: ReadLanguage[] = ['spa'];
  const doubted = (text: string) => ({ text, agreed: false });
  const spell = (text: string, seen: string, inInkAlone: string, printed: string) =>
    spellPrinted({ text }, seen, { own, inInkAlone, printed });
  expect(await spell('LOGRONO', 'LÓGROÑO', 'LOGROÑO', 'LOGROÑO')).toEqual(doubted('LOGROÑO'));
  expect(await spell('345SUNSETBOULEVARD', '345 SUNSET BOÚULEVARD', '345 SUNSET BOULEVARD', '345 SUNSET BOULEVARD')).toEqual(
    doubted('345 SUNSET BOULEVARD'),
  ); // prettier-ignore
  expect(await spell('VERT', 'VĒRT', 'VERT', 'VERT')).toEqual(doubted('VERT'));
  // One letter was read twice in both looks.
  const pol: ReadLanguage[] = ['pol'];
  const office = 'STAROSTA ŚWIDNICKI';
  const stutter = 'STARÓOSTA ŚWIDNICKI';
  const twice = { own: pol, confidence: 0.53, inInkAlone: stutter };
  expect(await spellPrinted({ text: 'STAROSTASWIDNICKI' }, stutter, twice)).toEqual(doubted(office));
  expect((await spellPrinted({ text: 'STARASTASWIDNICKI' }, stutter, twice)).text).toBe('STARASTASWIDNICKI');
  // The ink shows a mark that the second look lost, or that look has another letter.
  expect(await spell('POPAYAN', 'POPAYÁN', 'POPAYAN', 'POPAYÁN')).toEqual(doubted('POPAYÁN'));
  // Of a letter that the first reader has, its own reading decides.
  expect(await spell('LOGRONO', 'LÓGROÑO', 'LOGROÑO', 'LÓGROÑO')).toEqual(doubted('LOGROÑO'));
  expect(await spell('LOGRONO', 'LÓGROÑO', 'LOGRUÑO', 'LOGROÑO')).toEqual(doubted('LÓGROÑO'));
});
