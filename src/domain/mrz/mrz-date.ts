/** Expiration dates lie at most this many years ahead; a later one belongs to the century before. */
const mostYearsAhead = 50;

/**
 * A date of birth as ISO yyyy-mm-dd: `yymmdd` of the youngest century that is not in the future (ICAO 9303 part 3,
 * section 4.8). Null when parts of it are unknown (fillers) or when it is no day of the calendar.
 */
export function parseBirthDate(yymmdd: string, today: Date): string | null {
  const recent = toIsoDate(centuryOf(today), yymmdd);
  if (recent !== null && recent <= today.toISOString().slice(0, 10)) return recent;
  return toIsoDate(centuryOf(today) - 100, yymmdd);
}

/** An expiration date as ISO yyyy-mm-dd, in the century that puts it no more than 50 years after today. */
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
  // A day such as 31 February either is invalid or rolls over to the next month.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}
