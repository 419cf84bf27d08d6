/** An expiration date is at most this many years ahead; otherwise it belongs to the century before. */
const mostYearsAhead = 50;

/**
 * A date of birth as ISO yyyy-mm-dd: `yymmdd` in the latest century that is not in the future (ICAO 9303 part 3, section 4.8). Null when
 * parts are unknown (fillers) or the calendar has no such day.
 */
export function parseBirthDate(yymmdd: string, today: Date): string | null {
  const recent = toIsoDate(centuryOf(today), yymmdd);
  if (recent !== null && recent <= today.toISOString().slice(0, 10)) return recent;
  return toIsoDate(centuryOf(today) - 100, yymmdd);
}

/** An expiration date as ISO yyyy-mm-dd, in the latest century that is at most 50 years ahead. */
export function parseExpirationDate(yymmdd: string, today: Date): string | null {
  const century = centuryOf(today);
  const horizon = today.getUTCFullYear() + mostYearsAhead;
  const starts = [century + 100, century, century - 100];
  const start = starts.find((candidate) => candidate + Number(yymmdd.slice(0, 2)) <= horizon);
  return start === undefined ? null : toIsoDate(start, yymmdd);
}

function centuryOf(today: Date): number {
  return Math.floor(today.getUTCFullYear() / 100) * 100;
}

function toIsoDate(century: number, yymmdd: string): string | null {
  if (!/^\d{6}$/.test(yymmdd)) return null;
  const year = century + Number(yymmdd.slice(0, 2));
  const iso = `${year}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4, 6)}`;
  const date = new Date(`${iso}T00:00:00Z`);
  // `Date` rejects a day such as 31 February or rolls it over to the next month.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}
