import { documentLanguages } from '../../../domain/document-kinds/index.ts';
import { monthOfWord } from '../../../domain/printed-dates/month-names.ts';
import { goesOn, type PlacedLine } from '../visual/page-layout.ts';

/** How the documents of an issuer print dates. */
export interface DateSearch {
  /** ISO 3166-1 alpha-2 of the issuer, where it is a country: it may count its years in its own calendar. */
  country: string | null;
  isMonthFirst: boolean;
}

/** What the print says about a date of the zone, whose year has two digits: the same day, perhaps in another century. */
export type FoundDate = { iso: string } | null;

/** Calendars in which a country prints dates in addition to the Gregorian one, by their Unicode names. */
const calendars: Readonly<Partial<Record<string, string>>> = {
  AF: 'persian',
  ET: 'ethiopic',
  IR: 'persian',
  SA: 'islamic-umalqura',
  TH: 'buddhist',
  TW: 'roc',
};

/** No document prints a date in a longer line. */
const longestText = 200;

interface Day {
  day: number;
  month: number;
  year: number;
}

/**
 * Looks for a known date on any line of the print. A printed year of two digits is as good as one of four; a printed year of four digits
 * settles the century. Null: no line prints that day.
 */
export function findDate(iso: string, lines: readonly PlacedLine[], search: DateSearch): FoundDate {
  const wanted = dayOf(iso);
  const texts = textsOf(lines).filter((text) => text.length <= longestText);
  const years = texts.flatMap(searchYears(wanted, search));
  if (years.some((year) => year === wanted.year || year < 100)) return { iso };
  const elsewhere = inCalendarOf(search.country, iso);
  if (elsewhere !== null && texts.flatMap(searchYears(elsewhere, search)).includes(elsewhere.year)) return { iso };
  const [year] = years;
  return year === undefined ? null : { iso: `${year}${iso.slice(4)}` };
}

/** The lines, and each line joined with a year that was recognised as a separate text to its right. */
function textsOf(lines: readonly PlacedLine[]): string[] {
  const years = lines.filter(({ text }) => /^\d{2}(\d{2})?$/.test(text.trim()));
  const joined = lines.flatMap((line) =>
    years.filter((year) => year !== line && goesOn(line, year)).map((year) => `${line.text} ${year.text}`),
  );
  return [...lines.map(({ text }) => text), ...joined];
}

/** Finds years, as printed, that are next to a day and month in a text and have the same last two digits. */
function searchYears(wanted: Day, search: DateSearch): (text: string) => number[] {
  const yy = padded(wanted.year % 100, 2);
  let patterns: ReturnType<typeof patternsOf> | null = null;
  return (printed) => {
    const text = plain(printed);
    if (!text.includes(yy)) return [];
    // Most lines have no such year, and the patterns cost more than the search.
    patterns ??= patternsOf(wanted, search);
    const ofNumbers = patterns.numeric.flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([, found]) => Number(found)),
    );
    const ofWords = patterns.worded.flatMap((pattern) =>
      [...text.matchAll(pattern)]
        .filter(([, words = '']) => namesMonth(words, wanted.month))
        .map(([, , found]) => Number(found)),
    );
    return [...ofNumbers, ...ofWords];
  };
}

function patternsOf({ day, month, year }: Day, { isMonthFirst }: DateSearch): { numeric: RegExp[]; worded: RegExp[] } {
  const [d, m, yy] = [padded(day), padded(month), padded(year % 100, 2)];
  const [dd, mm] = [padded(day, 2), padded(month, 2)];
  const yyyy = `(${year}|(?:\\d{2})?${yy})`;
  const mark = '\\s?[./\\- ]\\s?';
  const numeric = [
    `(?<!\\d)${isMonthFirst ? m : d}${mark}${isMonthFirst ? d : m}${mark}${yyyy}(?!\\d)`,
    `(?<!\\d)(\\d{2}${yy})${mark}${m}${mark}${d}(?!\\d)`,
    // Recognisers drop one mark or both. Two years with a stroke between them (`2004-2005`) are not a date.
    `(?<!\\d)${isMonthFirst ? mm : dd}[./\\- ]?${isMonthFirst ? dd : mm}[. ]?${yyyy}(?!\\d)`,
    `(?<!\\d)(\\d{2}${yy})[./\\- ]?${mm}[./\\- ]?${dd}(?!\\d)`,
  ].map((pattern) => new RegExp(pattern, 'g'));
  const worded = [
    // A slash between two month names may be read as a digit; a longer number is part of another date.
    `(?<!\\d)${d}(?!\\d)((?:\\D|(?<!\\d)\\d(?!\\d)){3,24}?)(?<!\\d)${yyyy}(?!\\d)`,
    `(?<!\\p{L})(\\p{L}{3,12}.{0,3}?)(?<!\\d)${d}(?!\\d)\\D{0,4}${yyyy}(?!\\d)`,
  ].map((pattern) => new RegExp(pattern, 'gu'));
  return { numeric, worded };
}

/** Whether a word is the month's name in some language. */
function namesMonth(text: string, month: number): boolean {
  const words = text.split(/[^\p{L}]+/u);
  return words.some((word) => documentLanguages.some((language) => monthOfWord(word, [language]) === month));
}

function padded(value: number, least = 1): string {
  const digits = String(value).padStart(2, '0');
  return value < 10 && least === 1 ? `0?${value}` : digits;
}

function dayOf(iso: string): Day {
  const [year = 0, month = 0, day = 0] = iso.split('-').map(Number);
  return { day, month, year };
}

function inCalendarOf(country: string | null, iso: string): Day | null {
  const calendar = country === null ? undefined : calendars[country];
  if (calendar === undefined) return null;
  const parts = new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
  }).formatToParts(new Date(`${iso}T12:00:00Z`));
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
  const day = { day: part('day'), month: part('month'), year: part('year') };
  return Object.values(day).every((value) => Number.isInteger(value)) ? day : null;
}

/** Capitals without marks, with Latin digits. */
function plain(text: string): string {
  // Most lines are plain ASCII, and every date of the zone is looked for in every line.
  if (/^[ -~]*$/.test(text)) return text.toUpperCase();
  return text
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase();
}
