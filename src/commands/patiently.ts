import { setTimeout as delay } from 'node:timers/promises';
import type { ProblemDocument } from '../contract/problems/problem.ts';

/** An answer that was a problem document. */
export class ServiceRefused extends Error {
  readonly problem: ProblemDocument;

  constructor(problem: ProblemDocument) {
    super(`${problem.title} (${problem.code})`);
    this.name = 'ServiceRefused';
    this.problem = problem;
  }
}

/** The service may be restarting. A request that died with it holds its Idempotency-Key for twenty seconds. */
const patienceMs = 150_000;
const pauseMs = 500;

/**
 * Repeats a request while the service does not answer or says that it may answer soon. Only for requests that may be repeated: reads, and
 * requests with an Idempotency-Key. `answered` says whether the service has ever answered: it does not wait for one that was never there.
 */
export async function patiently<T>(ask: () => Promise<T>, options: { answered: () => boolean }): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const passing = error instanceof ServiceRefused ? error.problem.retryable : options.answered();
      if (!passing || performance.now() > deadline) throw error;
      const asked = error instanceof ServiceRefused ? (error.problem.retryAfterSeconds ?? 0) * 1000 : 0;
      await delay(Math.max(pauseMs, Math.min(asked, 10_000)));
    }
  }
}
