import { open, type SealedPlace } from '../../domain/encryption/encryption.ts';
import type { Connection, Statements } from '../connection/connection.ts';

export const formerIndexKeyPlace = (clientId: string, id: string): SealedPlace => ({
  clientId,
  object: 'formerIndexKey',
  id,
  field: 'key',
});

/** The keys of the client's hashes that were in use before and still have hashes of sealed documents. */
export async function formerIndexKeysOf(
  connection: Connection,
  clientId: string,
  clientKey: Buffer,
): Promise<Buffer[]> {
  const rows = await connection.formerIndexKey.findMany({ where: { clientId }, orderBy: { id: 'asc' } });
  return rows.map(({ id, keySealed }) => open(clientKey, keySealed, formerIndexKeyPlace(clientId, id)));
}

/** Keeps others from deciding about the keys of these attempts' hashes until the transaction ends. Returns the keys' ids. */
export async function lockFormerKeysOf(statements: Statements, verificationIds: readonly string[]): Promise<string[]> {
  const { rows } = await statements.query<{ id: string }>({
    text: `select id from former_index_keys
            where id in (select former_key_id from sealed_documents where verification_id = any($1)) order by id for update`,
    values: [verificationIds],
  });
  return rows.map(({ id }) => id);
}

/** Deletes those of the keys that no hash needs any more. */
export async function dropUnusedFormerKeys(statements: Statements, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await statements.query({
    text: `delete from former_index_keys k
            where k.id = any($1) and not exists (select from sealed_documents d where d.former_key_id = k.id)`,
    values: [ids],
  });
}
