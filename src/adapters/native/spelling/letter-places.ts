import { fold, isCapital, isKnownToFirst, isLigature, isNoLetter, unnamed } from './letters.ts';

/** A letter or digit, and the signs and spaces between it and the one before. */
export interface Place {
  before: string;
  letter: string;
}

/** The letters and digits of a text, each with the signs before it, and the signs after the last one. */
export function placesOf(text: string): { places: Place[]; rest: string } {
  const places: Place[] = [];
  let before = '';
  for (const character of text.normalize('NFC')) {
    if (/[\p{L}\p{N}]/u.test(character)) {
      places.push({ before, letter: character });
      before = '';
    } else before += character;
  }
  return { places, rest: before };
}

/**
 * The first reader's places as the second one has them. Two letters that the first read, and that the second saw as one (`AE`, Æ), form one
 * place: the first has no such letter. A character that the first could not name is one only where the second saw a letter that the first
 * does not have.
 */
export function joinPlaces(own: readonly Place[], seen: readonly Place[]): readonly Place[] {
  if (own.length === seen.length && own.every(({ letter }) => letter !== unnamed)) return own;
  const joined: Place[] = [];
  let before = '';
  for (let index = 0; index < own.length; index += 1) {
    const [place, next, other] = [own[index], own[index + 1], seen[joined.length]];
    if (place === undefined) break;
    const here = { ...place, before: before + place.before };
    before = '';
    if (place.letter === unnamed && !isLetterOfSecond(other?.letter, next?.letter)) {
      before = here.before;
      continue;
    }
    const both = next?.before === '' ? `${place.letter}${next.letter}` : '';
    const isOne = other !== undefined && both !== '' && isLigature(other.letter) && fold(both) === fold(other.letter);
    joined.push(isOne ? { ...here, letter: both } : here);
    if (isOne) index += 1;
  }
  return joined;
}

function isLetterOfSecond(seen: string | undefined, next: string | undefined): boolean {
  return seen !== undefined && !isKnownToFirst(seen) && (next === undefined || fold(next) !== fold(seen));
}

/** Whether the rest of its word consists of two or more letters. A word ends where either reading splits it. */
export function isAmongLetters(own: readonly Place[], seen: readonly Place[], index: number): boolean {
  const isParted = (at: number) => own[at]?.before !== '' || seen[at]?.before !== '';
  let [start, end] = [index, index + 1];
  while (start > 0 && !isParted(start)) start -= 1;
  while (end < own.length && !isParted(end)) end += 1;
  const others = own.slice(start, end).filter(({ letter }, at) => !isNoLetter(letter, seen[start + at]?.letter ?? ''));
  return others.length >= 2 && others.every(({ letter }) => /\p{L}/u.test(letter));
}

/** Of each letter, whether its word is in capitals: a label may be in small letters. A word ends where either reading parts it. */
export function wordsInCapitals(own: readonly Place[], seen: readonly Place[]): boolean[] {
  const words: Place[][] = [];
  for (const [index, place] of own.entries()) {
    const isFirst = /\s/.test(place.before) || /\s/.test(seen[index]?.before ?? '');
    if (isFirst || words.length === 0) words.push([]);
    words.at(-1)?.push(place);
  }
  return words.flatMap((word) => {
    const letters = word.filter(({ letter }) => /\p{L}/u.test(letter) && letter !== unnamed);
    const isInCapitals = letters.filter(({ letter }) => isCapital(letter)).length > 0.6 * letters.length;
    return word.map(() => isInCapitals);
  });
}

/**
 * Whether two readings differ, and in nothing but letters that one of them took for digits. Which of the two is right depends on the format
 * of the number.
 */
export function differInSortAlone(first: string, second: string): boolean {
  const [own, seen] = [placesOf(first).places, placesOf(second).places];
  if (own.length !== seen.length) return false;
  const others = own.flatMap(({ letter }, index) => {
    const other = seen[index]?.letter ?? '';
    return fold(letter) === fold(other) ? [] : [[letter, other]];
  });
  return others.length > 0 && others.every((pair) => pair.filter((letter) => /\d/.test(letter)).length === 1);
}

/**
 * The spaces between letters or digits that only the second reading has: the number of letters and digits before each. Where the readings
 * differ in the number of a field, the values after it are compared.
 */
export function spacesOfSecondAlone(first: string, second: string): number[] {
  const seen = placesOf(second).places;
  const own = joinPlaces(placesOf(first).places, seen);
  const isSpace = (place: Place | undefined) => /\s/.test(place?.before ?? '');
  const longer = seen.length - own.length;
  return seen.flatMap((place, index) => (index > 0 && isSpace(place) && !isSpace(own[index - longer]) ? [index] : []));
}
