import { randomUUID } from 'node:crypto';
import { blindIndexesOf, blindIndexKey, metadataIndexOf } from '../../domain/encryption/blind-index.ts';
import { open, seal } from '../../domain/encryption/encryption.ts';
import { metadataPathsOf } from '../../domain/verifications/metadata-paths.ts';
import type { StepOutcome } from '../../domain/verifications/step-run.ts';
import { indexedValuesOf } from '../../domain/traits.ts';
import type { Metadata } from '../../domain/verifications/verification.ts';
import type { Statements } from '../connection/connection.ts';
import { dropUnusedFormerKeys, formerIndexKeyPlace } from '../keys/former-index-keys.ts';
import { dataKeyPlace } from '../keys/keys.ts';
import { openedJson } from '../keys/sealed.ts';
import { stepOutcomePlace } from '../verifications/step-runs.ts';
import { verificationPlace } from '../verifications/verifications.ts';

/** One client's change of keys, in its transaction. */
export interface Rotation {
  statements: Statements;
  clientId: string;
  old: Buffer;
  key: Buffer;
}

const batch = 500;

/** The client's people who still have a data key, in batches. */
export async function* peopleOf({
  statements,
  clientId,
}: Pick<Rotation, 'statements' | 'clientId'>): AsyncGenerator<{ id: string; wrapped: Buffer }[]> {
  for (let after = ''; ;) {
    const { rows } = await statements.query<{ id: string; wrapped: Buffer }>({
      text: `select id, wrapped_data_key as wrapped from identities
              where client_id = $1 and id > $2 and wrapped_data_key is not null order by id limit $3`,
      values: [clientId, after, batch],
    });
    yield rows;
    after = rows.at(-1)?.id ?? '';
    if (rows.length < batch) return;
  }
}

/**
 * Recomputes every search hash under the client's new key: for each value in a person's attempts, the new key's hash replaces the old
 * key's, so that searches find exactly what they found before. The values of sealed attempts are unreadable: their hashes stay, and so do
 * the keys that made them. Returns the number of hashes. Runs after the data keys were wrapped again.
 */
export async function rehash(rotation: Rotation): Promise<number> {
  const { statements, clientId, key } = rotation;
  const formerKeyId = await keepFormerKeys(rotation);
  let rehashed = 0;
  for await (const people of peopleOf(rotation)) {
    for (const { id, wrapped } of people) {
      const dataKey = open(key, wrapped, dataKeyPlace(clientId, id));
      const values = await hashesOfValues(rotation, id, dataKey);
      rehashed += await replaceDigests(statements, 'blind_indexes', id, values);
      await statements.query({
        text: `update sealed_documents d set digest = n.digest, former_key_id = null
                 from unnest($2::bytea[], $3::bytea[]) as n (old, digest)
                where d.client_id = $5 and d.digest = n.old and d.identity_id = $1 and d.former_key_id = $4`,
        values: [id, values.before, values.after, formerKeyId, clientId],
      });
      rehashed += await replaceDigests(
        statements,
        'metadata_indexes',
        id,
        await hashesOfMetadata(rotation, id, dataKey),
      );
    }
  }
  const { rows } = await statements.query<{ id: string }>({
    text: 'select id from former_index_keys where client_id = $1',
    values: [clientId],
  });
  await dropUnusedFormerKeys(
    statements,
    rows.map(({ id }) => id),
  );
  return rehashed;
}

/** Encrypts the former keys under the new one, and makes the old one the former key of every sealed document's hash. Returns its id. */
async function keepFormerKeys({ statements, clientId, old, key }: Rotation): Promise<string> {
  const { rows } = await statements.query<{ id: string; sealed: Buffer }>({
    text: 'select id, key_sealed as sealed from former_index_keys where client_id = $1',
    values: [clientId],
  });
  for (const { id, sealed } of rows) {
    const place = formerIndexKeyPlace(clientId, id);
    await statements.query({
      text: 'update former_index_keys set key_sealed = $2 where id = $1',
      values: [id, seal(key, open(old, sealed, place), place)],
    });
  }
  const id = randomUUID();
  await statements.query({
    text: 'insert into former_index_keys (id, client_id, key_sealed) values ($1, $2, $3)',
    values: [id, clientId, seal(key, blindIndexKey(old), formerIndexKeyPlace(clientId, id))],
  });
  await statements.query({
    text: `update sealed_documents set former_key_id = $2 where client_id = $1 and former_key_id is null and digest <> ''`,
    values: [clientId, id],
  });
  return id;
}

async function hashesOfValues(rotation: Rotation, identityId: string, dataKey: Buffer): Promise<Hashes> {
  const { statements, clientId } = rotation;
  const { rows } = await statements.query<{ id: string; outcome: Buffer }>({
    text: `select r.id, r.outcome_sealed as outcome from step_runs r join verifications v on v.id = r.verification_id
            where v.identity_id = $1 and r.outcome_sealed is not null`,
    values: [identityId],
  });
  const hashes = new Hashes(rotation);
  for (const run of rows) {
    const outcome = openedJson(dataKey, run.outcome, stepOutcomePlace({ clientId }, run.id)) as StepOutcome;
    for (const value of indexedValuesOf(outcome.traits)) hashes.add((by) => blindIndexesOf(by, value));
  }
  return hashes;
}

async function hashesOfMetadata(rotation: Rotation, identityId: string, dataKey: Buffer): Promise<Hashes> {
  const { statements, clientId } = rotation;
  const { rows } = await statements.query<{ id: string; metadata: Buffer; ofDevice: Buffer | null }>({
    text: `select id, metadata_sealed as metadata, device_metadata_sealed as "ofDevice"
             from verifications where identity_id = $1 and metadata_sealed <> ''`,
    values: [identityId],
  });
  const hashes = new Hashes(rotation);
  for (const { id, metadata, ofDevice } of rows) {
    const opened = openedJson(dataKey, metadata, verificationPlace(clientId, id, 'metadata')) as Metadata;
    const device = openedJson(dataKey, ofDevice, verificationPlace(clientId, id, 'deviceMetadata')) as Metadata | null;
    for (const { path, value } of [...metadataPathsOf(opened), ...metadataPathsOf(device ?? {})])
      hashes.add((by) => [metadataIndexOf(by, path), ...(value === null ? [] : [metadataIndexOf(by, path, value)])]);
  }
  return hashes;
}

/** A hash whose value is no longer in a readable attempt is deleted; those of sealed ones are in `sealed_documents`. */
async function replaceDigests(
  statements: Statements,
  table: 'blind_indexes' | 'metadata_indexes',
  identityId: string,
  hashes: Hashes,
): Promise<number> {
  const { rowCount } = await statements.query({
    text: `update ${table} t set digest = n.digest from unnest($2::bytea[], $3::bytea[]) as n (old, digest)
            where t.identity_id = $1 and t.digest = n.old`,
    values: [identityId, hashes.before, hashes.after],
  });
  await statements.query({
    text: `delete from ${table} where identity_id = $1 and not digest = any($2)`,
    values: [identityId, hashes.after],
  });
  return rowCount ?? 0;
}

/** The same values hashed with two keys. */
class Hashes {
  readonly #old: Buffer;
  readonly #key: Buffer;
  readonly #pairs = new Map<string, [Buffer, Buffer]>();

  constructor({ old, key }: Pick<Rotation, 'old' | 'key'>) {
    this.#old = blindIndexKey(old);
    this.#key = blindIndexKey(key);
  }

  get before(): Buffer[] {
    return [...this.#pairs.values()].map(([from]) => from);
  }

  get after(): Buffer[] {
    return [...this.#pairs.values()].map(([, to]) => to);
  }

  /** `by` returns as many hashes, in the same order, for every key. */
  add(by: (key: Buffer) => Buffer[]): void {
    const to = by(this.#key);
    by(this.#old).forEach((from, index) => {
      const replacement = to[index];
      if (replacement !== undefined) this.#pairs.set(from.toString('base64'), [from, replacement]);
    });
  }
}
