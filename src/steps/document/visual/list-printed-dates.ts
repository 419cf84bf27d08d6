import { findPrintedDates, type DateNotation } from '../../../domain/printed-dates/find-printed-dates.ts';
import { goesOn, type PlacedLine } from './page-layout.ts';

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
