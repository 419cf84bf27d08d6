const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The pause before each attempt, counted from the end of the one before. After the last one, the delivery has failed. */
export const attemptDelaysMs: readonly number[] = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** Each pause is longer or shorter by up to this part, so that deliveries that failed together do not return together. */
const jitter = 0.2;
/** A receiver may ask for a longer pause, up to the schedule's longest one. */
const longestPauseMs = 24 * hour;
/** An endpoint is disabled when every attempt has failed for this long. */
const failingForMs = 5 * day;

/**
 * Milliseconds until the attempt after `attempts` failed ones, or null when there is none. `random` (0..1) determines the jitter. A
 * receiver's `Retry-After` makes the pause longer, never shorter.
 */
export function pauseBeforeNextMs(attempts: number, random: number, retryAfterMs: number | null = null): number | null {
  const delay = attemptDelaysMs[attempts];
  if (delay === undefined) return null;
  const asked = Math.min(retryAfterMs ?? 0, longestPauseMs);
  return Math.max(Math.round(delay * (1 - jitter + 2 * jitter * random)), asked);
}

/** `Retry-After` in either of its forms (RFC 9110 10.2.3): seconds or a date. Null when it is neither. */
export function parseRetryAfterMs(header: string | null, now: Date): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * second;
  const at = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/** Whether every delivery to an endpoint has failed for so long that the endpoint counts as failing. */
export function hasFailedTooLong(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= failingForMs;
}

/** The meaning of a response. Only 2xx is a success. A redirect is not followed and counts as a failure. */
export function judgeAnswer(status: number | null): 'delivered' | 'failed' | 'gone' {
  if (status === null) return 'failed';
  if (status >= 200 && status <= 299) return 'delivered';
  return status === 410 ? 'gone' : 'failed';
}
