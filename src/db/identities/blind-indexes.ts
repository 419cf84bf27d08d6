import { blindIndexesOf, blindIndexKey } from '../../domain/encryption/blind-index.ts';
import type { BlindIndexRepository } from '../../domain/repositories/identity-repositories.ts';
import type { Connection } from '../connection/connection.ts';
import type { DataKeys } from '../keys/keys.ts';
import { bytes } from '../keys/sealed.ts';

export function createBlindIndexRepository(connection: Connection, keys: DataKeys): BlindIndexRepository {
  return {
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

    async listOtherIdentities({ clientId, identityId }, indexed, limit) {
      const key = blindIndexKey(await keys.clientKey(clientId));
      const rows = await connection.blindIndex.findMany({
        where: {
          clientId,
          trait: indexed.trait,
          digest: { in: blindIndexesOf(key, indexed).map(bytes) },
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
