import { blindIndexesOf, blindIndexKey } from '../../domain/encryption/blind-index.ts';
import type { BlindIndexRepository } from '../../domain/repositories/identity-repositories.ts';
import type { IndexedValue } from '../../domain/traits.ts';
import { Prisma } from '../generated/client.ts';
import type { Connection } from '../connection/connection.ts';
import { formerIndexKeysOf } from '../keys/former-index-keys.ts';
import type { DataKeys } from '../keys/keys.ts';
import { bytes } from '../keys/sealed.ts';

/** Distinguishes this advisory lock from others. */
const searchLock = 1_651_535_973;

export function createBlindIndexRepository(connection: Connection, keys: DataKeys): BlindIndexRepository {
  /**
   * Until the end of the transaction, which adds the value: of two identities that show it at the same time, the second one must see the
   * first. Always in the same order, so that two searches never deadlock.
   */
  async function lockDigests(digests: readonly Buffer[]): Promise<void> {
    const locks = [...new Set(digests.map((digest) => digest.readInt32BE(0)))].sort((one, other) => one - other);
    for (const lock of locks)
      await connection.$executeRaw`select pg_advisory_xact_lock(${searchLock}::int, ${lock}::int)`;
  }

  /** Every row with the value: of encrypted attempts also those that an earlier key of the client has hashed. */
  async function withDigests(
    clientId: string,
    indexed: IndexedValue,
    /** Leaves out the documents of attempts without a verdict. */
    { judgedOnly = false }: { judgedOnly?: boolean } = {},
  ): Promise<Prisma.Sql> {
    const clientKey = await keys.clientKey(clientId);
    const digests = blindIndexesOf(blindIndexKey(clientKey), indexed).map(bytes);
    const former = await formerIndexKeysOf(connection, clientId, clientKey);
    const all = [...digests, ...former.flatMap((key) => blindIndexesOf(key, indexed).map(bytes))];
    return Prisma.sql`
      select identity_id, created_at from blind_indexes
       where client_id = ${clientId} and trait = ${indexed.trait} and digest = any(${digests}::bytea[])
      union all
      select d.identity_id, d.created_at from sealed_documents d join verifications v on v.id = d.verification_id
       where d.client_id = ${clientId} and d.digest = any(${all}::bytea[])
         and (v.started_by = 'backend' or not v.reverifies or (v.entitled and v.status = 'verified'))
         and not (${judgedOnly} and v.status in ('pending', 'cancelled', 'expired'))`;
  }

  return {
    async lock(clientId, values) {
      const key = blindIndexKey(await keys.clientKey(clientId));
      // A name is shared by many and searched for by people alone.
      const searched = values.filter(({ trait }) => trait !== 'fullName');
      await lockDigests(searched.flatMap((indexed) => blindIndexesOf(key, indexed)));
    },

    async addAll({ clientId, identityId }, values) {
      if (values.length === 0) return;
      const key = blindIndexKey(await keys.clientKey(clientId));
      await connection.blindIndex.createMany({
        data: values.flatMap((indexed) =>
          blindIndexesOf(key, indexed).map((digest) => ({
            clientId,
            identityId,
            trait: indexed.trait,
            digest: bytes(digest),
          })),
        ),
        skipDuplicates: true,
      });
    },

    async keepDocument({ id, clientId, identityId }, document) {
      const key = blindIndexKey(await keys.clientKey(clientId));
      await connection.sealedDocument.createMany({
        data: blindIndexesOf(key, document).map((digest) => ({
          clientId,
          digest: bytes(digest),
          verificationId: id,
          identityId,
        })),
        skipDuplicates: true,
      });
    },

    async has({ clientId, identityId }, indexed) {
      const found = await connection.$queryRaw<{ has: boolean }[]>`
        select exists (select from (${await withDigests(clientId, indexed, { judgedOnly: true })}) found where identity_id = ${identityId}) as has`;
      return found[0]?.has ?? false;
    },

    async listOtherIdentities({ clientId, identityId }, indexed, limit) {
      // The current key's digests stand for the value: every search takes the lock by them.
      await lockDigests(blindIndexesOf(blindIndexKey(await keys.clientKey(clientId)), indexed));
      const rows = await connection.$queryRaw<{ identityId: string }[]>`
        select identity_id as "identityId" from (
          select distinct on (identity_id) identity_id, created_at from (${await withDigests(clientId, indexed)}) found
           where identity_id <> ${identityId} order by identity_id, created_at desc) newest
         order by created_at desc limit ${limit}`;
      return rows.map((row) => row.identityId);
    },

    async hasLostDocuments({ clientId, identityId }) {
      const lost = { clientId, digest: bytes(Buffer.alloc(0)), identityId: { not: identityId } };
      return (await connection.sealedDocument.count({ where: lost })) > 0;
    },
  };
}
