import { blindIndexKey, metadataIndexOf } from '../../domain/encryption/blind-index.ts';
import { metadataPathsOf } from '../../domain/verifications/metadata-paths.ts';
import type { Metadata } from '../../domain/verifications/verification.ts';
import type { Statements } from '../connection/connection.ts';
import type { DataKeys } from '../keys/keys.ts';

/** Every hash by which a verification with this metadata is found: of each key, and of each key with its value. */
export async function metadataDigests(keys: DataKeys, clientId: string, metadata: Metadata): Promise<Buffer[]> {
  const paths = metadataPathsOf(metadata);
  if (paths.length === 0) return [];
  const key = blindIndexKey(await keys.clientKey(clientId));
  const digests = paths.flatMap(({ path, value }) => [
    metadataIndexOf(key, path),
    ...(value === null ? [] : [metadataIndexOf(key, path, value)]),
  ]);
  return [...new Map(digests.map((digest) => [digest.toString('base64'), digest])).values()];
}

/** Existing rows stay. */
export async function indexMetadata(
  statements: Statements,
  keys: DataKeys,
  { id, clientId, identityId }: { id: string; clientId: string; identityId: string },
  all: readonly Metadata[],
): Promise<void> {
  const digests = (await Promise.all(all.map((metadata) => metadataDigests(keys, clientId, metadata)))).flat();
  if (digests.length === 0) return;
  await statements.query({
    name: 'index-metadata',
    text: `insert into metadata_indexes (client_id, digest, verification_id, identity_id)
           select $1, unnest($2::bytea[]), $3, $4 on conflict do nothing`,
    values: [clientId, digests, id, identityId],
  });
}
