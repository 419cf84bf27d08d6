import { countriesCalled, countriesWithin, lettersOfCountry } from '../../../domain/country-words/find-countries.ts';
import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import type { DocumentKind, KindField } from '../../../domain/document-kinds/document-kind.ts';
import { getNationalRule } from '../../../domain/national-numbers/index.ts';
import { listHiddenDates, listPrintedDates, withoutDates } from '../visual/list-printed-dates.ts';
import { matchShape } from '../visual/match-shape.ts';
import type { PlacedLine } from '../visual/page-layout.ts';
import { squeezeText } from '../visual/squeeze-text.ts';
import type { VisualField } from '../visual/visual-field.ts';
import { isLabelOf } from './explain-lines.ts';
import { fold } from './find-number.ts';
import type { MachineWord } from './machine-word.ts';
import type { PrintSearch } from './print-search.ts';

/** No document is valid for longer. A few days are added. */
const longestValidityMs = 16 * 366 * 86_400_000;
/** The dates of the conventions on refugees and on stateless persons, which are in the titles of their travel documents. */
const conventions = ['1951-07-28', '1954-09-28'];
/** Documents that never expire have an expiry of this year or later, which says nothing of their issue. */
const endlessFrom = '9000';
const drivingAgeMs = 15 * 365 * 86_400_000;

/**
 * Whether a printed date may be the true one, whatever its label says: no date is older than the holder, a document expires once, and every
 * other date is a day of issue, which cannot be earlier than the longest validity allows.
 */
export function hasRivalDate(
  name: 'dateOfBirth' | 'dateOfExpiry',
  words: readonly MachineWord[],
  { lines, kind, visual, at }: PrintSearch,
): boolean {
  if (kind === null) return false;
  const dateOf = (field: DocumentFieldName) => words.find((word) => word.name === field)?.meaning ?? null;
  const [birth, expiry] = [dateOf('dateOfBirth'), dateOf('dateOfExpiry')];
  // A first licence may be old, but children do not drive.
  const first = visual.find(({ field }) => field.name === 'dateOfFirstLicence')?.normalisedValue ?? null;
  const isFirst = first !== null && birth !== null && new Date(first) <= at && canDrive(birth, first);
  const told = new Set([
    ...(kind.subtype === 'refugee-travel-document' ? conventions : []),
    ...words.map(({ meaning }) => meaning),
    ...(isFirst ? [first] : []),
  ]);
  const printed = new Set([...listPrintedDates(lines, kind, at), ...listHiddenDates(lines, kind, at)]);
  const others = [...printed].filter((date) => !told.has(date) && !told.has(centuryBefore(date)));
  if (name === 'dateOfExpiry') {
    const known = [...words.map((word) => word.name), ...(isFirst ? (['dateOfFirstLicence'] as const) : [])];
    return others.some((date) => mayBeExpiry(date, expiry, at)) || new Set(others).size > countOtherDates(kind, known);
  }
  const isDriver = kind.type === 'driving-license';
  if (birth !== null && others.some((date) => date < birth || (isDriver && !canDrive(birth, date)))) return true;
  if (expiry !== null && expiry >= endlessFrom) {
    return (
      new Set(others).size >
      countOtherDates(
        kind,
        words.map((word) => word.name),
      )
    );
  }
  if (expiry === null) return others.length > kind.fields.filter(isOtherDate).length;
  return others.some((date) => Date.parse(date) < Date.parse(expiry) - longestValidityMs);
}

/**
 * How many dates a document of this kind prints apart from the known ones: the day of issue, mostly. One more may be the true expiry of a
 * document that has expired, although the zone now has a later one. Cards of any country may print a day of issue that their kind does not list.
 */
function countOtherDates({ country, fields }: DocumentKind, known: readonly DocumentFieldName[]): number {
  const told = new Set<DocumentFieldName>(['dateOfBirth', 'dateOfExpiry', ...known]);
  const listed = fields.filter(({ form, name }) => form === 'date' && !told.has(name)).length;
  return country === null && !told.has('dateOfIssue') ? Math.max(1, listed) : listed;
}

/** A year of two digits may be read as one of the next century. */
function centuryBefore(date: string): string {
  return `${Number(date.slice(0, 4)) - 100}${date.slice(4)}`;
}

/** A document's last date is its expiry. */
function mayBeExpiry(date: string, expiry: string | null, at: Date): boolean {
  return new Date(date) > at || (expiry !== null && date > expiry);
}

function canDrive(birth: string, date: string): boolean {
  return Date.parse(date) - Date.parse(birth) > drivingAgeMs;
}

function isOtherDate({ form, name }: KindField): boolean {
  return form === 'date' && name !== 'dateOfBirth';
}

/** Document numbers are neither shorter nor longer, apart from a digit that a forger prints at the end. */
const longestNumber = 12;
const numberLike = /^(?=(?:.*\d){5})[A-Z0-9]{7,13}$/;
/** Letters and digits in one word of capitals: German numbers have few digits. */
const mixedNumber = /^(?=(?:.*\d){2})(?=.*[A-Z])[A-Z0-9]{8,10}$/;
const sureLine = 0.65;
const fewestCharacters = 5;

/** Whether a printed number may be the document's true one, whatever its label says. */
export function hasRivalNumber(
  words: readonly MachineWord[],
  names: readonly PlacedLine[],
  search: PrintSearch,
): boolean {
  const { kind, lines, visual } = search;
  if (kind === null) return false;
  const own = kind.fields.find(({ name }) => name === 'documentNumber');
  const others = visual.filter((value) => isOtherNumber(value, names, kind));
  const claimed = new Set(others.flatMap((value) => value.lines));
  // A value on the row of its label does not have a line to itself.
  const inline = others.filter((value) => value.lines.length === 0).map(({ normalisedValue }) => normalisedValue ?? '');
  const known = [...words.map(({ meaning }) => meaning), ...inline]
    .map((word) => fold(word))
    .filter((word) => word.length >= fewestCharacters);
  const isKnown = (number: string) => known.some((word) => word.includes(fold(number)) || fold(number).includes(word));
  const addresses = new Set(visual.filter(({ field }) => field.form === 'address').flatMap((value) => value.lines));
  const rivals = lines.filter((line) => {
    // A postal code is next to its town.
    if (addresses.has(line) && /\p{L}{3}/u.test(line.text)) return false;
    if (claimed.has(line) || line.confidence < sureLine) return false;
    // Numbers that are printed in parts are recognised by their shape alone.
    const inParts = own?.shape?.includes(' ') === true ? matchShape(line.text, own.shape)?.value : undefined;
    const candidates = [...(inParts === undefined ? [] : [inParts]), ...numbersOn(line, search, kind)];
    return candidates.some((printed) => {
      const numbers = readAs(printed, own);
      return numbers.length > 0 && !numbers.some(isKnown);
    });
  });
  // A visa prints its own number and the passport's, each with its label.
  const labelled = own?.isOneOfSeveral === true ? lines.filter((line) => isLabelOf(own, line, kind)).length : 1;
  return rivals.length > Math.max(0, labelled - 1);
}

/**
 * The numbers of the document that a printed word may be, as it is and without its first or last character. A shape or a rule distinguishes it from other numbers. A letter where the shape has
 * a digit, or the other way round, was misread.
 */
function readAs(printed: string, field: KindField | undefined): string[] {
  if (field === undefined) return [];
  const { rule, shape } = field;
  if (rule === null && shape === null) return printed.length <= longestNumber ? [printed] : [];
  return [printed, printed.slice(0, -1), printed.slice(1)].flatMap((each) => {
    if (rule !== null) return getNationalRule(rule).isValid(each) ? [each] : [];
    return shape === null ? [] : (matchShape(each, shape)?.value ?? []);
  });
}

/**
 * The numbers on a line, also without what a forger may print next to the true one: a date, a small letter, a word behind a slash, a digit or
 * letter at its end.
 */
function numbersOn(line: PlacedLine, { at }: PrintSearch, kind: DocumentKind): string[] {
  const text = withoutDates(line.native ?? line.text, kind, at);
  const runs = (text.match(/[A-Z0-9]{7,}/g) ?? []).filter((run) => numberLike.test(run));
  // A number with marks is in no run (`61.599.367/Surname`).
  const marked = (text.match(markedNumber) ?? []).map((run) => run.replace(/\D/g, ''));
  return [...new Set([...numbersIn(text), ...marked.filter((run) => numberLike.test(run)), ...runs])];
}

/**
 * The words of a text that may be numbers, and the words joined where all are short or have digits: `AAA 000000`. The first reader takes
 * letters of other scripts for digits (`YAM6A3OB` for ЏАМБАЗОВ).
 */
function numbersIn(text: string): string[] {
  const words = text.split(/\s+/).filter((word) => !brokenDate.test(word));
  const isOne = words.length <= 3 && words.every((word) => /^[A-Z]{1,3}$|^\d[\d.-]*$/.test(word));
  const mixed = words.filter((word) => mixedNumber.test(word));
  const parts = words.map((word) => word.toUpperCase().replace(/[^A-Z0-9]/g, ''));
  return [...mixed, ...(isOne ? [...parts, parts.join('')] : parts).filter((part) => numberLike.test(part))];
}

/** Digits with marks, and letters glued to one of their ends at most. */
const markedNumber = /(?<![\p{L}\d.-])\d[\d.-]*\d|\d[\d.-]*\d(?![\p{L}\d.-])/gu;

/** A date that lost some of its marks. */
const brokenDate = /^\d{1,2}[./-]?\d{2}[./-]?(19|20)\d{2}$/;

/**
 * A number of another field, proved by its own rule or shape, or by its place: below the names, where the kind prints its own number above
 * them or on their row.
 */
function isOtherNumber(
  { field, lines, normalisedValue }: VisualField,
  names: readonly PlacedLine[],
  { fields }: DocumentKind,
): boolean {
  if (field.name === 'documentNumber' || field.form !== 'number' || normalisedValue === null) return false;
  if (field.rule !== null) return getNationalRule(field.rule).isValid(normalisedValue);
  if (field.shape !== null) return matchShape(normalisedValue, field.shape) !== null;
  const [own, family, other] = ['documentNumber', 'familyNames', field.name].map((wanted) =>
    fields.findIndex(({ name }) => name === wanted),
  );
  const isOrdered = own !== undefined && family !== undefined && other !== undefined && own < family && family < other;
  return isOrdered && lines.length > 0 && lines.every((line) => names.every((name) => line.top >= name.bottom));
}

/** The countries of the zone or barcode, and the languages in which the document names them. */
export interface OwnCountries {
  countries: readonly string[];
  languages: readonly string[];
}

/** A number with more letters or fewer digits, without a shape or rule, may be a name with digits behind it or in place of letters. */
const mostLettersOfNumber = 3;
const fewestDigitsOfNumber = 4;
/** A category of a licence has no more letters. */
const mostLettersOfCategory = 2;
/** Adjectives of countries in all languages are not known, but most begin like a word of the country's name: `ECUATOGUINEANA`. */
const lettersOfBeginning = 4;

/**
 * Whether a labelled value is a number, date, country or category by its own form. A forger can print the label of such a field in front of the
 * true name, and digits behind it, so the label alone says nothing. Text of any form proves nothing.
 */
export function isProven({ field, value, normalisedValue }: VisualField, own: OwnCountries): boolean {
  switch (field.form) {
    case 'number':
      if (normalisedValue === null) return false;
      if (field.rule !== null) return getNationalRule(field.rule).isValid(normalisedValue);
      if (field.shape !== null) return matchShape(normalisedValue, field.shape) !== null;
      return (
        value.replace(/\D/g, '').length >= fewestDigitsOfNumber &&
        value.replace(/\P{L}/gu, '').length <= mostLettersOfNumber
      );
    case 'country':
      return namesCountry(value, own);
    case 'categories':
      return value.split(/[^\p{L}]+/u).every((word) => word.length <= mostLettersOfCategory);
    case 'date':
    case 'year-range':
    case 'sex':
      return normalisedValue !== null;
    case 'address':
    case 'name':
    case 'text':
      return false;
  }
}

function namesCountry(value: string, { countries, languages }: OwnCountries): boolean {
  if (countriesCalled(value, languages).size > 0 || countriesWithin(value, languages).size > 0) return true;
  const beginning = squeezeText(value).text.slice(0, lettersOfBeginning);
  const names = countries.flatMap((country) => lettersOfCountry(country, languages));
  return beginning.length === lettersOfBeginning && names.some((name) => name.includes(beginning));
}
