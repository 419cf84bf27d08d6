import { isNativeWord } from '../../../domain/documents/native-scripts.ts';
import { fold, isCapital, isMarked, isTakenFor, knownToFirst, toCapital, toSmall } from './letters.ts';
import { isAmongLetters, joinPlaces, placesOf, wordsInCapitals, type Place } from './letter-places.ts';
import { textOfWords, type PlacedWord } from './second-reader.ts';

/** The second reading's marks are taken from here on, being the likelier ones, and are beyond doubt from there on; 0..1. */
const likelyMarks = 0.5;
export const sureMarks = 0.75;

/** The number of a field before its value: `2.`, `4c.`, and what is left of one whose digit was lost. */
const fieldNumber = /^\s*(?:\d{1,2}[a-d]?)?\.\s*(?=\p{L})/iu;

/** What the second reader saw: the line, how likely it is (0..1), and its words where they are known. */
export interface SecondText {
  text: string;
  confidence: number;
  words?: readonly Pick<PlacedWord, 'text' | 'confidence' | 'isGlued'>[];
}

/** One spelling of a letter; `sure`: no mark of it is in doubt. */
interface Spelled {
  letter: string;
  sure: boolean;
}

/** Where the text behind the number of a field begins; 0 without one. */
export function startOfValue(text: string): number {
  return fieldNumber.exec(text)?.[0].length ?? 0;
}

/** What two readings of a line have in common. */
export interface Agreement {
  text: string;
  /** Both saw the same letters, and the second was sure of the marks. */
  agreed: boolean;
  /**
   * Where they agree on the last words alone: where those begin in the text and in the first reading, and how many words of the second
   * reading they are.
   */
  end?: { from: number; fromInFirst: number; words: number };
}

/**
 * One spelling from two readings of a line. The first knows letters best and loses marks and spaces, the second has both: where
 * they are the same but for marks, spaces and case, the second's marks and spaces are taken, otherwise the first stays as it is.
 * The number of a field in small print is a label: where they differ in it, they may agree on the value behind it. So may they where one of
 * them misread the label, or where it is in another language: they agree only on what `isOwn` takes for the page's own languages.
 */
export function agreeOnSpelling(
  first: string,
  second: SecondText,
  isOwn: (text: string) => boolean = () => true,
): Agreement {
  const read = agreeOn(first, second);
  if (read.agreed && isOwn(read.text)) return read;
  const isKept = isOwn(read.text) || second.confidence >= sureMarks;
  const whole = { text: isKept ? read.text : first, agreed: false };
  const number = fieldNumber.exec(first)?.[0].length;
  const starts = Array.from(first.matchAll(/\s(?=\S)/g), ({ index }) => index + 1);
  starts.push(...startsBehindNative(first, second.words ?? [], isOwn));
  for (const start of new Set([...(number === undefined ? [] : [number]), ...starts])) {
    const value = first.slice(start);
    const seen = lastWords(second.words ?? [], value);
    const spelled = seen && agreeOn(value, seen);
    if (spelled?.agreed !== true || !isOwn(spelled.text)) continue;
    if (start === number) return { text: `${first.slice(0, start)}${spelled.text}`, agreed: true };
    if (seen !== null && seen.leastConfidence < sureMarks) continue;
    const text = whole.text.endsWith(spelled.text) ? whole.text : `${first.slice(0, start)}${spelled.text}`;
    const from = text.length - spelled.text.length;
    return { text, agreed: false, end: { from, fromInFirst: start, words: seen?.count ?? 0 } };
  }
  if (whole.text !== first || number === undefined) return whole;
  const value = ofValue(first, number, second);
  return isOwn(value.text) || second.confidence >= sureMarks ? value : whole;
}

/** Where the Latin words begin behind those of another script: the first reader may have lost the space between them. */
function startsBehindNative(
  first: string,
  words: NonNullable<SecondText['words']>,
  isOwn: (text: string) => boolean,
): number[] {
  const letters = Array.from(first.matchAll(/[\p{L}\p{N}]/gu), ({ index }) => index);
  return words.flatMap(({ text }, index) => {
    const rest = words.slice(index + 1).map((word) => word.text);
    const isNative = isNativeWord(text) || !isOwn(text);
    if (!isNative || rest.length === 0 || rest.some((word) => isNativeWord(word) || !isOwn(word))) return [];
    return letters.at(-placesOf(rest.join(' ')).places.length) ?? [];
  });
}

/** Behind the number of a field, the second reading's marks as far as they are likely. */
function ofValue(first: string, number: number, second: SecondText): Agreement {
  const value = first.slice(number);
  const seen = lastWords(second.words ?? [], value);
  const text = seen === null ? value : agreeOn(value, seen).text;
  return { text: `${first.slice(0, number)}${text}`, agreed: false };
}

/** The last words with as many letters and digits as the value, as sure as they are on average; null where a word is cut. */
function lastWords(
  words: NonNullable<SecondText['words']>,
  value: string,
): { text: string; confidence: number; leastConfidence: number; count: number } | null {
  for (let from = words.length - 1; from > 0; from -= 1) {
    const last = words.slice(from);
    const text = textOfWords(last);
    const places = placesOf(text).places;
    const letters = joinPlaces(placesOf(value).places, places).length;
    if (places.length > letters) return null;
    if (places.length < letters) continue;
    const confidences = last.map((word) => word.confidence);
    const confidence = confidences.reduce((sum, each) => sum + each, 0) / last.length;
    return { text, confidence, leastConfidence: Math.min(...confidences), count: last.length };
  }
  return null;
}

function agreeOn(first: string, second: SecondText): { text: string; agreed: boolean } {
  const { places, rest } = placesOf(first);
  const other = placesOf(second.text.trim());
  const own = { places: joinPlaces(places, other.places), rest };
  const asTheyWere = { text: first, agreed: false };
  if (own.places.length !== other.places.length) return asTheyWere;
  const areInCapitals = wordsInCapitals(own.places, other.places);
  let text = '';
  let isSure = second.confidence >= sureMarks;
  for (const [index, { before, letter }] of own.places.entries()) {
    const seen = other.places[index] ?? { before: '', letter: '' };
    const isInWord = isAmongLetters(own.places, other.places, index);
    const spelled = spellLetter(letter, seen.letter, {
      inCapitals: areInCapitals[index] === true,
      isInWord,
      takesMarks: second.confidence >= likelyMarks,
    });
    if (spelled === null) return asTheyWere;
    const isCaron = isReadAsApostrophe(own.places[index - 1]?.letter, other.places[index - 1]?.letter, {
      before,
      seen,
    });
    const between =
      index === 0
        ? { text: before, sure: true }
        : isCaron
          ? { text: seen.before, sure: true }
          : spellGap(before, seen.before);
    text += between.text + spelled.letter;
    isSure &&= spelled.sure && between.sure;
  }
  const isCaronLast = isReadAsApostrophe(own.places.at(-1)?.letter, other.places.at(-1)?.letter, {
    before: own.rest,
    seen: { before: other.rest, letter: '' },
  });
  const whole = `${text}${isCaronLast ? other.rest : own.rest}`.trim();
  const areOuterSigns =
    hasApostrophe(own.places[0]?.before) === hasApostrophe(other.places[0]?.before) &&
    (isCaronLast || hasApostrophe(own.rest) === hasApostrophe(other.rest));
  return { text: whole, agreed: isSure && areOuterSigns && !inkReadTwice.test(whole) };
}

/**
 * The spelling of a line of which the second reader read one letter twice, with a mark and without (`STARÓOSTA`); null if they differ in
 * anything else.
 */
export function spellReadOnce(first: string, second: string): string | null {
  const letters = Array.from(second);
  if (placesOf(first).places.length !== placesOf(second).places.length - 1) return null;
  const twice = letters.flatMap((letter, index) => {
    const isTwice = [letters[index - 1], letters[index + 1]].some(
      (other) => other === fold(letter) || other === toCapital(fold(letter)),
    );
    return isMarked(letter) && isTwice ? [index] : [];
  });
  const spelled = twice.map((at) =>
    agreeOn(first, { text: letters.filter((_, index) => index !== at).join(''), confidence: 1 }),
  );
  return spelled.find(({ agreed }) => agreed)?.text ?? null;
}

/** Null: they are different letters. */
function spellLetter(
  own: string,
  seen: string,
  { inCapitals, isInWord, takesMarks }: { inCapitals: boolean; isInWord: boolean; takesMarks: boolean },
): Spelled | null {
  if (isInWord && isTakenFor(own, seen)) {
    return { letter: inCapitals ? toCapital(seen) : seen, sure: takesMarks || !isMarked(seen) };
  }
  if (fold(own) !== fold(seen)) return null;
  const asOwn = inCapitals || isCapital(own) ? toCapital : toSmall;
  if (isMarked(own) && !isMarked(seen)) return { letter: own, sure: false };
  // A small i among capitals may be one with its dot. With another mark, both saw that it has one.
  if (inCapitals && own === 'i' && !isMarked(seen)) return { letter: toCapital(seen), sure: false };
  if (!takesMarks) return { letter: own, sure: !isMarked(seen) };
  const isDisputed = isMarked(own) && own !== seen && knownToFirst.has(own) && knownToFirst.has(asOwn(seen));
  return { letter: isDisputed ? own : asOwn(seen), sure: !isDisputed };
}

/**
 * Whether the apostrophe of the first reading is the caron of the L before it, which the first reader does not know (`L'` for Ľ), also at the
 * end of a word. Of small letters the second reader takes an apostrophe for a caron (`l’ubomír`).
 */
function isReadAsApostrophe(
  own: string | undefined,
  seen: string | undefined,
  gap: { before: string; seen: Place },
): boolean {
  return own === 'L' && seen === 'Ľ' && /^['’‘ʼ´`]\s*$/.test(gap.before) && gap.seen.before.trim() === '';
}

/** A caron that is printed like an apostrophe and an apostrophe behind it: the same ink was read twice (`Ľ'AQUILA` for L’AQUILA). */
const inkReadTwice = /[Ľľťď]['’‘ʼ´`]/u;

/** Of the signs before and behind a text, an apostrophe alone would stay in a name: the others are cut off. */
function hasApostrophe(signs = ''): boolean {
  return /['’‘ʼ´`]/u.test(signs);
}

/** The text between two letters: the first reading's signs, the second reading's spaces. */
function spellGap(own: string, seen: string): { text: string; sure: boolean } {
  const [signs, seenSigns] = [own, seen].map((gap) => gap.replace(/\s+/g, '').replace(/[’‘ʼ´`]/g, "'"));
  if (signs === seenSigns) return { text: seen.replace(/\s+/g, ' '), sure: true };
  // A name's hyphen or apostrophe is part of it.
  const sure = !/[-'’]/.test(`${signs}${seenSigns}`);
  if (signs === '') return { text: /\s/.test(own + seen) ? ' ' : '', sure };
  return { text: /\s$/.test(seen) && !/\s/.test(own) ? `${own} ` : own, sure };
}
