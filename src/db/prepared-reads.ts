import type { ApiCaller } from '../domain/client.ts';
import type { Statements } from './connection.ts';
import { gather } from '../domain/gather.ts';
import { sharing } from './sharing.ts';

/**
 * The hot reads, as named prepared statements beside Prisma: a lookup must not pay for query building. They run on the pool,
 * outside any transaction, and those that come together share a statement: one trip, one timer, one plan.
 */
export interface PreparedReads {
  findCaller(tokenHash: Buffer): Promise<ApiCaller | null>;
  findIdentityRecord(identity: {
    clientId: string;
    identityId: string;
  }): Promise<{ recordSealed: Buffer | null; wrappedDataKey: Buffer | null } | null>;
}

export function createPreparedReads(statements: Statements): PreparedReads {
  return {
    async findCaller(tokenHash) {
      const { rows } = await statements.query<{ id: string; client_id: string; scopes: string[] }>({
        name: 'find-caller',
        text: `select t.id, t.client_id, t.scopes
                 from api_tokens t join clients c on c.id = t.client_id
                where t.token_hash = $1 and t.revoked_at is null
                  and (t.expires_at is null or t.expires_at > now()) and c.suspended_at is null`,
        values: [tokenHash],
      });
      const row = rows[0];
      return row ? { clientId: row.client_id, actorId: row.id, scopes: row.scopes } : null;
    },

    findIdentityRecord: gather(async (asked) => {
      const { rows } = await statements.query<IdentityRow>({
        name: 'find-identity-records',
        text: `select id, client_id, record_sealed, wrapped_data_key from identities where id = any($1)`,
        values: [asked.map(({ identityId }) => identityId)],
      });
      const found = new Map(rows.map((row) => [row.id, row]));
      return asked.map(({ clientId, identityId }) => {
        const row = found.get(identityId);
        if (row?.client_id !== clientId) return null;
        return { recordSealed: row.record_sealed, wrappedDataKey: row.wrapped_data_key };
      });
    }, sharing),
  };
}

interface IdentityRow {
  id: string;
  client_id: string;
  record_sealed: Buffer | null;
  wrapped_data_key: Buffer | null;
}
