import { expect, test } from 'vitest';
import { createLineSpeller } from '../../../../../src/adapters/native/spelling/line-speller.ts';
import { nativeTextOf, withLatinWords } from '../../../../../src/adapters/native/spelling/native-words.ts';
import { createPageMeter } from '../../../../../src/adapters/native/nets/page-meter.ts';
import type { ReadLanguage } from '../../../../../src/domain/documents/written-languages.ts';
import { box, raster, readerOf, spellPrinted } from './spell-drawn.ts';

test('a word that may be in the country’s own script is in doubt, although both readers take it for Latin', async () => {
  const spell = (text: string, seen: string, language: ReadLanguage) =>
    createLineSpeller(readerOf(seen)).spell(raster, { text, box }, [language], createPageMeter());
  expect(await spell('TOMOBA', 'TOMOBA', 'bul')).toEqual({ text: 'TOMOBA', agreed: false, native: 'ТОМОВА' });
  expect(await spell('MAPIA', 'MAPIA', 'ell')).toEqual({ text: 'MAPIA', agreed: false, native: 'ΜΑΡΙΑ' });
  expect((await spell('1. TOMOBA', '1. TOMOBA', 'bul')).agreed).toBe(false);
  // With a letter that only one script has, or where every letter means the same in both.
  expect(await spell('TOMOVA', 'TOMOVA', 'bul')).toEqual({ text: 'TOMOVA', agreed: true });
  expect(await spell('MARIA', 'MARIA', 'ell')).toEqual({ text: 'MARIA', agreed: true });
  expect(await spell('ANNA', 'ANNA', 'ell')).toEqual({ text: 'ANNA', agreed: true, native: 'ANNA' });
  expect(await spell('TOMOBA', 'TOMOBA', 'slv')).toEqual({ text: 'TOMOBA', agreed: true });
});

test('the Latin words behind those of the country’s own script are agreed on, with or without the space between', async () => {
  const spell = (text: string) =>
    createLineSpeller(readerOf('ИВАНОBА IVANOVA')).spell(raster, { text, box }, ['bul'], createPageMeter());
  expect(await spell('NBAHOBA IVANOVA')).toEqual({
    text: 'NBAHOBA IVANOVA',
    agreed: false,
    agreedFrom: 8,
    native: 'ИВАНОВА IVANOVA',
  });
  expect(await spell('NBAHOBAIVANOVA')).toMatchObject({ agreed: false, agreedFrom: 7 });
  expect((await spell('NBAHOBA IVANOVO')).agreedFrom).toBeUndefined();
});

test('a line is as sure as its date and its Latin words, where the first reader does not know the script between them', async () => {
  const [text, seen] = ['1.2.1990 COΦN9 SOFIA', '1.2.1990 СОФИЯ SOFIA'];
  const confidencesOf = (read: string) => Array.from(read, (_, index) => (index >= 9 && index < 14 ? 0.3 : 0.97));
  const spell = (reading: string) =>
    createLineSpeller(readerOf(reading)).spell(
      raster,
      { text, confidences: confidencesOf(text), box },
      ['bul'],
      createPageMeter(),
    );
  expect(await spell(seen)).toMatchObject({ agreed: false, agreedFrom: 15 });
  expect((await spell(seen)).confidence).toBeCloseTo(0.97);
  // Without Latin words on which both agree, nothing shows how much the first reader knows.
  expect(await spell('1.2.1990 СОФИЯ SOFIE')).not.toHaveProperty('confidence');
  // A digit at the start of the other script's word is one of its letters, misread.
  const burgas = '1.2.1990 6YPFAC BURGAS';
  const place = { text: burgas, confidences: confidencesOf(burgas), box };
  const speller = createLineSpeller(readerOf('1.2.1990 БУРГАС BURGAS'));
  const spelled = await speller.spell(raster, place, ['bul'], createPageMeter());
  expect(spelled.confidence).toBeCloseTo(0.97);
});

test('the Latin words are agreed on behind one that both readers took for Latin', async () => {
  const speller = createLineSpeller(readerOf('1. TOMOBA TOMOVA'));
  const spelled = await speller.spell(raster, { text: '1.TOMOBATOMOVA', box }, ['bul'], createPageMeter());
  expect(spelled).toMatchObject({ agreed: false, agreedFrom: 10, native: '1. ТОМОВА TOMOVA' });
});

test('a Latin name of letters that the native script has as well counts if it is the spelling of the native name before it', async () => {
  const spell = async (text: string, seen: string, own: ReadLanguage) => {
    const { agreed, agreedFrom, native } = await spellPrinted({ text }, seen, { own: [own] });
    return { counts: agreed === true ? text : agreedFrom === undefined ? '' : text.slice(agreedFrom), native };
  };
  expect(await spell('06.01.1945 AOHNA ATHINA', '06.01.1945 ΑΘΗΝΑ ATHINA', 'ell')).toEqual({
    counts: 'ATHINA',
    native: '06.01.1945 ΑΘΗΝΑ ATHINA',
  });
  // An accent that no capital has: its letter was read twice.
  expect((await spell('AOHNA ATHINA', 'ΑΘΗΉΝΑ ΑΤΗΙΝΑ', 'ell')).counts).toBe('ATHINA');
  expect(await spell('KATR KATYA', 'КАТЯ КАТУА', 'bul')).toEqual({ counts: 'KATYA', native: 'КАТЯ KATYA' });
  // Alone, before another name, and behind a word that is not in the native script.
  for (const [text, seen] of [
    ['ATHINA', 'ATHINA'], ['NATPA ATHINA', 'ΠΑΤΡΑ ATHINA'], ['NEA ATHINA', 'NEA ATHINA'], ['AOHNA MAPIA', 'ΑΘΗΝΑ MAPIA'], ['MAPIA MAPIA', 'ΜΑΡΙΑ MAPIA'],
    ['AOHNA ATHINB', 'ΑΘΗΝΑ ATHINA'], ['MANIA MAPIA', 'ΜΑΠΙΑ MAPIA'], ['AOHNA ATHINA', 'ΑΘΕΡΝΑ ATHINA'],
  ] as const) expect([text, (await spell(text, seen, 'ell')).counts]).toEqual([text, '']); // prettier-ignore
});

test('parts of a word between slashes get no spaces that are not in print', () => {
  const readingOf = (...texts: string[]) => {
    const words = texts.map((text, index) => ({
      text,
      from: 20 * index,
      to: 20 * index + 15,
      confidence: 0.99,
      ...(text.endsWith('/') && { isGlued: true }),
    }));
    return { text: texts.join(''), confidence: 0.99, words };
  };
  const categories = readingOf('AM/', 'B1/', 'B');
  expect(nativeTextOf(categories, ['bul'])).toBe('AM/B1/B');
  expect(withLatinWords(readingOf('ТКАЧЕНКО/', 'TKACHENKO'), ['ukr']).text).toBe('ТКАЧЕНКО/TKACHENKO');
});
