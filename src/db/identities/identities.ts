import { open, seal, type SealedPlace } from '../../domain/encryption/encryption.ts';
import type { Identity, IdentityData } from '../../domain/verifications/identity.ts';
import { identityStatuses } from '../../domain/verifications/identity-status.ts';
import type { IdentityRepository } from '../../domain/repositories/identity-repositories.ts';
import type { Connection, Statements } from '../connection/connection.ts';
import type { IdentityModel } from '../generated/models.ts';
import type { DataKeys } from '../keys/keys.ts';
import type { PreparedReads } from '../connection/prepared-reads.ts';
import { bytes, openedJson, sealedJson } from '../keys/sealed.ts';
import { replaceTaggings } from './taggings.ts';
import { oneOf } from '../connection/one-of.ts';

export function createIdentityRepository(
  connection: Connection,
  statements: Statements,
  keys: DataKeys,
  reads: PreparedReads,
): IdentityRepository {
  async function owner(identityId: string): Promise<{ clientId: string }> {
    const { rows } = await statements.query<{ clientId: string }>({
      name: 'find-client-of-identity',
      text: `select client_id as "clientId" from identities where id = $1`,
      values: [identityId],
    });
    if (rows[0] === undefined) throw new Error('the identity does not exist');
    return rows[0];
  }

  async function toIdentity(row: Omit<IdentityModel, 'recordSealed' | 'deletedAt'>): Promise<Identity> {
    // An erased identity has neither a key nor data.
    const data =
      row.dataSealed === null || row.wrappedDataKey === null
        ? {}
        : (openedJson(
            await keys.get(row.clientId, row.id),
            row.dataSealed,
            identityDataPlace(row.clientId, row.id),
          ) as IdentityData);
    return {
      id: row.id,
      clientId: row.clientId,
      status: oneOf(identityStatuses, row.status),
      data,
      tags: row.tags,
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

    // Not `for update`: a transaction that has changed one of the person's attempts twice holds a share of this row, because Postgres then
    // checks the foreign key again. While it waits for the locks of `lockClaims`, their holder would wait for that share.
    async lock(identityId) {
      const { rows } = await statements.query<Omit<IdentityModel, 'recordSealed' | 'deletedAt'>>({
        name: 'lock-identity',
        text: `select id, client_id as "clientId", status, wrapped_data_key as "wrappedDataKey", data_sealed as "dataSealed",
                      coalesce(tags, '{}') as tags, created_at as "createdAt", updated_at as "updatedAt"
                 from identities where id = $1 for no key update`,
        values: [identityId],
      });
      if (rows[0] === undefined) throw new Error('the identity does not exist');
      return toIdentity(rows[0]);
    },

    async setStatus(identityId, status, data) {
      const { clientId } = await owner(identityId);
      const sealed =
        data === undefined
          ? {}
          : {
              dataSealed: sealedJson(
                await keys.get(clientId, identityId),
                data,
                identityDataPlace(clientId, identityId),
              ),
            };
      await connection.identity.update({
        where: { id: identityId },
        data: { status, updatedAt: new Date(), ...sealed },
      });
    },

    async setTags(identityId, tags) {
      const { clientId } = await owner(identityId);
      await connection.identity.update({ where: { id: identityId }, data: { tags: [...tags], updatedAt: new Date() } });
      await replaceTaggings(statements, { clientId, subjectId: identityId }, tags);
    },

    getDataKey: (clientId, identityId) => keys.get(clientId, identityId),

    async storeRecord(identityId, json) {
      const { clientId } = await owner(identityId);
      const key = await keys.get(clientId, identityId);
      await statements.query({
        name: 'store-identity-record',
        text: `update identities set record_sealed = $2 where id = $1`,
        values: [identityId, seal(key, Buffer.from(json, 'utf8'), recordPlace(clientId, identityId))],
      });
    },

    async findRecord(clientId, identityId) {
      const row = await reads.findIdentityRecord({ clientId, identityId });
      if (!row?.recordSealed || !row.wrappedDataKey) return null;
      const key = await keys.unwrap(clientId, identityId, row.wrappedDataKey);
      return open(key, row.recordSealed, recordPlace(clientId, identityId));
    },
  };
}

export const identityDataPlace = (clientId: string, id: string): SealedPlace => ({
  clientId,
  object: 'identity',
  id,
  field: 'data',
});
export const recordPlace = (clientId: string, id: string): SealedPlace => ({
  clientId,
  object: 'identity',
  id,
  field: 'record',
});
