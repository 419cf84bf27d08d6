import type { TokenCaller } from '../../domain/repositories/account-repositories.ts';
import type { Statements } from './connection.ts';
import { batchCalls } from '../../domain/jobs/batch-calls.ts';
import { asBytes } from './byte-rows.ts';
import { sharing } from './sharing.ts';

/**
 * Whether the token `t` has the right of its maker to administer. Only developers may create tokens without having it: for a token from
 * before this was recorded, their role says so.
 */
export const doesAdminister = `coalesce(t.administers,
  not exists (select from operators o where o.id = t.created_by and o.role = 'developer'))`;

/**
 * The hot reads, as named prepared statements without Prisma, so that a lookup does not pay for query building. They run on the pool,
 * outside any transaction. Simultaneous reads share a statement: one round trip, one timer, one plan.
 */
export interface PreparedReads {
  findCaller(tokenHash: Buffer): Promise<TokenCaller | null>;
  findIdentityRecord(identity: {
    clientId: string;
    identityId: string;
  }): Promise<{ recordSealed: Buffer | null; wrappedDataKey: Buffer | null } | null>;
}

export function createPreparedReads(statements: Statements): PreparedReads {
  function readTokens(name: string, hash: 'token_hash' | 'previous_hash', condition: string) {
    return batchCalls(async (tokenHashes: Buffer[]) => {
      const distinct = new Map(tokenHashes.map((tokenHash) => [tokenHash.toString('latin1'), tokenHash]));
      const { rows } = await statements.query<TokenRow>({
        name,
        text: `select t.${hash} as hash, t.id, t.client_id, t.scopes, t.allowed_networks, t.expires_at,
                      ${doesAdminister} as administers
                 from api_tokens t
                cross join lateral (select suspended_at from clients where id = t.client_id offset 0) c
                where t.${hash} = any($1) and ${condition} and t.revoked_at is null
                  and (t.expires_at is null or t.expires_at > now()) and c.suspended_at is null`,
        values: [[...distinct.values()]],
      });
      const found = new Map(rows.map((row) => [row.hash.toString('latin1'), row]));
      return tokenHashes.map((tokenHash) => found.get(tokenHash.toString('latin1')));
    }, sharing);
  }

  const findToken = readTokens('find-callers', 'token_hash', 'true');
  const findRotated = readTokens('find-rotated-callers', 'previous_hash', 't.previous_until > now()');

  return {
    async findCaller(tokenHash) {
      // Rotated secrets are rare, so they are searched only when no current one matches.
      const row = (await findToken(tokenHash)) ?? (await findRotated(tokenHash));
      if (row === undefined) return null;
      const { id, client_id: clientId, scopes, allowed_networks: allowedNetworks, expires_at: expiresAt } = row;
      return { clientId, actorId: id, scopes, allowedNetworks, expiresAt, administers: row.administers };
    },

    findIdentityRecord: batchCalls(async (asked) => {
      const { rows } = await statements.query<IdentityRow>(
        asBytes({
          name: 'find-identity-records',
          text: `select id, client_id, record_sealed, wrapped_data_key from identities where id = any($1)`,
          values: [asked.map(({ identityId }) => identityId)],
        }),
      );
      const found = new Map(rows.map((row) => [row.id, row]));
      return asked.map(({ clientId, identityId }) => {
        const row = found.get(identityId);
        if (row?.client_id !== clientId) return null;
        return { recordSealed: row.record_sealed, wrappedDataKey: row.wrapped_data_key };
      });
    }, sharing),
  };
}

interface TokenRow {
  hash: Buffer;
  id: string;
  client_id: string;
  scopes: string[];
  allowed_networks: string[];
  expires_at: Date | null;
  administers: boolean;
}

interface IdentityRow {
  id: string;
  client_id: string;
  record_sealed: Buffer | null;
  wrapped_data_key: Buffer | null;
}
