const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const second = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const exactSeconds = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** A moment: how long ago when it is recent, otherwise the date; the exact time on hover. */
export function Time({ at, precise = false }: { at: string; precise?: boolean }) {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <span>{at}</span>;
  const seconds = (date.getTime() - Date.now()) / 1000;
  return (
    <time dateTime={at} title={exactSeconds.format(date)} className="tabular-nums">
      {precise ? (
        // Two lines where a column is narrow, as on a phone.
        <>
          <span className="whitespace-nowrap">{day.format(date)}</span>{' '}
          <span className="whitespace-nowrap">{second.format(date)}</span>
        </>
      ) : (
        <span className="whitespace-nowrap">{Math.abs(seconds) < 7 * 86_400 ? ago(seconds) : exact.format(date)}</span>
      )}
    </time>
  );
}

function ago(seconds: number): string {
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  }
  return 'just now';
}

/** A duration in the unit that reads best. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
}
