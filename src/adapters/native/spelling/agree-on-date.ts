import { sureMarks, type SecondText } from './agree-on-spelling.ts';
import { placesOf } from './letter-places.ts';

/** A date has at least so many digits. */
const fewestDigitsOfDate = 4;
/** A word of a date, or the number of a field before it. Numbers of documents have letters and digits in one word. */
const wordOfDate = /^(?:\P{L}+|[^\p{L}\d]*\p{L}+[^\p{L}\d]*|\d{1,2}[a-d]\.?)$/iu;

/** The number of a field before a whole date, of which one reader saw nothing: its box may reach into the date's. */
const fieldNumber = /^\s*\d{1,2}[a-d]?\.\s*(?=\d{1,2}[./ -]\d{1,2}[./ -]\d{4})/i;

/**
 * The words at the beginning of a line that both readings have, letter by letter and without diacritics, up to the last one with a digit: a
 * date may be followed by a place on which they differ. Empty if these words are none of a date.
 */
export function startInCommon(first: string, words: NonNullable<SecondText['words']>): string {
  const number = fieldNumber.exec(first)?.[0] ?? '';
  const start = startFrom(first, '', words);
  return start === '' && number !== '' ? startFrom(first, number, words) : start;
}

/** The same if the words begin behind this part of the first reading, which then belongs to the start. */
function startFrom(first: string, before: string, words: NonNullable<SecondText['words']>): string {
  const own = placesOf(first).places;
  const skipped = placesOf(before).places.length;
  let count = skipped;
  let end = skipped;
  for (const { text, confidence } of words) {
    const seen = placesOf(text).places;
    const isSame = seen.every(({ letter }, index) => {
      const other = own[count + index]?.letter ?? '';
      return /^[A-Z0-9]$/i.test(letter) && letter.toUpperCase() === other.toUpperCase();
    });
    if (!isSame || confidence < sureMarks || !wordOfDate.test(text)) break;
    count += seen.length;
    if (/\d/.test(text)) end = count;
  }
  const start = upToPlace(first, end);
  const [last, next] = [own[end - 1], own[end]];
  const isCut = next?.before === '' && /\d/.test(last?.letter ?? '') && /\d/.test(next.letter);
  const digits = start.slice(before.length).match(/\d/g)?.length ?? 0;
  return isCut || digits < fewestDigitsOfDate ? '' : start;
}

/** The text up to its letter or digit with this number, counted from 1. */
function upToPlace(text: string, count: number): string {
  let left = count;
  let start = '';
  for (const character of text.normalize('NFC')) {
    if (left === 0) break;
    start += character;
    if (/[\p{L}\p{N}]/u.test(character)) left -= 1;
  }
  return start;
}
