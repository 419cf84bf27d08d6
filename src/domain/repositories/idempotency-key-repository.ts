import type { IdempotencySecrets } from '../encryption/idempotency-secrets.ts';

/** How often the holder of a claim renews its lease. */
export const idempotencyRenewalMs = 4_000;

export type IdempotencyClaim =
  /** `day`: of the claim, where its row is found again. */
  | { state: 'claimed'; day: string }
  /** `freeAfterSeconds`: when to ask again. A running request ends soon; after the death of its process, the rest of its lease remains. */
  | { state: 'inFlight'; freeAfterSeconds: number }
  | { state: 'done'; requestHash: Buffer; status: number; responseSealed: Buffer };

/** A key that a request has taken. */
export interface HeldKey {
  keyHash: Buffer;
  claimId: string;
  day: string;
}

export interface IdempotencyKeyRepository {
  /** For a key of the callers of `scope`. */
  secretsOf(scope: string, key: string): Promise<IdempotencySecrets>;
  /** Takes the key for this request, or returns the state of the request that has it. A claim with an expired lease is taken over. */
  claim(key: { keyHash: Buffer; requestHash: Buffer; claimId: string }): Promise<IdempotencyClaim>;
  /** Part of the effect's transaction. @throws MoveRefused when another request has taken the claim over */
  store(held: HeldKey, answer: { requestHash: Buffer; status: number; responseSealed: Buffer }): Promise<void>;
  /** Renews the lease: the process that holds the claim is alive. */
  renew(held: HeldKey): Promise<void>;
  /** After a request without an effect: releases the key. */
  release(held: HeldKey): Promise<void>;
  /** Of the table that the previous version writes. Other keys leave with the partition of their day. */
  deleteExpired(limit: number): Promise<number>;
}
