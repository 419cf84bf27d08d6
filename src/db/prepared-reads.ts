import type pg from 'pg';
import type { ApiCaller } from '../domain/client.ts';

/**
 * The hot reads, as named prepared statements beside Prisma: a lookup must not pay for query building.
 * They run on the pool, outside any transaction.
 */
export interface PreparedReads {
  findCaller(tokenHash: Buffer): Promise<ApiCaller | null>;
  findIdentityRecord(
    clientId: string,
    identityId: string,
  ): Promise<{ recordSealed: Buffer | null; wrappedDataKey: Buffer | null } | null>;
}

export function createPreparedReads(pool: pg.Pool): PreparedReads {
  return {
    async findCaller(tokenHash) {
      const { rows } = await pool.query<{ id: string; client_id: string; scopes: string[] }>({
        name: 'find-caller',
        text: `select t.id, t.client_id, t.scopes
                 from api_tokens t join clients c on c.id = t.client_id
                where t.token_hash = $1 and t.revoked_at is null
                  and (t.expires_at is null or t.expires_at > now()) and c.suspended_at is null`,
        values: [tokenHash],
      });
      const row = rows[0];
      return row ? { clientId: row.client_id, tokenId: row.id, scopes: row.scopes } : null;
    },

    async findIdentityRecord(clientId, identityId) {
      const { rows } = await pool.query<{ record_sealed: Buffer | null; wrapped_data_key: Buffer | null }>({
        name: 'find-identity-record',
        text: `select record_sealed, wrapped_data_key from identities where id = $2 and client_id = $1`,
        values: [clientId, identityId],
      });
      const row = rows[0];
      return row ? { recordSealed: row.record_sealed, wrappedDataKey: row.wrapped_data_key } : null;
    },
  };
}
