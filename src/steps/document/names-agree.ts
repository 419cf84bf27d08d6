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

/**
 * How similar two full names are, in any word order: the same person's, possibly the same person's, or different. Letters that are not Latin
 * are compared only as they are: if the names differ in them, they may be two spellings of one name, so the answer is `similar`. Names without
 * any letter are never the same.
 */
export function compareFullNames(one: string, other: string): Likeness {
  const found = spellingsOf(one).flatMap((spelling) =>
    spellingsOf(other).map((against) => compareWords(spelling, against)),
  );
  const haveLetters = [one, other].every((name) => /\p{L}/u.test(name));
  if (found.includes('same')) return haveLetters && otherLettersOf(one) === otherLettersOf(other) ? 'same' : 'similar';
  return found.includes('similar') ? 'similar' : 'different';
}

/** The letters of a name that no zone spells in Latin ones, in order. */
function otherLettersOf(name: string): string {
  return (withoutMarks(name).match(/\p{L}/gu) ?? []).filter((letter) => !/[A-Z]/.test(letter)).join('');
}

function compareWords(ones: readonly string[], others: readonly string[]): Likeness {
  if (ones.length === 0 && others.length === 0) return 'same';
  if (ones.length === 0 || others.length === 0) return 'similar';
  if (joined(ones) === joined(others)) return 'same';
  const [shorter, longer] = ones.length <= others.length ? [ones, others] : [others, ones];
  const isPart = isPartOf(shorter, longer) || (shorter.length === longer.length && isPartOf(longer, shorter));
  if (isPart && shorter.some((word) => word.length > 1)) {
    return shorter.length >= 2 || longer.length === 1 ? 'same' : 'similar';
  }
  const glued = longer.join('');
  const hasWord = (word: string) =>
    longer.some((candidate) => fits(word, candidate)) || (word.length > 3 && glued.includes(word));
  return shorter.some(hasWord) ? 'similar' : 'different';
}

/**
 * Whether the longer name has every word of the shorter one. Each of its words stands for one: `LI LI` is not `LI WEI`. A part of a word is
 * another name: `IVAN PETROV` is not `IVANA PETROVA`.
 */
function isPartOf(shorter: readonly string[], longer: readonly string[]): boolean {
  const used = new Set<number>();
  let hasCut = false;
  // Initials last, so that none takes the word that another one needs.
  return [...shorter]
    .sort((one, other) => other.length - one.length)
    .every((word) => {
      const runs = runsOf(longer, used).map(({ from, to }) => ({ from, to, words: longer.slice(from, to) }));
      const whole =
        runs.find(({ words }) => words.join('') === word) ??
        runs.find(({ words: [first = '', ...rest] }) => rest.length === 0 && fits(word, first));
      const isCut = ({ words: [first = '', ...rest] }: { words: readonly string[] }) =>
        rest.length === 0 && (isCutOf(word, first, shorter) || isCutOf(first, word, longer));
      // A zone ends in one word that it has cut.
      const run = whole ?? (hasCut ? undefined : runs.find(isCut));
      hasCut ||= whole === undefined && run !== undefined;
      for (let at = run?.from ?? 0; at < (run?.to ?? 0); at += 1) used.add(at);
      return run !== undefined;
    });
}

/** Words in a row that no other word stands for: a recogniser may have glued them together. */
function runsOf(words: readonly string[], used: ReadonlySet<number>): { from: number; to: number }[] {
  return words.flatMap((_word, from) => {
    const runs: { from: number; to: number }[] = [];
    for (let to = from + 1; to <= words.length && !used.has(to - 1); to += 1) runs.push({ from, to });
    return runs;
  });
}

/** A zone has room for 30 to 39 letters and fillers. With fewer letters than this, it has not cut a name. */
const fewestLettersOfCut = 25;
const fewestLettersOfPart = 3;

/** An initial matches the name that it begins. */
function fits(word: string, candidate: string): boolean {
  return word === candidate || (word.length === 1 && candidate.startsWith(word));
}

/** Whether a zone may have cut the word to this part of it. `words`: the name that has the part. */
function isCutOf(part: string, word: string, words: readonly string[]): boolean {
  const fillsZone = words.join('').length >= fewestLettersOfCut;
  return fillsZone && part.length >= fewestLettersOfPart && word.startsWith(part);
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
