/** What the person learns of a wait: whole minutes from a minute on. */
export function waitTextOf(estimatedSeconds: number): {
  key: 'processing.seconds' | 'processing.minutes';
  count: number;
} {
  return estimatedSeconds < 60
    ? { key: 'processing.seconds', count: estimatedSeconds }
    : { key: 'processing.minutes', count: Math.ceil(estimatedSeconds / 60) };
}

/** How long the person is asked to wait before they learn that it takes too long. */
const patienceMs = 120_000;

/** An estimate may be wrong by as much again; without one, nobody watches a wait without an end. */
export function patienceOf(estimatedSeconds: number | null): number {
  return Math.max(patienceMs, 2 * 1000 * (estimatedSeconds ?? 0));
}
