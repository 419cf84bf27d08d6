import { open, seal, type SealedPlace } from '../domain/encryption.ts';
import type { Identity, IdentityData } from '../domain/identity.ts';
import { identityStatuses } from '../domain/identity-status.ts';
import type { IdentityRepository } from '../domain/repositories/repositories.ts';
import type { Connection } from './connection.ts';
import type { IdentityModel } from './generated/models.ts';
import type { DataKeys } from './keys.ts';
import type { PreparedReads } from './prepared-reads.ts';
import { bytes, openedJson, sealedJson } from './sealed.ts';
import { word } from './word.ts';

export function createIdentityRepository(
  connection: Connection,
  keys: DataKeys,
  reads: PreparedReads,
): IdentityRepository {
  const owner = (identityId: string) =>
    connection.identity.findUniqueOrThrow({ where: { id: identityId }, select: { clientId: true } });

  async function toIdentity(row: IdentityModel): Promise<Identity> {
    // An erased identity has no key any more, and no data.
    const data =
      row.dataSealed === null || row.wrappedDataKey === null
        ? {}
        : (openedJson(
            await keys.get(row.clientId, row.id),
            row.dataSealed,
            dataPlace(row.clientId, row.id),
          ) as IdentityData);
    return {
      id: row.id,
      clientId: row.clientId,
      status: word(identityStatuses, row.status),
      data,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    };
  }

  return {
    async create({ id, clientId }) {
      const { wrapped } = await keys.make(clientId, id);
      await connection.identity.create({ data: { id, clientId, wrappedDataKey: bytes(wrapped) } });
    },

    async find(clientId, identityId) {
      const row = await connection.identity.findUnique({ where: { id: identityId, clientId } });
      return row && (await toIdentity(row));
    },

    async queueStart(identityId) {
      await connection.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${identityId}, 0))`;
    },

    async lock(identityId) {
      await connection.$queryRaw`select 1 from identities where id = ${identityId} for update`;
      return toIdentity(await connection.identity.findUniqueOrThrow({ where: { id: identityId } }));
    },

    async setStatus(identityId, status, data) {
      const { clientId } = await owner(identityId);
      const sealed =
        data === undefined
          ? {}
          : { dataSealed: sealedJson(await keys.get(clientId, identityId), data, dataPlace(clientId, identityId)) };
      await connection.identity.update({
        where: { id: identityId },
        data: { status, updatedAt: new Date(), ...sealed },
      });
    },

    getDataKey: (clientId, identityId) => keys.get(clientId, identityId),

    async storeRecord(identityId, json) {
      const { clientId } = await owner(identityId);
      const key = await keys.get(clientId, identityId);
      const recordSealed = bytes(seal(key, Buffer.from(json, 'utf8'), recordPlace(clientId, identityId)));
      await connection.identity.update({ where: { id: identityId }, data: { recordSealed } });
    },

    async findRecord(clientId, identityId) {
      const row = await reads.findIdentityRecord({ clientId, identityId });
      if (!row?.recordSealed || !row.wrappedDataKey) return null;
      const key = await keys.unwrap(clientId, identityId, row.wrappedDataKey);
      return open(key, row.recordSealed, recordPlace(clientId, identityId));
    },
  };
}

const dataPlace = (clientId: string, id: string): SealedPlace => ({ clientId, object: 'identity', id, field: 'data' });
export const recordPlace = (clientId: string, id: string): SealedPlace => ({
  clientId,
  object: 'identity',
  id,
  field: 'record',
});
