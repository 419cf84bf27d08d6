import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Patience {
  /** Number of tries, the first one included. */
  tries: number;
  /** A request whose `Retry-After` is longer is not retried. */
  longestWaitMs: number;
  fetch: typeof fetch;
}

/** 429 comes with `Retry-After`; the others may pass soon. */
const passingStatuses = [429, 502, 503, 504];

/**
 * Retries a request after a lost connection or one of `passingStatuses`. Every POST carries an Idempotency-Key,
 * the same for all its tries, so that none takes effect twice; PATCH and DELETE have the same effect no matter how often they run.
 */
export function fetchPatiently({
  tries,
  longestWaitMs,
  fetch: send,
}: Patience): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === 'POST' && !request.headers.has('idempotency-key')) {
      request.headers.set('idempotency-key', randomUUID());
    }
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= tries;
      // A body can be sent only once, so each try gets a copy.
      const answer = await send(request.clone()).catch((error: unknown) => {
        if (isLast || request.signal.aborted) throw error;
        return null;
      });
      const waitMs = waitBefore(answer, attempt);
      if (answer !== null && (isLast || !passingStatuses.includes(answer.status) || waitMs > longestWaitMs))
        return answer;
      await answer?.body?.cancel();
      await sleep(waitMs);
    }
  };
}

const longestPauseMs = 5_000;

/** As `Retry-After` says, otherwise 0.25 s, 0.5 s, 1 s … 5 s, shortened by up to half at random. */
function waitBefore(answer: Response | null, attempt: number): number {
  const seconds = Number(answer?.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds)
    ? seconds * 1000
    : Math.min(longestPauseMs, 250 * 2 ** (attempt - 1)) * (1 - Math.random() / 2);
}
