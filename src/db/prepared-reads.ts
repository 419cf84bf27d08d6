import type { TokenCaller } from '../domain/repositories/account-repositories.ts';
import type { Statements } from './connection.ts';
import { gather } from '../domain/gather.ts';
import { sharing } from './sharing.ts';

/**
 * The hot reads, as named prepared statements beside Prisma: a lookup must not pay for query building. They run on the pool,
 * outside any transaction, and those that come together share a statement: one trip, one timer, one plan.
 */
export interface PreparedReads {
  findCaller(tokenHash: Buffer): Promise<TokenCaller | null>;
  findIdentityRecord(identity: {
    clientId: string;
    identityId: string;
  }): Promise<{ recordSealed: Buffer | null; wrappedDataKey: Buffer | null } | null>;
}

export function createPreparedReads(statements: Statements): PreparedReads {
  async function findToken(name: string, condition: string, tokenHash: Buffer): Promise<TokenRow | undefined> {
    const { rows } = await statements.query<TokenRow>({
      name,
      text: `select t.id, t.client_id, t.scopes, t.allowed_networks
               from api_tokens t join clients c on c.id = t.client_id
              where ${condition} and t.revoked_at is null
                and (t.expires_at is null or t.expires_at > now()) and c.suspended_at is null`,
      values: [tokenHash],
    });
    return rows[0];
  }

  const findRotated = (tokenHash: Buffer) =>
    findToken('find-rotated-caller', 't.previous_hash = $1 and t.previous_until > now()', tokenHash);

  return {
    async findCaller(tokenHash) {
      // Secrets that were rotated are looked for only where no present one is: those are rare.
      const row = (await findToken('find-caller', 't.token_hash = $1', tokenHash)) ?? (await findRotated(tokenHash));
      if (row === undefined) return null;
      const { id, client_id: clientId, scopes, allowed_networks: allowedNetworks } = row;
      return { clientId, actorId: id, scopes, allowedNetworks };
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

interface TokenRow {
  id: string;
  client_id: string;
  scopes: string[];
  allowed_networks: string[];
}

interface IdentityRow {
  id: string;
  client_id: string;
  record_sealed: Buffer | null;
  wrapped_data_key: Buffer | null;
}
