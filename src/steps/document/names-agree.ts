import { transliterationsOf, withoutMarks } from '../../domain/mrz/transliterations.ts';

/** Forms of address and descent in a name, which zones may omit. */
const titles = new Set(['MR', 'MRS', 'MS', 'MISS', 'DR', 'SR', 'SRA', 'DON', 'DONA']);

/**
 * Whether a printed name is the name in a machine-readable zone (ICAO 9303 part 3, section 6): one of its transliterations has the same
 * letters. Spaces, hyphens and apostrophes are ignored, since recognisers drop the first and zones the others. `isCut`: the zone's names
 * fill their field, so the printed name may continue.
 */
export function isTransliteration(zoneName: string, printed: string, isCut: boolean): boolean {
  const wanted = lettersOf(withoutMarks(zoneName));
  if (wanted === '') return false;
  // The text recogniser has no Ö and reads an O where the zone has OE.
  const spellings = [...transliterationsOf(printed).map(lettersOf), lettersOf(printed)];
  return spellings.some(
    (spelling) =>
      spelling === wanted ||
      spelling.replaceAll('OE', 'O') === wanted.replaceAll('OE', 'O') ||
      (isCut && wanted.length >= 4 && spelling.startsWith(wanted)),
  );
}

type Likeness = 'same' | 'similar' | 'different';

/** How similar two full names are, in any word order: the same person's, possibly the same person's, or different. */
export function compareFullNames(one: string, other: string): Likeness {
  const found = spellingsOf(one).flatMap((spelling) =>
    spellingsOf(other).map((against) => compareWords(spelling, against)),
  );
  return found.includes('same') ? 'same' : found.includes('similar') ? 'similar' : 'different';
}

function compareWords(ones: readonly string[], others: readonly string[]): Likeness {
  if (ones.length === 0 || others.length === 0) return 'different';
  if (joined(ones) === joined(others)) return 'same';
  const [shorter, longer] = ones.length <= others.length ? [ones, others] : [others, ones];
  const glued = longer.join('');
  const found = shorter.filter(
    (word) => longer.some((candidate) => fits(word, candidate)) || (word.length > 3 && glued.includes(word)),
  );
  if (found.length === shorter.length && shorter.some((word) => word.length > 1)) {
    return shorter.length >= 2 || longer.length === 1 ? 'same' : 'similar';
  }
  return found.length > 0 ? 'similar' : 'different';
}

/** An initial matches the name that it begins. */
function fits(word: string, candidate: string): boolean {
  return word === candidate || (word.length === 1 && candidate.startsWith(word));
}

function joined(words: readonly string[]): string {
  return [...words].sort().join('');
}

/** The words of a name in every spelling without marks that other documents may use. */
function spellingsOf(name: string): string[][] {
  const bare = name.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '');
  return [...new Set([bare, ...transliterationsOf(name)])].map((spelling) =>
    spelling.split(/[^A-Z]+/).filter((word) => word !== '' && !titles.has(word)),
  );
}

function lettersOf(name: string): string {
  return name
    .toUpperCase()
    .normalize('NFD')
    .replace(/[^A-Z]/g, '');
}
