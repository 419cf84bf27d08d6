import type { Repositories } from '../repositories/repositories.ts';

/**
 * Lets a use case leave its answer in the transaction of its effect, so that a request that is repeated with the same
 * Idempotency-Key finds the answer exactly when the effect took place. Use cases that create something take one.
 */
export interface Effect<Answer> {
  /** False: there is no key, nothing is recorded, and the use case may do without its own transaction. */
  readonly keyed: boolean;
  /** `bodyDigest`: what stands for a body that was streamed and so was not known before. */
  record(tx: Repositories, answer: Answer, bodyDigest?: Buffer): Promise<void>;
}

/** For callers that do not repeat themselves. */
export const unrecorded: Effect<unknown> = { keyed: false, record: () => Promise.resolve() };
