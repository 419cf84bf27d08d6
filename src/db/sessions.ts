import type { SessionRepository } from '../domain/repositories/session-repositories.ts';
import type { Connection } from './connection.ts';
import { bytes } from './sealed.ts';

export function createSessionRepository(connection: Connection): SessionRepository {
  return {
    async create({ id, verificationId, tokenHash, ttlHours }) {
      await connection.$executeRaw`
        insert into sessions (id, verification_id, token_hash, ends_at)
        values (${id}, ${verificationId}, ${bytes(tokenHash)}, now() + make_interval(hours => ${ttlHours}::int))`;
    },

    async findByToken(tokenHash) {
      const [row] = await connection.$queryRaw<
        {
          id: string;
          verification_id: string;
          client_id: string;
          open: boolean;
          dead: boolean;
          replaced: boolean;
          at: Date;
        }[]
      >`
        select s.id, v.id as verification_id, v.client_id, now() as at,
               (s.ended_at is null and s.ends_at > now() and v.status = 'pending'
                and (v.expires_at > now() or exists (select 1 from step_runs r where r.verification_id = v.id and r.status = 'processing'))) as open,
               (s.ended_at is not null or s.ends_at <= now()) as dead, s.replaced_at is not null as replaced
          from sessions s join verifications v on v.id = s.verification_id
         where s.token_hash = ${bytes(tokenHash)}`;
      return row
        ? {
            sessionId: row.id,
            verificationId: row.verification_id,
            clientId: row.client_id,
            open: row.open,
            dead: row.dead,
            replaced: row.replaced,
            at: row.at,
          }
        : null;
    },

    async replaceAll(verificationId) {
      const rows = await connection.$queryRaw<{ id: string }[]>`
        update sessions set ended_at = now(), replaced_at = now()
         where verification_id = ${verificationId} and ended_at is null returning id`;
      return rows.map((row) => row.id);
    },
  };
}
