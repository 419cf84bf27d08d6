import { blindIndexesOf, blindIndexKey } from '../../domain/encryption/blind-index.ts';
import type { BlindIndexRepository } from '../../domain/repositories/identity-repositories.ts';
import type { Connection } from '../connection/connection.ts';
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

    async has({ clientId, identityId }, indexed) {
      const digests = blindIndexesOf(blindIndexKey(await keys.clientKey(clientId)), indexed);
      const digest = { in: digests.map(bytes) };
      return (await connection.blindIndex.count({ where: { clientId, identityId, trait: indexed.trait, digest } })) > 0;
    },

    async listOtherIdentities({ clientId, identityId }, indexed, limit) {
      const key = blindIndexKey(await keys.clientKey(clientId));
      const digests = blindIndexesOf(key, indexed);
      await lockDigests(digests);
      const rows = await connection.blindIndex.findMany({
        where: {
          clientId,
          trait: indexed.trait,
          digest: { in: digests.map(bytes) },
          identityId: { not: identityId },
        },
        orderBy: { createdAt: 'desc' },
        distinct: ['identityId'],
        take: limit,
        select: { identityId: true },
      });
      return rows.map((row) => row.identityId);
    },
  };
}
