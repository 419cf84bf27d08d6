const msPerHour = 3_600_000;
/** The places on Earth where a day begins last and first (UTC-12, UTC+14). */
const offsetHours = { last: -12, first: 14 };

/**
 * The calendar days that it is at this moment, as ISO dates: by UTC, where the day began last, and where it began first. A document does not
 * say in which zone its dates end.
 */
export function localDays(at: Date): { utc: string; earliest: string; latest: string } {
  const dayAt = (hours: number) => new Date(at.getTime() + hours * msPerHour).toISOString().slice(0, 10);
  return { utc: dayAt(0), earliest: dayAt(offsetHours.last), latest: dayAt(offsetHours.first) };
}
