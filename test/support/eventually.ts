import { setTimeout as delay } from 'node:timers/promises';

/** Each pause is longer than the one before, up to so many times the first: a question costs the processor that the answer waits for. */
const growth = 1.2;
const mostTimes = 6;

/**
 * Asks repeatedly until the answer is neither null nor false nor an exception, and returns it. For what another process does in its own
 * time. Throws the last failure when time is up.
 */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  {
    withinMs = 60_000,
    everyMs = 40,
    what = 'the expected state',
  }: { withinMs?: number; everyMs?: number; what?: string } = {},
): Promise<Exclude<T, null | undefined | false>> {
  const deadline = performance.now() + withinMs;
  for (let pauseMs = everyMs; ; pauseMs = Math.min(pauseMs * growth, mostTimes * everyMs)) {
    let failure: unknown;
    try {
      const answer = await ask();
      if (answer !== null && answer !== undefined && answer !== false) {
        return answer as Exclude<T, null | undefined | false>;
      }
    } catch (error) {
      failure = error;
    }
    if (performance.now() > deadline) {
      throw new Error(`${what} did not come within ${withinMs} ms`, failure === undefined ? {} : { cause: failure });
    }
    await delay(pauseMs);
  }
}
