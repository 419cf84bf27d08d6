import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import { oncePerPair } from '../../../domain/once-per.ts';
import { hasOwnScript, latinSpellingOn, saysNameInOwnScript } from '../visual/native-names.ts';
import type { PlacedLine } from '../visual/page-layout.ts';
import { holdsAddress, isCardWithBarcode } from './explain-lines.ts';
import { findName } from './find-name.ts';
import type { MachineWord } from './machine-word.ts';
import { saysNoName } from './name-agreement.ts';
import { findBirth, findExpiry, isInPlace, isName, mayHoldNames, type NamePlace } from './name-place.ts';
import { amongAllLines, dateSearchOf, linesFor, nameParts, type PrintSearch } from './print-search.ts';
import { disguisedNamesIn } from './possible-names.ts';
import { isOnDocument } from './print-place.ts';
import { isInCapitals, printWordsOf, type PrintWord, scriptOf } from './print-words.ts';
import { hasOtherNames } from './rival-names.ts';

/** The names of a zone or barcode that are printed, and the words of each line that say them. */
export interface AssignedNames {
  found: [DocumentFieldName, string][];
  used: ReadonlyMap<PlacedLine, readonly PrintWord[]>;
}

/**
 * Matches both names together, in the order in which both are found; each printed word belongs to one name. A line without a name label is
 * a name only where names are printed. So a place of birth or an issuing office never confirms a name whose label is missing.
 */
export function assignNames(words: readonly MachineWord[], search: PrintSearch): AssignedNames {
  const best = findNames(words, search);
  const labelled = labelledNames(search);
  const own = [...best.used.keys()];
  if (own.every((line) => labelled.has(line))) return best;
  return hasOtherNames(own, words, ...withAllLines(words, search)) ? { found: [], used: best.used } : best;
}

/** Every line with a name from the zone or barcode, and every line that is labelled as a name. */
export function linesOfNames(words: readonly MachineWord[], search: PrintSearch): PlacedLine[] {
  const labelled = search.visual.filter(({ field, isFoundByZone }) => isName(field) && isFoundByZone !== true);
  return [...new Set([...findNames(words, search).used.keys(), ...labelled.flatMap(({ lines }) => lines)])];
}

/**
 * Whether the names on the page may be another person's, labelled or not: another line may be a name, or these names are not where the
 * document prints them. A forger can print labels as easily as words.
 */
export function areNamesDoubtful(
  names: readonly PlacedLine[],
  words: readonly MachineWord[],
  search: PrintSearch,
): boolean {
  const place = namePlaceOf(words, search);
  const areInPlace = names.every((line) => isInPlace(line, place) && isOnDocument(line, names, search));
  return (
    !areInPlace ||
    names.some((line) => saysOtherName(line, words, search)) ||
    names.some((line) => disguisedNamesIn(line.text, { words, kind: search.kind }, scriptOf(line, words)).length > 0) ||
    hasOtherNames(names, words, ...withAllLines(words, search))
  );
}

/**
 * Whether a line with all names, or one whose label was not read, has words in capitals that are not part of the names: the true given
 * names may follow the family name. A line under the label of one name counts if it has no word of the names: the true name may be
 * below the false one.
 */
function saysOtherName(line: PlacedLine, words: readonly MachineWord[], { visual, areNamesCut }: PrintSearch): boolean {
  if (areNamesCut) return false;
  const isLabelledPart = visual.some(
    ({ field, lines, isFoundByZone }) =>
      field.name !== 'fullName' && isName(field) && isFoundByZone !== true && lines.includes(line),
  );
  const said = words.filter(({ name }) => name === 'familyNames' || name === 'givenNames');
  const latin = latinSpellingOn(line, said.find(({ name }) => name === 'givenNames')?.value ?? '');
  // The first reader's letters for another script (`KA3nOY`) do not tell whose name it is: the second reader's do.
  if (latin === null && hasOwnScript(line)) return !said.some((name) => saysNameInOwnScript(line, name));
  const printed = printWordsOf(latin ?? line.text);
  const own = new Set<PrintWord>();
  for (const { value } of said) {
    // Family and given names may be the same word, printed twice.
    const { used } = findName(value, { lines: freeRunsOf(printed, own), isCut: false });
    for (const word of used) own.add(word);
  }
  if (isLabelledPart && own.size > 0) return false;
  return printed.some((word) => isInCapitals(word) && !own.has(word) && !saysNoName(word));
}

const findNames = oncePerPair((words: readonly MachineWord[], search: PrintSearch): AssignedNames => {
  const named = words.filter(({ name }) => name === 'familyNames' || name === 'givenNames');
  const place = namePlaceOf(words, search);
  const labelled = labelledNames(search);
  const isPossible = (line: PlacedLine) =>
    labelled.has(line) || (!holdsAddress(line, words) && mayHoldNames(line, place));
  const placed = linesFor('familyNames', search)
    .filter(isPossible)
    .map((line) => ({ line, words: printWordsOf(line.text) }));
  const [first, second] = [named, named.toReversed()].map((order) => {
    const used = new Set<PrintWord>();
    const found = order.flatMap(({ name, value }): [DocumentFieldName, string][] => {
      const lines = placed.flatMap((line) => freeRunsOf(line.words, used));
      const { missing, used: taken } = findName(value, { lines, isCut: search.areNamesCut });
      if (missing.length > 0) return [];
      for (const word of taken) used.add(word);
      return [[name, value]];
    });
    const ofLines = placed.map(({ line, words: all }) => [line, all.filter((word) => used.has(word))] as const);
    return { found, used: new Map(ofLines.filter(([, taken]) => taken.length > 0)) };
  });
  if (first === undefined || second === undefined) return { found: [], used: new Map() };
  return second.found.length > first.found.length ? second : first;
});

/** Every line may be another name, also one that confirms nothing. */
function withAllLines(words: readonly MachineWord[], search: PrintSearch): [PrintSearch, NamePlace] {
  const all = amongAllLines(search);
  return [
    all,
    all === search ? namePlaceOf(words, search) : { ...namePlaceOf(words, search), pages: inOrder(all.pages) },
  ];
}

/** The lines of names whose labels were read. */
function labelledNames({ visual }: PrintSearch): ReadonlySet<PlacedLine> {
  return new Set(
    visual.flatMap(({ field, lines, isFoundByZone }) =>
      nameParts.includes(field.name) && isFoundByZone !== true ? lines : [],
    ),
  );
}

/** Where this document prints its names. */
const namePlaceOf = oncePerPair((words: readonly MachineWord[], search: PrintSearch): NamePlace => {
  const dayOf = (wanted: DocumentFieldName) => {
    const day = words.find(({ name }) => name === wanted)?.meaning ?? '';
    return /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null;
  };
  const [birth, expiry] = [dayOf('dateOfBirth'), dayOf('dateOfExpiry')];
  const pages = inOrder(search.pages);
  const dates = dateSearchOf(search);
  return {
    pages,
    visual: search.visual.filter(({ isFoundByZone }) => isFoundByZone !== true),
    all: search.visual,
    birth: birth === null ? null : findBirth(birth, pages, dates),
    expiry: expiry === null ? [] : findExpiry(expiry, pages, dates, search.kind),
    isAnyOrder: isCardWithBarcode(search.kind),
    kind: search.kind,
  };
});

function inOrder(pages: PrintSearch['pages']): PrintSearch['pages'] {
  return [...pages].sort((one, other) => sideOrder[one.side ?? 'unknown'] - sideOrder[other.side ?? 'unknown']);
}

const sideOrder = { front: 0, unknown: 1, back: 2 } as const;

/** The words of a line that are still free, as runs between the used words. */
function freeRunsOf(words: readonly PrintWord[], used: ReadonlySet<PrintWord>): PrintWord[][] {
  const runs: PrintWord[][] = [[]];
  for (const word of words) {
    if (used.has(word)) runs.push([]);
    else runs.at(-1)?.push(word);
  }
  return runs.filter((run) => run.length > 0);
}
