import { findPrintedDates, type DateNotation } from '../../../domain/printed-dates/find-printed-dates.ts';
import { goesOn, type PlacedLine } from './page-layout.ts';

/** Lines with more groups of digits are numbers or text. */
const mostGroups = 12;

/** Every date on a page, labelled or not, in ISO 8601, including dates whose year was recognised as a separate text. */
export function listPrintedDates(lines: readonly PlacedLine[], notation: DateNotation, today: Date): string[] {
  const whole = lines.map(({ text }) => text);
  const joined = lines.flatMap((line) => {
    // Only a year continues to the right, so nothing else has to be tried.
    const year = lines.find((other) => /^\d{4}$/.test(other.text.trim()) && goesOn(line, other));
    return year === undefined || !/\d/.test(line.text) ? [] : [`${line.text} ${year.text}`];
  });
  const found = [...whole, ...joined].flatMap((text) => findPrintedDates(text, notation, today).map(({ iso }) => iso));
  return [...new Set(found)].sort();
}

/**
 * Dates in what is left of each line without its printed dates, if one group of digits, or the first or last digit of one, is left out, in ISO
 * 8601: a forger may print a digit next to a true date (`1. 17.04.1985`, `31 DEC 20317`).
 */
export function listHiddenDates(lines: readonly PlacedLine[], notation: DateNotation, today: Date): string[] {
  const found = lines.flatMap(({ text }) => {
    const rest = withoutDates(text, notation, today);
    return variantsOf(rest).flatMap((variant) => findPrintedDates(variant, notation, today).map(({ iso }) => iso));
  });
  return [...new Set(found)];
}

/** A text with a stroke in place of each date. */
export function withoutDates(text: string, notation: DateNotation, today: Date): string {
  return findPrintedDates(text, notation, today).reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}|${rest.slice(end)}`,
    text,
  );
}

/** Digits that no mark separates are part of a number. */
function variantsOf(text: string): string[] {
  const groups = [...text.matchAll(/\d{1,5}/g)];
  if (groups.length < 2 || groups.length > mostGroups || /\d{6}/.test(text)) return [];
  return groups.flatMap(({ 0: digits, index }) => {
    const [before, behind] = [text.slice(0, index), text.slice(index + digits.length)];
    return ['', digits.slice(1), digits.slice(0, -1)].map((shorter) => `${before}${shorter}${behind}`);
  });
}
