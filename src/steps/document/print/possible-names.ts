import { cardWords, jurisdictionWords } from '../../../domain/barcodes/aamva-words.ts';
import type { DocumentKind } from '../../../domain/document-kinds/document-kind.ts';
import { countryOfCode, lettersOfCountry } from '../../../domain/country-words/find-countries.ts';
import { stateTitleWords, titleWords } from '../../../domain/documents/title-words.ts';
import { monthOfWord } from '../../../domain/printed-dates/month-names.ts';
import { editDistance, squeezeText } from '../visual/squeeze-text.ts';
import { languagesOf } from './find-country.ts';
import type { MachineWord } from './machine-word.ts';
import { isTitleOfState } from './state-titles.ts';

/** The facts that tell which words of a page are known to be something other than a name. */
export interface KnownWords {
  words: readonly MachineWord[];
  kind: DocumentKind | null;
  /** Values of other fields, which were read next to their labels. */
  values?: readonly string[];
}

/** Fewer letters are a title, a code or an initial. */
const fewestLetters = 3;
/** In words: the longest name of a country, title or label. */
const longestRun = 9;
/** In characters. */
const fewestOfNumber = 7;
const mostMisread = 2;
const fewestDigitsOfCode = 4;
/** In letters: one of so many may be misread. */
const fewestOfMisread = 8;

/**
 * The words in capitals on a line that nothing explains. A forger can print a digit, a small letter, a label, a title or a country next to a
 * true name, and the reader takes both for one line. So each word is judged by itself.
 */
export function possibleNamesIn(text: string, known: KnownWords): string[] {
  const tokens = (text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((printed) => ({
    printed,
    letters: squeezeText(printed).text,
    runs: capitalsIn(printed),
  }));
  if (tokens.every(({ runs }) => runs.length === 0)) return [];
  const whole = wholeTexts(known);
  const left = new Set(tokens.keys());
  for (let start = 0; start < tokens.length; start += 1) {
    for (let end = Math.min(tokens.length, start + longestRun); end > start; end -= 1) {
      const joined = tokens
        .slice(start, end)
        .map(({ letters }) => letters)
        .join('');
      if (!whole.has(joined)) continue;
      for (let index = start; index < end; index += 1) left.delete(index);
      break;
    }
  }
  const names = namesOfCountries(known);
  return tokens.flatMap(({ printed, letters, runs }, index) => {
    if (!left.has(index) || isTitleOfState(letters, names) || areTitles(letters)) return [];
    if (isMisreadNumber(letters, known) || isCode(letters) || resemblesWord(letters, known)) return [];
    const isDate = isNumber(tokens[index - 1]?.printed) && isMonth(printed, known);
    return isDate ? [] : runs.filter((run) => !whole.has(squeezeText(run).text));
  });
}

/** Whether a word has many digits and too few letters for a name: `PAB83426`. */
function isCode(letters: string): boolean {
  return letters.replace(/\D/g, '').length >= fewestDigitsOfCode && letters.replace(/\d/g, '').length <= fewestLetters;
}

/** Whether a word is one of a long title or label with few wrong letters. */
function resemblesWord(letters: string, { kind }: KnownWords): boolean {
  if (letters.length < fewestOfMisread) return false;
  const most = Math.min(2, Math.floor(letters.length / fewestOfMisread));
  return wordsOfKind(kind).some((word) => word.length >= fewestOfMisread && editDistance(word, letters, most) <= most);
}

/** Whether a word is titles with the slash between them read as a letter or lost: `PASZPORTIPASSPORT`. */
function areTitles(letters: string): boolean {
  const rest = longTitles.reduce((left, title) => left.replace(title, ''), letters);
  return rest.length <= 1 && rest.length < letters.length;
}

/** Whether a word is a number of the zone or barcode with letters for some of its digits: `BAAD00589`. */
function isMisreadNumber(letters: string, { words }: KnownWords): boolean {
  if (letters.length < fewestOfNumber || !/\d/.test(letters)) return false;
  return words.some(({ value }) => {
    const number = squeezeText(value).text;
    return /\d/.test(number) && editDistance(number, letters, mostMisread) <= mostMisread;
  });
}

/** The parts of a word in capitals, without digits and small letters: `OTIENO` of `OTIENO7` and of `aOTIENO`. */
function capitalsIn(word: string): string[] {
  return (word.match(/[\p{Lu}\p{M}]+/gu) ?? []).filter((run) => squeezeText(run).text.length >= fewestLetters);
}

function isNumber(word: string | undefined): boolean {
  return word !== undefined && /\d/.test(word);
}

function isMonth(word: string, { kind }: KnownWords): boolean {
  const languages = [...(kind?.languages ?? []), 'en', 'fr', 'es'];
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return monthOfWord(plain, languages) !== null;
}

/** The texts that are no name: labels, titles, names of countries, and the values of zone, barcode and labels with each of their words. */
function wholeTexts(known: KnownWords): ReadonlySet<string> {
  const { words, values = [] } = known;
  const own = words.flatMap(({ value, meaning }) => [value, meaning, ...value.split(/[\s<]+/)]);
  const codes = words.filter(({ name }) => name === 'issuingState' || name === 'nationality');
  return new Set([
    ...wordsOfKind(known.kind),
    ...namesOfCountries(known),
    ...[...own, ...values, ...values.flatMap((value) => value.split(/\s+/))].map((text) => squeezeText(text).text),
    ...codes.flatMap(({ value }) => (countryOfCode(value) === null ? [] : [value])),
    ...jurisdictionWords(words.find(({ name }) => name === 'region')?.meaning ?? ''),
  ]);
}

function namesOfCountries({ words, kind }: KnownWords): string[] {
  return words
    .filter(({ name }) => name === 'issuingState' || name === 'nationality')
    .flatMap(({ meaning }) => lettersOfCountry(meaning, languagesOf(meaning, kind)));
}

/** The words of a kind's titles and labels, and of titles in general. */
function wordsOfKind(kind: DocumentKind | null): readonly string[] {
  if (kind === null) return generalWords;
  const before = kindWords.get(kind);
  if (before !== undefined) return before;
  const texts = [
    ...Object.values(kind.marks).flat(),
    ...kind.wholeNameLabels,
    ...kind.fields.flatMap(({ labels }) => labels),
  ];
  const isCard = kind.barcodes.some(({ standard }) => standard === 'aamva');
  const all = [
    ...generalWords,
    ...texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{M}]+/u)]).map((text) => squeezeText(text).text),
    ...(isCard ? cardWords : []),
  ].filter((word) => word.length > 1);
  kindWords.set(kind, all);
  return all;
}

/** Longest first: a title may begin like another one. */
const longTitles = [...titleWords].filter((word) => word.length >= 6).sort((one, other) => other.length - one.length);
const generalWords = [...titleWords, ...stateTitleWords];
const kindWords = new WeakMap<DocumentKind, readonly string[]>();
