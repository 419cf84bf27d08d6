import type { ApiToken, ApiTokenRepository } from '../../domain/repositories/account-repositories.ts';
import type { Connection } from '../connection/connection.ts';
import type { ApiTokenModel } from '../generated/models.ts';
import { Prisma } from '../generated/client.ts';
import { doesAdminister, type PreparedReads } from '../connection/prepared-reads.ts';
import { bytes } from '../keys/sealed.ts';

/** The most tokens of one creator that are listed. */
const madeListed = 1_000;

/** The tokens that an operator or token created, those that these created, and so on. Revoked ones count: the tokens they made may work. */
const madeBy = (makerId: string) => Prisma.sql`
  with recursive made as (
    select id from api_tokens where created_by = ${makerId}
    union select t.id from api_tokens t join made m on t.created_by = m.id)`;

export function createApiTokenRepository(connection: Connection, reads: PreparedReads): ApiTokenRepository {
  return {
    findCaller: (tokenHash) => reads.findCaller(tokenHash),

    async create(token) {
      return toApiToken(await connection.apiToken.create({ data: { ...token, tokenHash: bytes(token.tokenHash) } }));
    },

    async list(clientId, { limit, before }) {
      const rows = await connection.apiToken.findMany({
        where: { clientId, ...(before !== null && { id: { lt: before } }) },
        orderBy: { id: 'desc' },
        take: limit,
      });
      return rows.map(toApiToken);
    },

    async findLiving(clientId, tokenId) {
      const [living] = await connection.$queryRaw<{ administers: boolean }[]>`
        select ${Prisma.raw(doesAdminister)} as administers from api_tokens t
         where id = ${tokenId} and client_id = ${clientId} and revoked_at is null
           and (expires_at is null or expires_at > now())
           for update`;
      if (living === undefined) return null;
      return { ...toApiToken(await connection.apiToken.findUniqueOrThrow({ where: { id: tokenId } })), ...living };
    },

    async rotate(tokenId, tokenHash, overlapSeconds) {
      await connection.$executeRaw`
        update api_tokens
           set previous_hash = token_hash, previous_until = now() + make_interval(secs => ${overlapSeconds}::int),
               token_hash = ${bytes(tokenHash)}
         where id = ${tokenId}`;
    },

    async listMadeBy(operatorId) {
      return connection.$queryRaw`
        ${madeBy(operatorId)}
        select t.id, t.name, t.client_id as "clientId", c.name as "clientName", t.last_used_at as "lastUsedAt"
          from made join api_tokens t using (id) join clients c on c.id = t.client_id
         where t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
         order by t.id desc limit ${madeListed}`;
    },

    async revoke(clientId, tokenId) {
      const revoked = await connection.$executeRaw`
        update api_tokens set revoked_at = now()
         where id = ${tokenId} and client_id = ${clientId} and revoked_at is null`;
      return revoked === 1;
    },

    async revokeMadeBy(makerId) {
      const revoked: { id: string; clientId: string }[] = [];
      // One of them may have created another while its row was locked for that. Once it is revoked, it cannot.
      for (;;) {
        const rows = await connection.$queryRaw<{ id: string; clientId: string }[]>`
          ${madeBy(makerId)}
          update api_tokens set revoked_at = now()
           where id in (select id from made) and revoked_at is null
          returning id, client_id as "clientId"`;
        if (rows.length === 0) return revoked;
        revoked.push(...rows);
      }
    },

    async noteUse(tokenId) {
      await connection.$executeRaw`
        update api_tokens set last_used_at = now()
         where id = ${tokenId} and (last_used_at is null or last_used_at < now() - interval '1 minute')`;
    },
  };
}

function toApiToken(row: ApiTokenModel): ApiToken {
  const { id, name, scopes, allowedNetworks, createdAt, expiresAt, revokedAt, lastUsedAt, createdBy } = row;
  return { id, name, scopes, allowedNetworks, createdAt, expiresAt, revokedAt, lastUsedAt, createdBy };
}
