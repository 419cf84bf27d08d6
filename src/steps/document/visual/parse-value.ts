import countries from 'i18n-iso-countries';
import type { DocumentKind, KindField } from '../../../domain/document-kinds/document-kind.ts';
import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import { findPrintedDates } from '../../../domain/printed-dates/find-printed-dates.ts';
import { findShortDate } from '../../../domain/printed-dates/find-short-date.ts';
import { matchShape } from './match-shape.ts';
import { repairPostalCode } from './parse-address.ts';
import { squeezeText } from './squeeze-text.ts';

/** A value of the visual zone as its form reads it. */
export interface ParsedValue {
  /** As printed. */
  value: string;
  /** The normalised value; null if the form has none. */
  normalisedValue: string | null;
  repaired: boolean;
}

const longestValue = 300;
export const namesOfPlaces: readonly DocumentFieldName[] = [
  'placeOfBirth',
  'placeOfIssue',
  'issuer',
  'issuingAuthority',
];
/** Comes before the holder's name on British and Thai documents. */
const titles = /^(?:(?:MR|MRS|MISS|MS|DR|MASTER|REV)\b\.?\s*|(?:นาย|นางสาว|นาง)\s*)/i;

/** Reads the lines of a value as its field's form requires, or null if they have nothing of that form. */
export function parseValue(
  lines: readonly string[],
  field: KindField,
  kind: DocumentKind,
  today: Date,
): ParsedValue | null {
  const texts = lines
    .map((line) => line.replace(/\s+/g, ' ').trim().slice(0, longestValue))
    .filter((line) => line !== '');
  if (texts.length === 0) return null;
  const joined = texts.join(' ').slice(0, longestValue);
  switch (field.form) {
    case 'date':
      return parseDate(joined, field, kind, today);
    case 'year-range':
      return parseYears(joined);
    case 'sex':
      return parseSex(joined, kind);
    case 'number':
      return parseNumber(joined, field.shape);
    case 'name':
      return parseName(texts);
    case 'country':
      return parseCountry(joined);
    case 'categories':
      return parseCategories(joined);
    case 'address':
      return parseWholeAddress(plain(texts.join(', ')), kind);
    case 'text':
      return parseText(joined, field, kind, today);
  }
}

function plain(value: string, normalisedValue: string | null = null): ParsedValue | null {
  // Recognisers that know Chinese give some marks their full width.
  const trimmed = value.replace(/^[\s:;.,/|*\-_：；．，。、／｜＊－·•]+|[\s:;,/|*\-_：；，、／｜＊－·•]+$/g, '');
  return trimmed === '' ? null : { value: trimmed, normalisedValue, repaired: false };
}

function parseWholeAddress(printed: ParsedValue | null, { country }: DocumentKind): ParsedValue | null {
  const code = printed && repairPostalCode(printed.value, country);
  return code === null ? printed : { value: code.value, normalisedValue: null, repaired: !code.isSame };
}

function parseDate(text: string, field: KindField, kind: DocumentKind, today: Date): ParsedValue | null {
  const [date] = findPrintedDates(text, kind, today);
  const short = date === undefined ? findShortDate(text, today) : null;
  if (short !== null) return { value: text.trim(), normalisedValue: short, repaired: false };
  if (date === undefined) return null;
  const value = text.slice(date.start, date.end).trim();
  const isAhead = field.name === 'dateOfBirth' && date.iso > today.toISOString().slice(0, 10);
  return { value, normalisedValue: isAhead ? inCenturyBefore(date.iso, value) : date.iso, repaired: false };
}

/** A birth is not in the future: a date whose year has two digits moves to the century before. */
function inCenturyBefore(iso: string, printed: string): string {
  return /\d{4}/.test(printed) ? iso : `${Number(iso.slice(0, 4)) - 100}${iso.slice(4)}`;
}

/** Valid to the last day of the last year. */
function parseYears(text: string): ParsedValue | null {
  const years = [...text.matchAll(/(?<!\d)((?:19|20)\d{2})(?!\d)/g)].map((match) => match[0]);
  const last = years[years.length - 1];
  return last === undefined ? null : plain(text, `${last}-12-31`);
}

/** What passports print for female in other languages (kobieta, kvinna, žena, weiblich); none of these letters begins a word for male. */
const femaleElsewhere: readonly string[] = ['K', 'Ž', 'W'];

function parseSex(text: string, { sexes }: DocumentKind): ParsedValue | null {
  const words = text.toUpperCase().split(/[^\p{L}]+/u);
  for (const sex of ['F', 'M', 'X'] as const) {
    const printed = sexes[sex].toUpperCase().split(/[^\p{L}]+/u);
    if (printed.every((word) => words.includes(word)))
      return { value: sexes[sex], normalisedValue: sex, repaired: false };
  }
  // Bilingual fields: one word is in the document's own language, the other one is international.
  const told = (['F', 'M', 'X'] as const).filter((sex) =>
    sexes[sex].split(/[^\p{L}]+/u).some((word) => words.includes(word)),
  );
  const [only, ...others] = told;
  if (only !== undefined) return others.length === 0 ? plain(text, only) : null;
  return words.some((word) => femaleElsewhere.includes(word)) ? plain(text, 'F') : null;
}

function parseNumber(text: string, shape: string | null): ParsedValue | null {
  if (shape !== null) {
    const match = matchShape(text, shape);
    if (match !== null) return { value: match.printed, normalisedValue: match.value, repaired: match.repairs > 0 };
  }
  const words = text.split(' ');
  const lastWithDigit = words.findLastIndex((word) => /\d/.test(word));
  if (lastWithDigit < 0) return null;
  const printed = words.slice(0, lastWithDigit + 1).join(' ');
  const compact = squeezeText(printed).text;
  return compact.length < 3 || compact.length > 40 ? null : plain(printed, compact);
}

function parseName(texts: readonly string[]): ParsedValue | null {
  const words = texts.map((text) => text.replace(titles, '').trim()).filter((text) => text !== '');
  // A line with digits below a name is something else: a street number, or the row of a date.
  const dated = words.findIndex((text, index) => index > 0 && /\d/.test(text));
  if (dated > 0) words.length = dated;
  // Recognisers add a space on one side of a hyphen.
  const name = words
    .join(' ')
    .replace(/^\d{1,2}[.\s]+/, '')
    .replace(/(?<=\p{L})(?:- | -)(?=\p{L})/gu, '-');
  const letters = (name.match(/\p{L}/gu) ?? []).length;
  const digits = (name.match(/\d/g) ?? []).length;
  return letters < 2 || digits > 0 ? null : plain(name);
}

function parseCountry(text: string): ParsedValue | null {
  const words = text.split(/[/,()]/).map((word) => word.trim());
  const codes = words.flatMap((word) => codeOf(word) ?? []);
  return /\p{L}{2}/u.test(text) ? plain(text, codes[0] ?? null) : null;
}

function codeOf(word: string): string | null {
  if (/^[A-Z]{3}$/.test(word)) return countries.alpha3ToAlpha2(word) ?? null;
  return ['en', 'es', 'pt', 'fr', 'de', 'it', 'pl', 'tr'].reduce<string | null>(
    (code, language) => code ?? countries.getAlpha2Code(word, language) ?? null,
    null,
  );
}

function parseCategories(text: string): ParsedValue | null {
  const categories = text.toUpperCase().match(/\b(?:ACC|AM|[A-GTMS]\d?|[A-D]1?E|AB|AC|AD|AE|[FGKLNPQ])\b/g);
  return categories === null ? null : plain(text, categories.join(' '));
}

/** A text that shares its line with a date is the rest of that line. */
function parseText(given: string, field: KindField, kind: DocumentKind, today: Date): ParsedValue | null {
  const text = kind.country === 'IT' && field.name === 'issuingAuthority' ? withItalianApostrophe(given) : given;
  const sharesLabel = kind.fields.some(
    (other) => other !== field && other.form === 'date' && other.labels.some((label) => field.labels.includes(label)),
  );
  if (field.name === 'height') return /\d/.test(text) ? plain(withSigns(withUnitApart(text))) : null;
  if (field.name === 'bloodType') return parseBloodType(text);
  // A single letter is the remainder of a place or office name.
  if (namesOfPlaces.includes(field.name) && !/\p{L}{2}/u.test(text)) return null;
  const [date] = findPrintedDates(text, kind, today);
  // No place or office has a date in its name: the text belongs to another label.
  if (!sharesLabel) return date !== undefined && namesOfPlaces.includes(field.name) ? null : plain(text);
  if (date === undefined) return plain(text);
  return plain(
    [text.slice(0, date.start), text.slice(date.end)]
      .map((part) => part.replace(/^[\s,]+|[\s,]+$/g, ''))
      .filter(Boolean)
      .join(', '),
  );
}

/** Both readers may lose the apostrophe in blur (`DELLINTERNO`). `DELLA SALUTE` has none: its vowel ends the word. */
function withItalianApostrophe(text: string): string {
  return text.replace(/\b(dell)(?=[aeiou]\p{L}{4,})/giu, "$1'");
}

/** Recognisers drop the space between a number and its unit. */
function withUnitApart(text: string): string {
  return text.replace(/(\d)\s*(?=(?:C?M|FT|IN)\b)/gi, '$1 ');
}

/** Feet and inches (`6'-09"`), whose small signs recognisers turn round, or lose at the end. */
function withSigns(text: string): string {
  const straight = text.replace(/[‘’`´]/g, "'").replace(/[“”″]/g, '"');
  return /^\d'-?\d{1,2}$/.test(straight) ? `${straight}"` : straight;
}

/** A blood type without its sign is not valid: the sign was lost. */
function parseBloodType(text: string): ParsedValue | null {
  const match = /(?<![\p{L}\d])(AB|A|B|O|0)\s?([+\-–])/u.exec(text);
  if (match === null) return null;
  const value = `${match[1] === '0' ? 'O' : (match[1] ?? '')}${match[2] === '+' ? '+' : '-'}`;
  return { value, normalisedValue: null, repaired: false };
}
