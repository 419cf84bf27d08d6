import {
  idempotencyRenewalMs,
  type IdempotencyKeyRepository,
} from '../../domain/repositories/idempotency-key-repository.ts';
import { MoveRefused } from '../../domain/repositories/repositories.ts';
import { idempotencySecretsOf } from '../../domain/encryption/idempotency-secrets.ts';
import type { Connection } from '../connection/connection.ts';
import type { InstallationKey } from '../keys/installation.ts';
import { bytes } from '../keys/sealed.ts';

/** A claim that was not renewed for this long belongs to a process that died. Its holder renews it far more often. */
const leaseSeconds = 20;
/** A claim this young belongs most likely to a living process, and its request ends soon. */
const surelyAliveSeconds = 2 * (idempotencyRenewalMs / 1_000);
const keysLiveHours = 24;

interface ClaimedRow {
  request_hash: Uint8Array;
  status: number | null;
  response_sealed: Uint8Array | null;
  age_seconds: number;
}

function freeAfterSeconds(ageSeconds: number): number {
  return ageSeconds <= surelyAliveSeconds ? 1 : Math.max(1, Math.ceil(leaseSeconds - ageSeconds));
}

export function createIdempotencyKeyRepository(
  connection: Connection,
  installationKey: InstallationKey,
): IdempotencyKeyRepository {
  return {
    async secretsOf(scope, key) {
      return idempotencySecretsOf(await installationKey.get(), scope, key);
    },

    async claim({ keyHash, requestHash, claimId }) {
      const taken = await connection.$executeRaw`
        insert into idempotency_keys (key_hash, request_hash, claim_id, expires_at)
        values (${bytes(keyHash)}, ${bytes(requestHash)}, ${claimId}, now() + make_interval(hours => ${keysLiveHours}::int))
        on conflict (key_hash) do update
          set request_hash = excluded.request_hash, claim_id = excluded.claim_id, claimed_at = now(),
              expires_at = excluded.expires_at, status = null, response_sealed = null
          where idempotency_keys.expires_at < now()
             or (idempotency_keys.status is null
                 and idempotency_keys.claimed_at < now() - make_interval(secs => ${leaseSeconds}::int))`;
      if (taken === 1) return { state: 'claimed' };
      const [row] = await connection.$queryRaw<ClaimedRow[]>`
        select request_hash, status, response_sealed, extract(epoch from now() - claimed_at)::float8 as age_seconds
          from idempotency_keys where key_hash = ${bytes(keyHash)}`;
      if (row === undefined) return { state: 'inFlight', freeAfterSeconds: 1 };
      if (row.status === null || row.response_sealed === null)
        return { state: 'inFlight', freeAfterSeconds: freeAfterSeconds(row.age_seconds) };
      return {
        state: 'done',
        requestHash: Buffer.from(row.request_hash),
        status: row.status,
        responseSealed: Buffer.from(row.response_sealed),
      };
    },

    async store({ keyHash, requestHash, claimId, status, responseSealed }) {
      const { count } = await connection.idempotencyKey.updateMany({
        where: { keyHash: bytes(keyHash), claimId },
        data: { requestHash: bytes(requestHash), status, responseSealed: bytes(responseSealed) },
      });
      if (count !== 1) throw new MoveRefused('idempotency key');
    },

    async renew(keyHash, claimId) {
      await connection.$executeRaw`
        update idempotency_keys set claimed_at = now()
         where key_hash = ${bytes(keyHash)} and claim_id = ${claimId} and status is null`;
    },

    async release(keyHash, claimId) {
      await connection.idempotencyKey.deleteMany({ where: { keyHash: bytes(keyHash), claimId, status: null } });
    },

    async deleteExpired(limit) {
      return connection.$executeRaw`
        delete from idempotency_keys where key_hash in
          (select key_hash from idempotency_keys where expires_at < now()
            limit ${limit} for update skip locked)`;
    },
  };
}
