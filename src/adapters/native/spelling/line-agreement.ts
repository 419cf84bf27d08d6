import { nativeLanguageOf } from '../../../domain/documents/native-scripts.ts';
import { ownLettersOf, type ReadLanguage } from '../../../domain/documents/written-languages.ts';
import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import { agreeOnSpelling, type Agreement } from './agree-on-spelling.ts';
import { confidenceAround, confidenceOfKnown } from './confidence-of-known.ts';
import { isInInk, partOfSecond, type CutLine } from './is-in-ink.ts';
import { unnamed } from './letters.ts';
import { isInLatin } from './native-words.ts';
import { textOfWords, type SecondReading } from './second-reader.ts';
import { withoutMisread } from './without-misread.ts';

/**
 * A line as two readings spell it, and whether they saw the same letters; `agreed` is absent where no second one was asked. `agreedFrom`: they
 * saw the same letters from this place of the text on. `confidence`: the first reader's over the letters that it knows, where they agree.
 */
export interface SpelledLine {
  text: string;
  agreed?: boolean;
  agreedFrom?: number;
  confidence?: number;
  /** The words at the beginning that both readings have, if these have the digits of a date and the readings differ behind them. */
  agreedStart?: string;
  /** The second reading, if it differs only between letters and digits. */
  readOtherwise?: string;
  /** The second reading, if it has words in the script of the page's languages, which the first reader does not know. */
  native?: string;
  /** Without the end of a label, if the line's box had one. */
  box?: Quad;
}

/**
 * A line as the first reader read it; `confidences`: of each character of the text; `unnamed`: the number of characters before each one that
 * it saw and could not name.
 */
export interface ReadableLine {
  text: string;
  box: Quad;
  confidence?: number;
  confidences?: readonly number[];
  unnamed?: readonly number[];
}

/**
 * Both readings of a line, and whether the ink bears out what they have in common. A character that the first reader saw and could not name
 * is no letter unless they agree with it.
 */
export function spellBy(
  second: SecondReading,
  line: Pick<ReadableLine, 'text' | 'confidences' | 'unnamed'>,
  cut: CutLine,
  languages: readonly ReadLanguage[],
): SpelledLine {
  const text = withoutMisread(line.text, second.text);
  const isUnnamed = (line.unnamed ?? []).length > 0 || text !== line.text;
  const held = isUnnamed ? spellAs(second, withUnnamed({ ...line, text }), cut, languages) : null;
  const isAgreed = held?.agreed === true || (held?.agreedFrom !== undefined && !held.text.includes(unnamed));
  return held !== null && isAgreed ? held : spellAs(second, line, cut, languages);
}

function withUnnamed({ text, confidences, unnamed: places = [] }: Parameters<typeof spellBy>[1]) {
  const characters = Array.from(text);
  const known = [...(confidences ?? [])];
  for (const place of [...places].sort((a, b) => b - a)) {
    characters.splice(place, 0, unnamed);
    known.splice(place, 0, 0);
  }
  return { text: characters.join(''), ...(confidences && { confidences: known }) };
}

/** The first reading with what the second one adds. */
function spellAs(
  second: SecondReading,
  { text: first, confidences }: Pick<ReadableLine, 'text' | 'confidences'>,
  cut: CutLine,
  languages: readonly ReadLanguage[],
): SpelledLine {
  const native = nativeLanguageOf(languages);
  const { text, agreed, end } = agreeOnLine(first, second, languages);
  if (agreed) {
    const confidence = confidences && confidenceOfKnown(first, confidences, text);
    const isBorneOut = isInInk({ first, text, second, from: 0 }, cut, languages);
    return { text, agreed: isBorneOut, ...(isBorneOut && confidence !== undefined && { confidence }) };
  }
  if (end === undefined) return { text, agreed: false };
  const words = second.words.slice(-end.words);
  const read = partOfSecond(words, textOfWords(words));
  const part = { first: first.slice(end.fromInFirst), text: text.slice(end.from), ...read };
  const confidence =
    native === null || !confidences ? undefined : confidenceAround(first, confidences, end.fromInFirst);
  return {
    text,
    agreed,
    ...(isInInk(part, cut, languages) && { agreedFrom: end.from, ...(confidence !== undefined && { confidence }) }),
  };
}

/** What both readings have in common, without marks and words that are not of the page's languages. */
export function agreeOnLine(first: string, second: SecondReading, languages: readonly ReadLanguage[]): Agreement {
  const native = nativeLanguageOf(languages);
  return agreeOnSpelling(first, second, (part) => {
    const isInScript = native === null || isInLatin(part, second, native);
    return isInScript && !hasForeignMark(part, first, languages) && !hasLostCapital(part, languages);
  });
}

/**
 * Whether a capital İ may have become a small i, as both readers take it in small or bright print: a word begins with i, and every other
 * word with a capital.
 */
function hasLostCapital(text: string, languages: readonly ReadLanguage[]): boolean {
  if (!languages.some((language) => ownLettersOf[language].includes('İ'))) return false;
  const initials = (text.match(/[\p{L}\p{M}]+/gu) ?? []).map((word) => word.charAt(0));
  return initials.includes('i') && initials.every((initial) => initial === 'i' || /\p{Lu}/u.test(initial));
}

/**
 * Whether a letter with a mark is in none of the page's languages, and only the second reader saw it: a line of guilloche above a letter looks
 * like a mark, and the first reader does not know most marks.
 */
function hasForeignMark(text: string, first: string, languages: readonly ReadLanguage[]): boolean {
  const own = languages.map((language) => ownLettersOf[language]).join('');
  const known = `${own}${own.toLocaleUpperCase('en')}${first}`.normalize('NFC');
  return Array.from(text.normalize('NFC')).some((letter) => isMarkedLetter(letter) && !known.includes(letter));
}

function isMarkedLetter(letter: string): boolean {
  return /\p{L}/u.test(letter) && /[^\p{ASCII}]/u.test(letter);
}
