import { withoutMarks } from '../../../domain/mrz/transliterations.ts';
import { findRun, printWordsOf, type PrintWord } from './print-words.ts';

/** Where to look for a name, and how exactly. */
export interface NameSearch {
  /** Printed texts, one for each line. */
  texts: readonly string[];
  /** The zone's names fill their field: the end of a word, or whole words, may be missing. */
  isCut: boolean;
}

/** A name as far as the print has it: the words that no line contains, and the printed words that make up the rest. */
export interface FoundName {
  missing: string[];
  used: PrintWord[];
}

/** Forms of address, which some issuers put before the given names. They are not part of a name. */
const titles: ReadonlySet<string> = new Set(['MR', 'MRS', 'MS', 'MISS', 'DR', 'PROF', 'SIR', 'DAME']);
/** A word in capitals without marks. */
export const isTitle = (word: string): boolean => titles.has(word);

/** Many words begin with this few letters by chance, so a shorter one is not taken for a word that was cut off. */
const fewestLettersOfCut = 3;

/** The words of a machine-readable name that no printed line contains. */
export function findMissingWords(name: string, { texts, isCut }: NameSearch): string[] {
  return findName(name, { lines: texts.map(printWordsOf), isCut }).missing;
}

/**
 * Looks for a machine-readable name in print, under any transliteration of ICAO 9303 part 3, section 6. Order, spaces, hyphens and
 * apostrophes do not count. A printed word must match as a whole, so that a name is not found inside a longer one. What is printed next to
 * the name (a birth name, a second surname, a patronymic, a title) does not contradict it.
 */
export function findName(
  name: string,
  { lines, isCut }: { lines: readonly (readonly PrintWord[])[]; isCut: boolean },
): FoundName {
  const named = nameWordsOf(name);
  // A single letter occurs on every page.
  if (named.every((word) => word.length < 2)) return { missing: named, used: [] };
  const missing: string[] = [];
  const used: PrintWord[] = [];
  for (let start = 0; start < named.length;) {
    const { length, words } = longestRun(named, start, lines) ?? { length: 1, words: null };
    const isLast = start + length >= named.length;
    const found = words ?? (isCut ? findCut(named[start] ?? '', { lines, isLast, isNamed: used.length > 0 }) : null);
    if (found === null) missing.push(named[start] ?? '');
    else used.push(...found);
    start += length;
  }
  return { missing, used };
}

/** The words of a name, in capitals without marks and without forms of address. */
export function nameWordsOf(name: string): string[] {
  const words = withoutMarks(name)
    .split(/[^A-Z]+/)
    .filter((word) => word !== '');
  const named = words.filter((word) => !titles.has(word));
  return named.length > 0 ? named : words;
}

/** The longest run of words from `start` that are printed next to one another, perhaps written as one word. */
function longestRun(
  named: readonly string[],
  start: number,
  lines: readonly (readonly PrintWord[])[],
): { length: number; words: readonly PrintWord[] } | null {
  for (let end = named.length; end > start; end -= 1) {
    const joined = named.slice(start, end).join('');
    for (const wanted of new Set([joined, withoutDigraphs(joined)])) {
      for (const line of lines) {
        const words = findRun(line, wanted);
        if (words !== null) return { length: end - start, words };
      }
    }
  }
  return null;
}

/** A word that was cut off: the last one, from its third letter on, or another name as its initial after a whole one. */
function findCut(
  word: string,
  { lines, isLast, isNamed }: { lines: readonly (readonly PrintWord[])[]; isLast: boolean; isNamed: boolean },
): readonly PrintWord[] | null {
  const isInitial = word.length === 1 && isNamed;
  if (!isInitial && (!isLast || word.length < fewestLettersOfCut)) return null;
  const found = lines.flat().find(({ spellings }) => spellings.some((spelling) => spelling.startsWith(word)));
  return found === undefined ? null : [found];
}

/** A recogniser that loses the marks of Ä, Ö, Ü or Å reads one letter where the zone has two. */
function withoutDigraphs(word: string): string {
  return word.replace(/([AOU])E/g, '$1').replaceAll('AA', 'A');
}
