import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import { usualFormOf } from '../../../domain/document-kinds/document-kind.ts';
import { listPrintedDates } from '../visual/list-printed-dates.ts';
import type { PlacedLine } from '../visual/page-layout.ts';
import { isAddressPrinted } from './find-address.ts';
import { languagesOf, namesCountry } from './find-country.ts';
import { findDate } from './find-date.ts';
import { isNumberPrinted } from './find-number.ts';
import { findSex } from './find-sex.ts';
import type { MachineWord } from './machine-word.ts';
import { assignNames } from './assign-names.ts';
import { dateSearchOf, linesFor, linesOfSide, type PrintSearch } from './print-search.ts';
import type { PrintWord } from './print-words.ts';

/** What the print says for each word of a zone or barcode that it repeats. */
export type PrintAssignment = ReadonlyMap<DocumentFieldName, string>;

/** Noise is often read as a single letter, but with lower confidence. */
const sureForOneLetter = 0.8;

/**
 * Assigns the print to the words of a zone or barcode: what is printed once confirms one field. A line with a field's label belongs to that
 * field. Every other printed word goes to the first word that it repeats. The father's name does not confirm the holder's name, one printed
 * name does not confirm two, the day of issue is not a birth, and neither a passport's title nor the name `George` confirms a nationality.
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

function assignNumbers(words: readonly MachineWord[], search: PrintSearch): [DocumentFieldName, string][] {
  const taken = new Set<string>();
  return words.flatMap(({ name, value, meaning }): [DocumentFieldName, string][] => {
    if (usualFormOf(name) !== 'number' || taken.has(meaning)) return [];
    const texts = linesOfSide(name, search).map(({ text }) => text);
    if (isValueOfOther(name, meaning, search) || !isNumberPrinted(meaning, texts, search.kind)) return [];
    taken.add(meaning);
    return [[name, value]];
  });
}

function assignDates(words: readonly MachineWord[], search: PrintSearch): [DocumentFieldName, string][] {
  const taken = new Set<string>();
  return words.flatMap(({ name, meaning }): [DocumentFieldName, string][] => {
    const isWanted = usualFormOf(name) === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(meaning);
    // A printed year of two digits is as good as one of four, so one printed day is the same date in any century.
    const day = meaning.slice(2);
    if (!isWanted || taken.has(day) || isValueOfOther(name, meaning, search)) return [];
    const found = findDate(meaning, linesOfSide(name, search), dateSearchOf(search));
    if (found === null || (name === 'dateOfBirth' && hasEarlierDate(found.iso, search))) return [];
    taken.add(day);
    return [[name, found.iso]];
  });
}

/** Whether a number or day is labelled as another field: the date of issue does not confirm the date of birth. */
function isValueOfOther(name: DocumentFieldName, meaning: string, { visual }: PrintSearch): boolean {
  const labelled = visual.filter(({ normalisedValue }) => normalisedValue === meaning);
  return labelled.length > 0 && labelled.every(({ field, ambiguous }) => field.name !== name && !ambiguous);
}

/** Nothing on a document is older than its holder, so a later day without a label is not the birth. */
function hasEarlierDate(birth: string, { lines, kind, visual, at }: PrintSearch): boolean {
  const isLabelled = visual.some(
    ({ field, normalisedValue, isFoundByZone }) =>
      field.name === 'dateOfBirth' && normalisedValue === birth && isFoundByZone !== true,
  );
  if (kind === null || isLabelled) return false;
  return listPrintedDates(lines, kind, at).some((date) => date < birth);
}

/**
 * The issuer comes first, because titles name it. The nationality is on another line, whichever country it is, and neither is the holder's
 * name.
 */
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

/** Lines with the holder's name do not say the sex: an initial is a single letter, too. */
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
