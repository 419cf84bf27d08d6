import { transliterationsOf } from '../../../domain/mrz/transliterations.ts';
import { standsAmong } from '../visual/is-printed-on.ts';

/** Where a name is looked for, and how exactly. */
export interface NameSearch {
  /** Printed texts, one a line. */
  texts: readonly string[];
  /** The zone's names fill their field: the end of a word, or whole words in print, may have been cut off. */
  isCut: boolean;
}

/** Forms of address, which some issuers put before the given names. They name nobody. */
const titles: ReadonlySet<string> = new Set(['MR', 'MRS', 'MS', 'MISS', 'DR', 'PROF', 'SIR', 'DAME']);
/** Fewer letters than this begin too many words by chance to be a word that was cut off. */
const fewestLettersOfCut = 3;

/**
 * The words of a machine-readable name that no printed line holds, under any transliteration of ICAO 9303 part 3, section 6. Order
 * does not count, and neither do spaces, hyphens and apostrophes. A printed word must be matched as a whole, so that a name is not
 * found inside a longer one. What is printed beside the name (a birth name, a second surname, a patronymic, a title) says nothing
 * against it. An empty array says that the whole name was found.
 */
export function findMissingWords(name: string, { texts, isCut }: NameSearch): string[] {
  const named = nameWordsOf(name);
  // A letter occurs on every page.
  if (named.every((word) => word.length < 2)) return named;
  const printed = texts.flatMap(spellingsOf).filter((line) => line.length > 0);
  const isPrinted = (joined: string) => printed.some((line) => standsAmong(line, joined));
  const isBeginning = (word: string) =>
    isCut && word.length >= fewestLettersOfCut && printed.some((line) => line.some((other) => other.startsWith(word)));
  const missing: string[] = [];
  for (let start = 0; start < named.length;) {
    const run = longestRun(named, start, isPrinted);
    const word = named[start] ?? '';
    if (run === 0 && !isBeginning(word)) missing.push(word);
    start += Math.max(1, run);
  }
  return missing;
}

/** The words of a name, in capitals without marks and without forms of address. */
export function nameWordsOf(name: string): string[] {
  const words = wordsOf(name.toUpperCase().normalize('NFD').replace(/\p{M}/gu, ''));
  const named = words.filter((word) => !titles.has(word));
  return named.length > 0 ? named : words;
}

/** How many of the words from `start` on are printed next to one another, perhaps written as one word. */
function longestRun(words: readonly string[], start: number, isPrinted: (joined: string) => boolean): number {
  for (let end = words.length; end > start; end -= 1) {
    const joined = words.slice(start, end).join('');
    if ([joined, withoutDigraphs(joined)].some(isPrinted)) return end - start;
  }
  return 0;
}

/** The words of a printed line in every spelling that the zone may give them. */
function spellingsOf(text: string): string[][] {
  // Recognisers drop spaces, but a capital behind a small letter begins a word: `SurnameNOVAK`.
  const spaced = text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').normalize('NFC');
  const bare = spaced.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '');
  return [...new Set([bare, ...transliterationsOf(spaced)])].map(wordsOf);
}

/** A recogniser that lost the marks of Ä, Ö, Ü or Å reads one letter where the zone has two. */
function withoutDigraphs(word: string): string {
  return word.replace(/([AOU])E/g, '$1').replaceAll('AA', 'A');
}

function wordsOf(text: string): string[] {
  return text.split(/[^A-Z]+/).filter((word) => word !== '');
}
