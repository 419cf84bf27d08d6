import type { SessionRepository } from '../../domain/repositories/session-repositories.ts';
import type { Connection } from '../connection/connection.ts';
import { bytes } from '../keys/sealed.ts';
import type { SessionReads } from './session-reads.ts';

export function createSessionRepository(connection: Connection, reads: SessionReads): SessionRepository {
  return {
    async create({ id, verificationId, tokenHash, ttlHours }) {
      await connection.$executeRaw`
        insert into sessions (id, verification_id, token_hash, ends_at)
        values (${id}, ${verificationId}, ${bytes(tokenHash)}, now() + make_interval(hours => ${ttlHours}::int))`;
    },

    findByToken: (tokenHash) => reads.findSession(tokenHash),
    getSteps: (verificationId) => reads.getSteps(verificationId),

    async isCurrent(sessionId) {
      const current = await connection.session.findFirst({
        where: { id: sessionId, endedAt: null },
        select: { id: true },
      });
      return current !== null;
    },

    async listAlive(sessionIds) {
      const rows = await connection.$queryRaw<{ id: string }[]>`
        select id from sessions where id = any(${[...sessionIds]}::text[]) and ended_at is null and ends_at > now()`;
      return new Set(rows.map((row) => row.id));
    },

    async replaceAll(verificationId) {
      const rows = await connection.$queryRaw<{ id: string }[]>`
        update sessions set ended_at = now(), replaced_at = now()
         where verification_id = ${verificationId} and ended_at is null returning id`;
      return rows.map((row) => row.id);
    },
  };
}
