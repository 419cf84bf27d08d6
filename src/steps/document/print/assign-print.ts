import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import { usualFormOf, type DocumentSide } from '../../../domain/document-kinds/document-kind.ts';
import type { DocumentEvidence } from '../document-evidence.ts';
import { listPrintedDates } from '../visual/list-printed-dates.ts';
import type { PlacedLine } from '../visual/page-layout.ts';
import { isAddressPrinted } from './find-address.ts';
import { languagesOf, namesCountry } from './find-country.ts';
import { findDate, type DateSearch } from './find-date.ts';
import { holdsAddress, isCardWithBarcode, isExplained } from './explain-lines.ts';
import { findName } from './find-name.ts';
import { isNumberPrinted } from './find-number.ts';
import { findSex } from './find-sex.ts';
import type { MachineWord } from './machine-word.ts';
import { findBirth, hasOtherNames, mayHoldNames, type NamePlace } from './name-place.ts';
import { printWordsOf, type PrintWord } from './print-words.ts';

export interface PrintSearch extends Pick<DocumentEvidence, 'visual' | 'kind' | 'country' | 'isToldByPrint' | 'at'> {
  lines: readonly PlacedLine[];
  /** The same lines, page by page. */
  pages: readonly { lines: readonly PlacedLine[]; side: DocumentSide | null }[];
  /** The zone's names fill their field. */
  areNamesCut: boolean;
}

/** What the print says of each word of a zone or barcode that it repeats. */
export type PrintAssignment = ReadonlyMap<DocumentFieldName, string>;

/** The parts of a person's name: a line that is labelled as one of them may hold any of them. */
const nameParts: readonly DocumentFieldName[] = ['familyNames', 'givenNames', 'fullName', 'birthName'];

/** Noise is often read as one letter, but not so surely. */
const sureForOneLetter = 0.8;

/**
 * Assigns the print to the words of a zone or barcode: what is printed once confirms one field. A line with the label of a field
 * is that field's; every other printed word is used by the first word that it repeats. The father's name confirms no holder's, one
 * printed name no two, the day of issue no birth, and neither a passport's title nor the name `George` confirms a nationality.
 */
export function assignPrint(words: readonly MachineWord[], search: PrintSearch): PrintAssignment {
  const { used, ...names } = assignNames(words, search);
  const found: [DocumentFieldName, string][] = [
    ...names.found,
    ...assignNumbers(words, search),
    ...assignDates(words, search),
    ...assignCountries(words, search, used),
    ...assignAddress(words, search),
    ...assignSex(words, search, new Set(used.keys())),
  ];
  return new Map(found);
}

/** How the issuer prints dates; only the United States print the month first. */
export function dateSearchOf({ kind, country }: Pick<PrintSearch, 'kind' | 'country'>): DateSearch {
  return { country, isMonthFirst: kind?.dates.pattern.startsWith('mm') === true || country === 'US' };
}

/** The lines that no label gives to another field. */
function linesFor(name: DocumentFieldName, { lines, visual }: PrintSearch): PlacedLine[] {
  const isSame = (other: DocumentFieldName) =>
    other === name || (nameParts.includes(name) && nameParts.includes(other));
  const claimed = new Set(
    visual.flatMap(({ field, lines: own, ambiguous, isFoundByZone }) =>
      isSame(field.name) || ambiguous || isFoundByZone === true ? [] : own,
    ),
  );
  return lines.filter((line) => !claimed.has(line));
}

/**
 * Both names together, in the order in which both are found; a printed word is of one of them. A line without the label of a name is one only
 * where names are printed, so that a place of birth or an office confirms nobody's name once its label is gone.
 */
function assignNames(
  words: readonly MachineWord[],
  search: PrintSearch,
): { found: [DocumentFieldName, string][]; used: ReadonlyMap<PlacedLine, readonly PrintWord[]> } {
  const named = words.filter(({ name }) => name === 'familyNames' || name === 'givenNames');
  const place = namePlaceOf(words, search);
  const labelled = new Set(
    search.visual.flatMap(({ field, lines, isFoundByZone }) =>
      nameParts.includes(field.name) && isFoundByZone !== true ? lines : [],
    ),
  );
  const isPossible = (line: PlacedLine) =>
    labelled.has(line) || (!holdsAddress(line, words) && mayHoldNames(line, place));
  const placed = linesFor('familyNames', search)
    .filter(isPossible)
    .map((line) => ({ line, words: printWordsOf(line.text) }));
  const tries = [named, named.toReversed()].map((order) => {
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
  const [first, second] = tries;
  if (first === undefined || second === undefined) return { found: [], used: new Map() };
  const best = second.found.length > first.found.length ? second : first;
  const own = [...best.used.keys()];
  if (own.every((line) => labelled.has(line))) return best;
  const explained = search.lines.filter((line) => isExplained(line, { ...search, words }));
  return hasOtherNames(own, new Set(explained), place) ? { found: [], used: best.used } : best;
}

/** Where the names of this document have to be. */
function namePlaceOf(words: readonly MachineWord[], search: PrintSearch): NamePlace {
  const birth = words.find(({ name }) => name === 'dateOfBirth')?.meaning ?? '';
  const pages = [...search.pages].sort(
    (one, other) => sideOrder[one.side ?? 'unknown'] - sideOrder[other.side ?? 'unknown'],
  );
  const isTold = /^\d{4}-\d{2}-\d{2}$/.test(birth);
  return {
    pages,
    visual: search.visual.filter(({ isFoundByZone }) => isFoundByZone !== true),
    birth: isTold ? findBirth(birth, pages, dateSearchOf(search)) : null,
    isAnyOrder: isCardWithBarcode(search.kind),
  };
}

const sideOrder = { front: 0, unknown: 1, back: 2 } as const;

/** What is left of a line between the words that are used. */
function freeRunsOf(words: readonly PrintWord[], used: ReadonlySet<PrintWord>): PrintWord[][] {
  const runs: PrintWord[][] = [[]];
  for (const word of words) {
    if (used.has(word)) runs.push([]);
    else runs.at(-1)?.push(word);
  }
  return runs.filter((run) => run.length > 0);
}

function assignNumbers(words: readonly MachineWord[], search: PrintSearch): [DocumentFieldName, string][] {
  const texts = search.lines.map(({ text }) => text);
  const taken = new Set<string>();
  return words.flatMap(({ name, value, meaning }): [DocumentFieldName, string][] => {
    if (usualFormOf(name) !== 'number' || taken.has(meaning)) return [];
    if (isValueOfOther(name, meaning, search) || !isNumberPrinted(meaning, texts)) return [];
    taken.add(meaning);
    return [[name, value]];
  });
}

function assignDates(words: readonly MachineWord[], search: PrintSearch): [DocumentFieldName, string][] {
  const taken = new Set<string>();
  return words.flatMap(({ name, meaning }): [DocumentFieldName, string][] => {
    const isWanted = usualFormOf(name) === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(meaning);
    // A year of two digits in print is as good as one of four, so that one printed day is one date of any century.
    const day = meaning.slice(2);
    if (!isWanted || taken.has(day) || isValueOfOther(name, meaning, search)) return [];
    const found = findDate(meaning, search.lines, dateSearchOf(search));
    if (found === null || (name === 'dateOfBirth' && hasEarlierDate(found.iso, search))) return [];
    taken.add(day);
    return [[name, found.iso]];
  });
}

/** Whether a number or day is labelled as another field: the date of issue confirms no date of birth. */
function isValueOfOther(name: DocumentFieldName, meaning: string, { visual }: PrintSearch): boolean {
  const labelled = visual.filter(({ normalisedValue }) => normalisedValue === meaning);
  return labelled.length > 0 && labelled.every(({ field, ambiguous }) => field.name !== name && !ambiguous);
}

/** Nothing on a document is older than its holder, so that a later day without a label is not the birth. */
function hasEarlierDate(birth: string, { lines, kind, visual, at }: PrintSearch): boolean {
  const isLabelled = visual.some(
    ({ field, normalisedValue, isFoundByZone }) =>
      field.name === 'dateOfBirth' && normalisedValue === birth && isFoundByZone !== true,
  );
  if (kind === null || isLabelled) return false;
  return listPrintedDates(lines, kind, at).some((date) => date < birth);
}

/** The issuer first, which titles name; a nationality is on another line, whichever country it is. The holder's name is neither. */
function assignCountries(
  words: readonly MachineWord[],
  search: PrintSearch,
  named: ReadonlyMap<PlacedLine, readonly PrintWord[]>,
): [DocumentFieldName, string][] {
  const { kind, isToldByPrint } = search;
  const used = new Set<PlacedLine>();
  return (['issuingState', 'nationality'] as const).flatMap((name): [DocumentFieldName, string][] => {
    const word = words.find((each) => each.name === name);
    if (word === undefined) return [];
    const { meaning, value } = word;
    // Titles and labels of one country's card print its issuer.
    if (name === 'issuingState' && isToldByPrint && kind?.country === meaning) return [[name, value]];
    const languages = languagesOf(meaning, kind);
    const lines = linesFor(name, search).filter((line) => !used.has(line));
    const line = lines.find((each) =>
      namesCountry(textWithout(each.text, named.get(each) ?? []), { country: meaning, code: value, languages }),
    );
    if (line === undefined) return [];
    used.add(line);
    return [[name, value]];
  });
}

function textWithout(text: string, words: readonly PrintWord[]): string {
  return words.reduce((rest, word) => rest.replace(word.text, ' '), text);
}

function assignAddress(words: readonly MachineWord[], { lines }: PrintSearch): [DocumentFieldName, string][] {
  const said = (name: DocumentFieldName) => words.find((word) => word.name === name)?.meaning ?? null;
  const [address, street] = [said('address'), said('street')];
  if (address === null || street === null) return [];
  const parts = { street, city: said('city'), region: said('region'), postalCode: said('postalCode') };
  const texts = lines.map(({ text }) => text);
  return isAddressPrinted(parts, texts) ? [['address', address]] : [];
}

/** Lines with the holder's name say no sex: an initial is one letter, too. */
function assignSex(
  words: readonly MachineWord[],
  search: PrintSearch,
  named: ReadonlySet<PlacedLine>,
): [DocumentFieldName, string][] {
  const word = words.find(({ name }) => name === 'sex');
  if (word === undefined) return [];
  const lines = linesFor('sex', search).filter((line) => !named.has(line) && line.confidence >= sureForOneLetter);
  const { kind, country } = search;
  const languages = kind?.country == null ? languagesOf(country ?? '', null) : languagesOf(kind.country, kind);
  const told = findSex(
    lines.map(({ text }) => text),
    { kind, languages },
  );
  return told === word.meaning ? [['sex', told]] : [];
}
