import { MoveRefused, type IdempotencyKeyRepository } from '../domain/repositories/repositories.ts';
import type { Connection } from './connection.ts';
import { bytes } from './sealed.ts';

/** Longer than any request can take: a claim this old belongs to a process that died. */
const abandonedAfterSeconds = 120;
const keysLiveHours = 24;

export function createIdempotencyKeyRepository(connection: Connection): IdempotencyKeyRepository {
  return {
    async claim({ keyHash, requestHash, claimId }) {
      const taken = await connection.$executeRaw`
        insert into idempotency_keys (key_hash, request_hash, claim_id, expires_at)
        values (${bytes(keyHash)}, ${bytes(requestHash)}, ${claimId}, now() + make_interval(hours => ${keysLiveHours}::int))
        on conflict (key_hash) do update
          set request_hash = excluded.request_hash, claim_id = excluded.claim_id, claimed_at = now(),
              expires_at = excluded.expires_at, status = null, response_sealed = null
          where idempotency_keys.expires_at < now()
             or (idempotency_keys.status is null
                 and idempotency_keys.claimed_at < now() - make_interval(secs => ${abandonedAfterSeconds}::int))`;
      if (taken === 1) return { state: 'claimed' };
      const row = await connection.idempotencyKey.findUnique({ where: { keyHash: bytes(keyHash) } });
      if (row?.status == null || row.responseSealed === null) return { state: 'inFlight' };
      return {
        state: 'done',
        requestHash: Buffer.from(row.requestHash),
        status: row.status,
        responseSealed: Buffer.from(row.responseSealed),
      };
    },

    async store({ keyHash, requestHash, claimId, status, responseSealed }) {
      const { count } = await connection.idempotencyKey.updateMany({
        where: { keyHash: bytes(keyHash), claimId },
        data: { requestHash: bytes(requestHash), status, responseSealed: bytes(responseSealed) },
      });
      if (count !== 1) throw new MoveRefused('idempotency key');
    },

    async release(keyHash, claimId) {
      await connection.idempotencyKey.deleteMany({ where: { keyHash: bytes(keyHash), claimId, status: null } });
    },

    async deleteExpired(limit) {
      return connection.$executeRaw`
        delete from idempotency_keys where key_hash in
          (select key_hash from idempotency_keys where expires_at < now() limit ${limit})`;
    },
  };
}
