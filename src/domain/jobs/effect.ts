import type { Repositories } from '../repositories/repositories.ts';

/**
 * Lets a use case store its response in the transaction of its effect, so that a request that is repeated with the same Idempotency-Key
 * finds the response exactly when the effect took place. Use cases that create something take one.
 */
export interface Effect<Result> {
  /** False: there is no key, nothing is recorded, and the use case needs no separate transaction. */
  readonly keyed: boolean;
  /** `bodyDigest`: the digest of a body that was streamed and therefore not known before. */
  record(tx: Repositories, result: Result, bodyDigest?: Buffer): Promise<void>;
}

/** For callers that do not repeat requests. */
export const unrecorded: Effect<unknown> = { keyed: false, record: () => Promise.resolve() };
