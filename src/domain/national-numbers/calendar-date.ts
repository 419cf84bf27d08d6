import type { NumberSource } from './national-rule.ts';

/** The ISO date of these parts, or null when the calendar has no such day. The calendar has no year 0. */
export function isoDateOf(year: number, month: number, day: number): string | null {
  if (year < 1) return null;
  const iso = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/** A day between 1950 and 2005 that every month has. */
export function drawBirthday(random: NumberSource): { year: number; month: number; day: number } {
  return { year: random.integer(1950, 2005), month: random.integer(1, 12), day: random.integer(1, 28) };
}

export function twoDigits(value: number): string {
  return String(value % 100).padStart(2, '0');
}
