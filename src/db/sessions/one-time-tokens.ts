import type { OneTimeToken, TokenPurpose } from '../../domain/encryption/one-time-token.ts';
import type { OneTimeTokenRepository } from '../../domain/repositories/session-repositories.ts';
import type { Connection } from '../connection/connection.ts';
import { bytes } from '../keys/sealed.ts';

interface Row {
  verification_id: string;
  session_id: string | null;
  expires_at: Date;
  at: Date;
}

export function createOneTimeTokenRepository(connection: Connection): OneTimeTokenRepository {
  return {
    async create({ tokenHash, purpose, verificationId, sessionId, ttlMinutes }) {
      // Each session has a separate watcher.
      const replaced = { verificationId, purpose, usedAt: null, ...(purpose === 'watch' && { sessionId }) };
      await connection.oneTimeToken.deleteMany({ where: replaced });
      const [row] = await connection.$queryRaw<{ expires_at: Date }[]>`
        insert into one_time_tokens (token_hash, purpose, verification_id, session_id, expires_at)
        values (${bytes(tokenHash)}, ${purpose}, ${verificationId}, ${sessionId},
                now() + make_interval(mins => ${ttlMinutes}::int))
        returning expires_at`;
      if (row === undefined) throw new Error('no token was made');
      return row.expires_at;
    },

    async find(tokenHash, purpose) {
      const rows = await connection.$queryRaw<Row[]>`
        select verification_id, session_id, expires_at, now() as at from one_time_tokens
         where token_hash = ${bytes(tokenHash)} and purpose = ${purpose} and used_at is null and expires_at > now()`;
      return toToken(rows);
    },

    async listAlive(tokenHashes, purpose) {
      const rows = await connection.$queryRaw<{ hash: string }[]>`
        select encode(token_hash, 'hex') as hash from one_time_tokens
         where token_hash = any(${tokenHashes.map(bytes)}::bytea[]) and purpose = ${purpose} and used_at is null
           and expires_at > now()`;
      return new Set(rows.map(({ hash }) => hash));
    },

    async redeem(tokenHash: Buffer, purpose: TokenPurpose) {
      const rows = await connection.$queryRaw<Row[]>`
        update one_time_tokens set used_at = now()
         where token_hash = ${bytes(tokenHash)} and purpose = ${purpose} and used_at is null and expires_at > now()
        returning verification_id, session_id, expires_at, now() as at`;
      return toToken(rows);
    },

    async endPrepared({ verificationId, sessionId }) {
      await connection.$executeRaw`
        delete from one_time_tokens t
         where t.verification_id = ${verificationId} and t.used_at is null
           and (t.purpose = 'handOver'
                or t.purpose = 'watch' and t.session_id in (
                  select later.id from sessions later join sessions own on own.id = ${sessionId}
                   where later.verification_id = ${verificationId} and later.created_at > own.created_at))`;
    },
  };
}

function toToken([row]: Row[]): OneTimeToken | null {
  return row === undefined
    ? null
    : { verificationId: row.verification_id, sessionId: row.session_id, expiresAt: row.expires_at, at: row.at };
}
