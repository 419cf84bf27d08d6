import type { IdempotencySecrets } from '../encryption/idempotency-secrets.ts';

/** The holder of a claim renews its lease this often. */
export const idempotencyRenewalMs = 4_000;

export type IdempotencyClaim =
  | { state: 'claimed' }
  /** `freeAfterSeconds`: when to ask again. A request that lives ends soon; of one that died, the rest of its lease is left. */
  | { state: 'inFlight'; freeAfterSeconds: number }
  | { state: 'done'; requestHash: Buffer; status: number; responseSealed: Buffer };

export interface IdempotencyKeyRepository {
  /** For a key of the callers of `scope`. */
  secretsOf(scope: string, key: string): Promise<IdempotencySecrets>;
  /** Takes the key for this request, or says what became of the one that has it. A claim whose lease ran out is taken over. */
  claim(key: { keyHash: Buffer; requestHash: Buffer; claimId: string }): Promise<IdempotencyClaim>;
  /** Part of the effect's transaction. @throws MoveRefused when another request has taken the claim over. */
  store(key: {
    keyHash: Buffer;
    requestHash: Buffer;
    claimId: string;
    status: number;
    responseSealed: Buffer;
  }): Promise<void>;
  /** Lets the lease begin again: the process that holds the claim lives. */
  renew(keyHash: Buffer, claimId: string): Promise<void>;
  /** After a request without an effect: the key is free again. */
  release(keyHash: Buffer, claimId: string): Promise<void>;
  deleteExpired(limit: number): Promise<number>;
}
