import {
  inOwnScript,
  isNativeWord,
  isSpelledLatin,
  lookAlikes,
  mayBeNative,
  nativeLanguageOf,
  type NativeLanguage,
} from '../../../domain/documents/native-scripts.ts';
import type { ReadLanguage } from '../../../domain/documents/written-languages.ts';
import { textOfWords, type SecondReading } from './second-reader.ts';

/** The second reading, each word in one script, if a word may be in the country's own. */
export function nativeTextOf({ words }: SecondReading, languages: readonly ReadLanguage[]): string | null {
  const language = nativeLanguageOf(languages);
  if (language === null) return null;
  const latin = latinWordsOf(words, language);
  const spelled = words.map(({ text }, index) =>
    index < words.length - latin.length ? inOwnScript(text, language) : { text, script: 'latin' },
  );
  const isNative = spelled.some(({ script }) => script !== 'latin');
  if (!isNative) return null;
  return textOfWords(words.map((word, index) => ({ ...word, text: spelled[index]?.text ?? word.text })));
}

/** The second reading with the words in Latin letters that spell the native ones before them (`ΑΘΗΝΑ ATHINA`). */
export function withLatinWords(reading: SecondReading, languages: readonly ReadLanguage[]): SecondReading {
  const language = nativeLanguageOf(languages);
  const latin = language === null ? [] : latinWordsOf(reading.words, language);
  if (latin.length === 0) return reading;
  const from = reading.words.length - latin.length;
  const words = reading.words.map((word, index) => ({ ...word, text: latin[index - from] ?? word.text }));
  return { ...reading, words, text: textOfWords(words) };
}

/**
 * Whether a part of a line is in Latin letters. A word of letters that the country's script has as well may be one in that script (`TOMOBA`),
 * unless it is the Latin spelling of the word before it.
 */
export function isInLatin(part: string, { words }: SecondReading, language: NativeLanguage): boolean {
  if (!mayBeNative(part, language)) return true;
  const latin = latinWordsOf(words, language);
  const own = part.split(/[^\p{L}\p{M}'’-]+/u).filter((word) => word !== '');
  return own.length > 0 && own.every((word) => latin.includes(word));
}

/** The last words of a line in Latin letters, if they are the Latin spelling of all words with letters before them. Empty otherwise. */
function latinWordsOf(words: SecondReading['words'], language: NativeLanguage): readonly string[] {
  for (let from = 1; from < words.length; from += 1) {
    const native = words.slice(0, from).flatMap(({ text }) => nativeWordOf(text, language) ?? []);
    const latin = words.slice(from).map(({ text }) => toLatin(text));
    if (native.length === 0 || !native.every(isNativeWord) || latin.some(isNativeWord)) continue;
    const [own, other] = [withoutStutter(native.join('')), latin.join('')];
    if (isSpelledLatin(own, other) && !isRepeated(own, inOwnScript(other, language).text)) return latin;
  }
  return [];
}

/** Capitals are printed without accents: one with an accent next to the same without is one letter that was read twice (`ΑΘΗΉΝΑ`). */
function withoutStutter(native: string): string {
  const letters = Array.from(native);
  const plain = (letter = '') => letter.normalize('NFD').replace(/\p{M}/gu, '');
  return letters
    .filter((letter, index) => {
      const isAccented = plain(letter) !== letter;
      return !isAccented || ![letters[index - 1], letters[index + 1]].includes(plain(letter));
    })
    .join('');
}

/** Whether a native name is printed twice, with one letter misread in one of them: it has no Latin spelling then. */
function isRepeated(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => Array.from(text));
  if (first === undefined || second === undefined) return false;
  const shorter = Math.min(first.length, second.length);
  let [start, end] = [0, 0];
  while (start < shorter && first[start] === second[start]) start += 1;
  while (end < shorter - start && first.at(-1 - end) === second.at(-1 - end)) end += 1;
  return Math.max(first.length, second.length) - start - end < 2;
}

/** Null for a number, a date or a sign, which belongs to no script. */
function nativeWordOf(text: string, language: NativeLanguage): string | null {
  return /\p{L}/u.test(text) && !/^\d/.test(text) ? inOwnScript(text, language).text : null;
}

function toLatin(word: string): string {
  return Array.from(word, (letter) => lookAlikes.latin[lookAlikes.other.indexOf(letter)] ?? letter).join('');
}
