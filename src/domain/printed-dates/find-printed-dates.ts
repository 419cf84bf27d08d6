import type { DocumentKind } from '../document-kinds/document-kind.ts';
import { isoDateOf } from '../national-numbers/calendar-date.ts';
import { monthOfWord } from './month-names.ts';

/** A date in a text, as ISO 8601, and its position. */
export interface PrintedDate {
  iso: string;
  start: number;
  end: number;
}

export type DateNotation = Pick<DocumentKind, 'dates' | 'languages'>;

/** Years from 543 to this many years ahead of ours belong to the Buddhist era. */
const buddhistOffset = 543;
const earliestYear = 1880;
const latestYear = 2130;
/** A year of two digits belongs to this century if it is at most this many years ahead of today. */
const mostYearsAhead = 15;
/** No document prints a date after this many characters, so longer texts are searched only up to here. */
const longestText = 400;

const separator = String.raw`[\s.,/\-–—]{0,3}`;
const numeric = /(?<!\d)(\d{4}|\d{1,2})\s?[./\-– ]\s?(\d{1,2})\s?[./\-– ]\s?(\d{4}|\d{2})(?!\d)/gu;
/** Two years with a stroke between them are no date: `2004-2005`. */
const compact = /(?<!\d)(\d{2} ?\d{2}[ .]?\d{4}|\d{2}[ ./-]\d{2} ?\d{4}|\d{4} ?\d{2} ?\d{2})(?!\d)/gu;
/** Recognisers take some letters for digits: `03 CI4/JAN 65` for 03 СІЧ/JAN 65. */
const word = String.raw`([\p{L}\p{M}0134.]{2,16})`;
/** A digit right behind a capital is the end of a word. Recognisers sometimes read a slash between two month names as a 7. */
const dayFirst = new RegExp(
  String.raw`(?<!\d)(\d{2}|(?<!\p{Lu})\d)${separator}(?:de\s?)?${word}(?:\s?[/\-7]\s?${word})?${separator}(?:de(?:l)?\s?)?(\d{4}|\d{2})(?!\d)`,
  'giu',
);
const monthFirst = new RegExp(String.raw`${word}\s?(\d{1,2})(?:st|nd|rd|th)?${separator}(\d{4})(?!\d)`, 'giu');

/**
 * All dates in a printed text, in the document's order of day, month and year, with month names of its languages and in its calendar.
 * Leaves out days that the calendar does not have. `today` decides the century of years of two digits.
 */
export function findPrintedDates(text: string, notation: DateNotation, today: Date): PrintedDate[] {
  const searched = withPlainDigits(text.slice(0, longestText));
  if (!/\d/.test(searched)) return [];
  const found = [
    ...matchesOf(searched, numeric, (parts) => readNumeric(parts, notation, today)),
    ...matchesOf(searched, dayFirst, ([, day, first, second, year]) =>
      datedBy({ year, month: monthOf(first, second, notation.languages), day }, notation, today),
    ),
    ...matchesOf(searched, monthFirst, ([, month, day, year]) =>
      datedBy({ year, month: monthOf(month, undefined, notation.languages), day }, notation, today),
    ),
    ...matchesOf(searched, compact, ([, printed = '']) => readCompact(printed, notation, today)),
  ].sort((one, other) => one.start - other.start || other.end - one.end);
  return found.filter((date, index) => !found.slice(0, index).some((earlier) => date.start < earlier.end));
}

function matchesOf(
  text: string,
  pattern: RegExp,
  read: (match: readonly (string | undefined)[]) => string | null,
): PrintedDate[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const iso = read([...match]);
    return iso === null ? [] : [{ iso, start: match.index, end: match.index + match[0].length }];
  });
}

function readNumeric(
  [, first = '', second = '', third = '']: readonly (string | undefined)[],
  notation: DateNotation,
  today: Date,
): string | null {
  if (first.length === 4) return datedBy({ year: first, month: Number(second), day: third }, notation, today);
  // Without a year of four digits, a date is ambiguous: only the document's pattern decides.
  if (third.length !== 4) return null;
  const isMonthFirst = notation.dates.pattern.startsWith('mm');
  return isMonthFirst
    ? datedBy({ year: third, month: Number(first), day: second }, notation, today)
    : datedBy({ year: third, month: Number(second), day: first }, notation, today);
}

/** Eight digits in a row, or nearly so: recognisers drop spaces and points between the parts. */
function readCompact(printed: string, notation: DateNotation, today: Date): string | null {
  const digits = printed.replace(/\D/g, '');
  const parts: readonly string[] = notation.dates.pattern.startsWith('yyyy')
    ? [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)]
    : [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  return readNumeric(['', ...parts], notation, today);
}

function datedBy(
  { year, month, day }: { year: string | undefined; month: number | null; day: string | undefined },
  { dates }: DateNotation,
  today: Date,
): string | null {
  if (month === null) return null;
  const full = yearOf(year ?? '', dates.calendar, today);
  return full === null ? null : isoDateOf(full, month, Number(day));
}

function yearOf(printed: string, calendar: DateNotation['dates']['calendar'], today: Date): number | null {
  let year = Number(printed);
  if (printed.length === 2) {
    year = yearOfTwoDigits(year, today);
  } else if (calendar === 'buddhist' && year >= earliestYear + buddhistOffset) {
    year -= buddhistOffset;
  }
  return year >= earliestYear && year <= latestYear ? year : null;
}

/** The year that two digits mean today. */
export function yearOfTwoDigits(digits: number, today: Date): number {
  const century = Math.floor(today.getUTCFullYear() / 100) * 100;
  return digits + (digits + century > today.getUTCFullYear() + mostYearsAhead ? century - 100 : century);
}

/** The month that one or two words name. Two languages must name the same month. */
function monthOf(first: string | undefined, second: string | undefined, languages: readonly string[]): number | null {
  const words = [first, second].flatMap((printed) => (printed === undefined ? [] : [plainWord(printed)]));
  const months = new Set(words.map((printed) => monthOfWord(printed, languages)));
  const told = [...months].filter((month) => month !== null);
  if (told.length === 1 && words.length > 0) return told[0] ?? null;
  if (told.length > 1 || words.length !== 1) return null;
  // The recogniser lost the stroke between two languages: AGO/AUG became AGOAUG.
  const [both = ''] = words;
  for (let cut = 3; cut <= both.length - 3; cut += 1) {
    const month = monthOfWord(both.slice(0, cut), languages);
    if (month !== null && month === monthOfWord(both.slice(cut), languages)) return month;
  }
  return null;
}

/** Capitals without accents and points. Corrects digits that are mistaken for letters, and a `de` that lost its spaces. */
function plainWord(printed: string): string {
  const isThai = /\p{Script=Thai}/u.test(printed);
  const letters = isThai ? printed : printed.normalize('NFD').replace(/\p{M}/gu, '');
  const capitals = letters.toUpperCase().replaceAll('.', '').replaceAll('0', 'O').replaceAll('1', 'I');
  return capitals.replace(/DEL?$/, '').replace(/^DE(?![CZ])(?=.{3})/, '');
}

function withPlainDigits(text: string): string {
  return text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50));
}
