/** The text about a wait: whole minutes from one minute on. */
export function waitTextOf(estimatedSeconds: number): {
  key: 'processing.seconds' | 'processing.minutes';
  count: number;
} {
  return estimatedSeconds < 60
    ? { key: 'processing.seconds', count: estimatedSeconds }
    : { key: 'processing.minutes', count: Math.ceil(estimatedSeconds / 60) };
}

/** How long the person waits before the screen says that it takes too long. */
const patienceMs = 120_000;

/** A wait may take twice its estimate. Without an estimate, a fixed time applies. */
export function patienceOf(estimatedSeconds: number | null): number {
  return Math.max(patienceMs, 2 * 1000 * (estimatedSeconds ?? 0));
}
