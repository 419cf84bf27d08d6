import { placesOf } from './letter-places.ts';
import { isCapital, isSmallFor, toCapital, unnamed } from './letters.ts';

/**
 * The first reading without what it has in place of letters that it lacks, where the second one has such a letter: a small letter of its shape
 * among capitals or at the start of a word (`SOFfA` for SOFÍA, `tODZ` for ŁÓDŹ), and a question mark at a letter (`Malm?`). Nobody prints
 * either there, so the first reader saw a letter and named none. As many characters as before.
 */
export function withoutMisread(first: string, second: string): string {
  const isAsked = second.includes('?');
  const text = isAsked ? first : first.replace(/(?<=\p{L})\?|\?(?=\p{L})/gu, unnamed);
  const [own, seen] = [placesOf(text).places, placesOf(second).places];
  if (own.length !== seen.length || text !== text.normalize('NFC')) return text;
  const isStart = (at: number) => at === 0 || own[at]?.before !== '' || seen[at]?.before !== '';
  const isSmall = (at: number) => isSmallFor(own[at]?.letter ?? '', seen[at]?.letter ?? '');
  // Recognisers take a capital for a small letter of its shape: `MEjfA` for MEJÍA.
  const isCapitalToSecond = (at: number, letter: string) => {
    const other = seen[at]?.letter ?? '';
    return isCapital(other) && toCapital(letter) === other;
  };
  const isAmongCapitals = (at: number) => {
    let [start, end] = [at, at + 1];
    while (!isStart(start)) start -= 1;
    while (end < own.length && !isStart(end)) end += 1;
    return own.slice(start, end).every(({ letter }, index) => {
      return isSmall(start + index) || isCapital(letter) || isCapitalToSecond(start + index, letter);
    });
  };
  let place = -1;
  return Array.from(text, (character) => {
    if (!/[\p{L}\p{N}]/u.test(character)) return character;
    place += 1;
    return isSmall(place) && (isStart(place) || isAmongCapitals(place)) ? unnamed : character;
  }).join('');
}
