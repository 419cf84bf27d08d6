import { isoDateOf } from '../national-numbers/calendar-date.ts';
import { yearOfTwoDigits } from './find-printed-dates.ts';

const threeNumbers = /^\s*(\d{2})\s?[./\-– ]\s?(\d{2})\s?[./\-– ]\s?(\d{2})\s*$/u;

/**
 * A date of three numbers of two digits that is nothing else in any order (`05/31/28`, `06 17 70`), as ISO 8601. Null for `05/06/28`, which
 * may be two days, and for a longer text. `today` decides the century.
 */
export function findShortDate(text: string, today: Date): string | null {
  const [, first = '', second = '', third = ''] = threeNumbers.exec(text) ?? [];
  if (third === '') return null;
  const read = (year: string, month: string, day: string) =>
    isoDateOf(yearOfTwoDigits(Number(year), today), Number(month), Number(day));
  const dates = [read(third, second, first), read(third, first, second), read(first, second, third)];
  const [date = null, ...others] = new Set(dates.filter((iso) => iso !== null));
  return others.length === 0 ? date : null;
}
