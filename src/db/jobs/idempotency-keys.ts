import {
  idempotencyRenewalMs,
  type IdempotencyKeyRepository,
} from '../../domain/repositories/idempotency-key-repository.ts';
import { MoveRefused } from '../../domain/repositories/repositories.ts';
import { idempotencySecretsOf } from '../../domain/encryption/idempotency-secrets.ts';
import type { Statements } from '../connection/connection.ts';
import type { InstallationKey } from '../keys/installation.ts';

/** A claim that was not renewed for this long belongs to a process that died. Its holder renews it far more often. */
const leaseSeconds = 20;
/** A claim this young belongs most likely to a living process, and its request ends soon. */
const surelyAliveSeconds = 2 * (idempotencyRenewalMs / 1_000);
const keysLiveHours = 24;

interface ClaimRow {
  claimed_on: string | null;
  request_hash: Buffer;
  status: number | null;
  response_sealed: Buffer | null;
  age_seconds: number;
}

function freeAfterSeconds(ageSeconds: number): number {
  return ageSeconds <= surelyAliveSeconds ? 1 : Math.max(1, Math.ceil(leaseSeconds - ageSeconds));
}

export function createIdempotencyKeyRepository(
  statements: Statements,
  installationKey: InstallationKey,
): IdempotencyKeyRepository {
  return {
    async secretsOf(scope, key) {
      return idempotencySecretsOf(await installationKey.get(), scope, key);
    },

    async claim({ keyHash, requestHash, claimId }) {
      const { rows } = await statements.query<ClaimRow>({
        name: 'claim-idempotency-key',
        text: `select * from claim_idempotency_key($1, $2, $3, make_interval(hours => ${keysLiveHours}),
                                                   make_interval(secs => ${leaseSeconds}))`,
        values: [keyHash, requestHash, claimId],
      });
      const [row] = rows;
      if (row === undefined) throw new Error('a function without a table answered no row');
      if (row.claimed_on !== null) return { state: 'claimed', day: row.claimed_on };
      if (row.status === null || row.response_sealed === null)
        return { state: 'inFlight', freeAfterSeconds: freeAfterSeconds(row.age_seconds) };
      return {
        state: 'done',
        requestHash: row.request_hash,
        status: row.status,
        responseSealed: row.response_sealed,
      };
    },

    async store({ keyHash, claimId, day }, { requestHash, status, responseSealed }) {
      const { rowCount } = await statements.query({
        name: 'store-idempotent-response',
        text: `update idempotency_claims set request_hash = $4, status = $5, response_sealed = $6
                where key_hash = $1 and claim_id = $2 and day = $3`,
        values: [keyHash, claimId, day, requestHash, status, responseSealed],
      });
      if (rowCount !== 1) throw new MoveRefused('idempotency key');
    },

    async renew({ keyHash, claimId, day }) {
      await statements.query({
        name: 'renew-idempotency-claim',
        text: `update idempotency_claims set claimed_at = now()
                where key_hash = $1 and claim_id = $2 and status is null and day = $3`,
        values: [keyHash, claimId, day],
      });
    },

    async release({ keyHash, claimId, day }) {
      await statements.query({
        name: 'release-idempotency-claim',
        text: `delete from idempotency_claims where key_hash = $1 and claim_id = $2 and status is null and day = $3`,
        values: [keyHash, claimId, day],
      });
    },

    async deleteExpired(limit) {
      const { rowCount } = await statements.query({
        text: `delete from idempotency_keys where key_hash in
                 (select key_hash from idempotency_keys where expires_at < now()
                   limit $1 for update skip locked)`,
        values: [limit],
      });
      return rowCount ?? 0;
    },
  };
}
