import { cardWords, jurisdictionWords } from '../../../domain/barcodes/aamva-words.ts';
import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import type { DocumentKind } from '../../../domain/document-kinds/document-kind.ts';
import { countryOfCode, lettersOfCountry } from '../../../domain/country-words/find-countries.ts';
import { nameLikeWords } from '../../../domain/documents/name-like-words.ts';
import { stateTitleWords, titleWords } from '../../../domain/documents/title-words.ts';
import { oncePer } from '../../../domain/once-per.ts';
import { monthOfWord } from '../../../domain/printed-dates/month-names.ts';
import { editDistance, squeezeText } from '../visual/squeeze-text.ts';
import { languagesOf } from './find-country.ts';
import type { MachineWord } from './machine-word.ts';
import { inLatin, speltBy, type LineScript } from './print-words.ts';
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
/** Of words that are apart. */
export const fewestLettersInParts = 4;
/** In words: the longest name of a country, title or label. */
const longestRun = 9;
/** In characters. */
const fewestOfNumber = 7;
const mostMisread = 2;
const fewestDigitsOfCode = 4;
const lettersOfTitleWord = 5;
/** In letters: one of so many may be misread. */
const fewestOfMisread = 8;

/**
 * The words in capitals on a line that nothing explains. A forger can print a digit, a small letter, a label, a title or a country next to a
 * true name, and the reader takes both for one line. So each word is judged by itself.
 */
export function possibleNamesIn(text: string, known: KnownWords, script = inLatin): string[] {
  const tokens = wordsOf(text, known).map((printed) => ({
    printed,
    letters: squeezeText(printed).text,
    runs: [...capitalsIn(printed), ...speltBy(printed, script)],
  }));
  if (tokens.every(({ runs, printed }) => runs.length === 0 && !isShort(printed))) return [];
  const whole = wholeTexts(known);
  const left = new Set(tokens.keys());
  const inTitles = new Set<number>();
  for (let start = 0; start < tokens.length; start += 1) {
    for (let end = Math.min(tokens.length, start + longestRun); end > start; end -= 1) {
      const joined = tokens
        .slice(start, end)
        .map(({ letters }) => letters)
        .join('');
      if (!whole.has(joined)) continue;
      for (let index = start; index < end; index += 1) {
        left.delete(index);
        if (joined.length >= fewestLettersInParts || (end - start === 1 && joined.length > 2)) inTitles.add(index);
      }
      break;
    }
  }
  const hasTitle = tokens.some(({ letters }, index) => !left.has(index) && isLongTitleWord(letters));
  const names = namesOfCountries(known);
  const parted = joinShort(
    tokens.map(({ printed }, index) => ({ printed, isKnown: !left.has(index), isInTitle: inTitles.has(index) })),
  );
  const ofParts = parted.filter((joined) => !whole.has(squeezeText(joined).text));
  const ofWords = tokens.flatMap(({ printed, letters, runs }, index) => {
    if (!left.has(index) || isTitleOfState(letters, names) || areTitles(letters)) return [];
    if (hasTitle && nameLikeWords.has(letters)) return [];
    if (isMisreadNumber(letters, known) || isCode(letters) || resemblesWord(letters, known)) return [];
    const isDate = isNumber(tokens[index - 1]?.printed) && isMonth(printed, known);
    if (isDate || runs.length === 0) return [];
    const spelt = isOfLabels(letters, known) ? [] : speltBy(printed, script);
    return [...capitalsIn(printed), ...spelt].filter((run) => !whole.has(squeezeText(run).text));
  });
  return [...ofWords, ...ofParts];
}

/** The words on a line of names that spell another name with letters of both sizes or with digits, and that nothing explains. */
export function disguisedNamesIn(text: string, known: KnownWords, script = inLatin): string[] {
  const disguised = wordsOf(text, known).filter((word) => speltBy(word, script).length > 0);
  if (disguised.length === 0) return [];
  const whole = wholeTexts(known);
  return disguised
    .filter((word) => {
      const letters = squeezeText(word).text;
      return !whole.has(letters) && !isMisreadNumber(letters, known) && !isCode(letters) && !isOfLabels(letters, known);
    })
    .flatMap((word) => speltBy(word, script))
    .filter((name) => !whole.has(squeezeText(name).text));
}

/** The words of a text. A label whose space before a number was lost is a word by itself (`ISs01/11/2022`). */
function wordsOf(text: string, { kind }: KnownWords): string[] {
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.flatMap((word) => {
    const [, label = '', number = ''] = /^([\p{L}\p{M}]+)(\d+)$/u.exec(word) ?? [];
    return label.length >= fewestLetters && wordsOfKind(kind).includes(lettersOf(label)) ? [label, number] : [word];
  });
}

/**
 * Words of small letters after a capital and nothing else (`De Bruijn`), or one word of any letters alone. Some issuers print names so, and most
 * print labels so.
 */
export function isWrittenName(text: string, { mayBeInOtherScript }: LineScript): boolean {
  const words = /^[\d .]*(?:\p{Lu}\p{M}*(?:\p{Ll}\p{M}*)+[ \d.'’-]*)+$/u;
  const oneWord = /^[\d .]*(?:\p{L}\p{M}*)*\p{Ll}\p{M}*(?:\p{L}\p{M}*)*[\d .]*$/u;
  return words.test(text.trim()) || (!mayBeInOtherScript && oneWord.test(text.trim()));
}

/** The words of such a line that nothing explains. Short labels are misread in one letter (`Ptec` for Płeć). */
export function writtenNamesIn(text: string, known: KnownWords, script: LineScript): string[] {
  return possibleNamesIn(text.toUpperCase(), known, script).filter((word) => {
    const letters = squeezeText(word).text;
    return !wordsOfKind(known.kind).some(
      (label) => label.length > fewestLetters && editDistance(label, letters, 1) <= 1,
    );
  });
}

/** One or two capitals: a code, an initial, or a part of a name whose letters are apart. */
function isShort(word: string): boolean {
  return /^(\p{Lu}\p{M}*){1,2}$/u.test(word);
}

/**
 * Neighbouring words of one or two capitals, written together: `AN DI` is a name, and a forger can print signs between the letters of one
 * (`OT'IE'NO`). At least one of them is no word of titles (`DE LA`).
 */
function joinShort(words: readonly { printed: string; isKnown: boolean; isInTitle: boolean }[]): string[] {
  const runs: { text: string; isKnown: boolean }[] = [{ text: '', isKnown: true }];
  for (const { printed, isKnown, isInTitle } of words) {
    const last = runs.at(-1);
    if (isInTitle || !isShort(printed) || last === undefined) runs.push({ text: '', isKnown: true });
    else runs.splice(-1, 1, { text: last.text + printed, isKnown: last.isKnown && isKnown });
  }
  return runs.flatMap(({ text, isKnown }) => (!isKnown && text.length >= fewestLettersInParts ? [text] : []));
}

/** Whether a word of titles is long enough to tell that the words next to it are a part of its title. */
export function isLongTitleWord(letters: string): boolean {
  return (
    letters.length >= lettersOfTitleWord && isNoName(letters) && (titleWords.has(letters) || cardWords.has(letters))
  );
}

/** Whether a word has many digits and too few letters for a name: `PAB83426`. */
function isCode(letters: string): boolean {
  return letters.replace(/\D/g, '').length >= fewestDigitsOfCode && letters.replace(/\d/g, '').length <= fewestLetters;
}

/** Whether a word is one of a long title or label with few wrong letters. */
function resemblesWord(letters: string, { kind }: KnownWords): boolean {
  if (letters.length < fewestOfMisread || !isNoName(letters)) return false;
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

/** Whether a word is a label of more than three letters with a wrong one, or labels with the space between them lost or read as a letter. */
function isOfLabels(letters: string, { kind }: KnownWords): boolean {
  const words = wordsOfKind(kind);
  if (words.some((word) => word.length > fewestLetters && editDistance(word, letters, 1) <= 1)) return true;
  const rest = words
    .filter((word) => word.length >= fewestLetters)
    .sort((one, other) => other.length - one.length)
    .reduce((left, word) => left.replace(word, ''), letters);
  return rest.length < letters.length && rest.length <= 1;
}

function isNumber(word: string | undefined): boolean {
  return word !== undefined && /\d/.test(word);
}

function isMonth(word: string, { kind }: KnownWords): boolean {
  const languages = [...(kind?.languages ?? []), 'en', 'fr', 'es'];
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return monthOfWord(plain, languages) !== null;
}

/** The texts that are no name: labels, titles, names of countries, proven values with each of their words, and what zone and barcode explain. */
const wholeTexts = oncePer((known: KnownWords): ReadonlySet<string> => {
  const { words, values = [] } = known;
  const own = words.flatMap((word) => explainedBy(word));
  const codes = words.filter(({ name }) => name === 'issuingState' || name === 'nationality');
  return new Set([
    ...wordsOfKind(known.kind),
    ...namesOfCountries(known),
    ...[...own, ...values, ...values.flatMap((value) => value.split(/\s+/))].map((text) => squeezeText(text).text),
    ...codes.flatMap(({ value }) => (countryOfCode(value) === null ? [] : [value])),
    jurisdictionWords(words.find(({ name }) => name === 'region')?.meaning ?? '').join(''),
  ]);
});

/** Fields whose words no forger can choose: the print has to repeat them. */
const compared: readonly DocumentFieldName[] = [
  'familyNames',
  'givenNames',
  'fullName',
  'issuingState',
  'nationality',
  'sex',
];

/**
 * The texts that a value of zone or barcode explains. A forger writes both and could declare the true name to be a street, a place or a personal
 * number: of such values, only the whole and its words with digits count, and of letters alone only codes.
 */
function explainedBy({ name, value, meaning }: MachineWord): string[] {
  const parts = value.split(/[\s<]+/);
  if (compared.includes(name)) return [value, meaning, ...parts];
  return [value, meaning, ...parts].filter((text) => /\d/.test(text) || squeezeText(text).text.length <= fewestLetters);
}

function namesOfCountries({ words, kind }: KnownWords): string[] {
  return words
    .filter(({ name }) => name === 'issuingState' || name === 'nationality')
    .flatMap(({ meaning }) => lettersOfCountry(meaning, languagesOf(meaning, kind)));
}

/** The words of a kind's titles and labels, and of titles in general. */
function wordsOfKind(kind: DocumentKind | null): readonly string[] {
  return kind === null ? generalWords : titlesAndLabelsOf(kind);
}

const titlesAndLabelsOf = oncePer((kind: DocumentKind): readonly string[] => {
  const texts = [
    ...Object.values(kind.marks).flat(),
    ...kind.wholeNameLabels,
    ...kind.fields.flatMap(({ labels }) => labels),
  ];
  const isCard = kind.barcodes.some(({ standard }) => standard === 'aamva');
  return [
    ...generalWords,
    ...texts.map((text) => squeezeText(text).text),
    ...texts
      .flatMap((text) => text.split(/[^\p{L}\p{M}]+/u))
      .map(lettersOf)
      .filter(isNoName),
    ...(isCard ? [...cardWords].filter(isNoName) : []),
  ].filter((word) => word.length > 1);
});

function lettersOf(text: string): string {
  return squeezeText(text).text;
}

function isNoName(word: string): boolean {
  return !nameLikeWords.has(word);
}

/** Longest first: a title may begin like another one. */
const longTitles = [...titleWords].filter((word) => word.length >= 6).sort((one, other) => other.length - one.length);
const generalWords = [...titleWords, ...stateTitleWords].filter(isNoName);
