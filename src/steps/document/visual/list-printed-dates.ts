import { findPrintedDates, type DateNotation } from '../../../domain/printed-dates/find-printed-dates.ts';
import { heightOf, type PlacedLine } from './page-layout.ts';

/** The parts of a date may be recognised as two texts: so far apart, in heights of a line. */
const widestGap = 1.5;

/** Every date on a page, labelled or not, as ISO 8601; also those whose year was recognised as a text of its own. */
export function listPrintedDates(lines: readonly PlacedLine[], notation: DateNotation, today: Date): string[] {
  const whole = lines.map(({ text }) => text);
  const joined = lines.flatMap((line) => {
    // Only a year goes on to the right, so that nothing else need be tried.
    const year = lines.find((other) => /^\d{4}$/.test(other.text.trim()) && goesOn(line, other));
    return year === undefined || !/\d/.test(line.text) ? [] : [`${line.text} ${year.text}`];
  });
  const found = [...whole, ...joined].flatMap((text) => findPrintedDates(text, notation, today).map(({ iso }) => iso));
  return [...new Set(found)].sort();
}

function goesOn(line: PlacedLine, other: PlacedLine): boolean {
  const height = Math.min(heightOf(line), heightOf(other));
  const overlap = Math.min(line.bottom, other.bottom) - Math.max(line.top, other.top);
  const gap = other.left - line.right;
  return overlap >= 0.4 * height && gap > -height && gap < widestGap * heightOf(line);
}
