import { seal, sealJson } from '../../domain/encryption/encryption.ts';
import { batchCallsByKey } from '../../domain/jobs/batch-calls.ts';
import type { NewPreparation } from '../../domain/repositories/start-repository.ts';
import type { Statements } from '../connection/connection.ts';
import { isFaultOfValues } from '../connection/is-away.ts';
import { sharing } from '../connection/sharing.ts';
import { recordPlace } from '../identities/identities.ts';
import type { DataKeys } from '../keys/keys.ts';
import { metadataDigests } from './metadata-indexes.ts';
import { verificationPlace } from './verifications.ts';

/** What a backend prepares for a new person, encrypted. */
export type SealedPreparation = Omit<NewPreparation, 'metadata' | 'recordJson'> & {
  wrappedDataKey: Buffer;
  recordSealed: Buffer;
  metadataSealed: Buffer;
  deviceMetadataSealed: Buffer;
  metadataDigests: readonly Buffer[];
};

export type InsertPreparation = (preparation: SealedPreparation) => Promise<void>;

/** On the pool, simultaneous preparations of one client share the statement. */
export function createBatchedPreparations(statements: Statements): InsertPreparation {
  return batchCallsByKey(
    // A row refers to its client's row: while that one is locked, only this client's preparations wait.
    ({ clientId }) => clientId,
    async (all) => {
      await insertPreparations(statements, all);
      return all.map(() => undefined);
    },
    { ...sharing, maxBatchSize: 50, isFaultOfOne: isFaultOfValues },
  );
}

export async function sealPreparation(
  keys: DataKeys,
  { metadata, recordJson, ...preparation }: NewPreparation,
): Promise<SealedPreparation> {
  const { clientId, identityId, verificationId } = preparation;
  const { key, wrapped } = await keys.make(clientId, identityId);
  return {
    ...preparation,
    wrappedDataKey: wrapped,
    recordSealed: seal(key, Buffer.from(recordJson, 'utf8'), recordPlace(clientId, identityId)),
    metadataSealed: sealJson(key, metadata, verificationPlace(clientId, verificationId, 'metadata')),
    // No device has reported anything yet.
    deviceMetadataSealed: sealJson(key, {}, verificationPlace(clientId, verificationId, 'deviceMetadata')),
    metadataDigests: await metadataDigests(keys, clientId, metadata),
  };
}

export async function insertPreparations(statements: Statements, all: readonly SealedPreparation[]): Promise<void> {
  const stepRuns = all.flatMap(({ verificationId, stepRuns: runs }) =>
    runs.map((run, position) => ({ ...run, verificationId, position })),
  );
  const indexed = all.flatMap((one) => one.metadataDigests.map((digest) => ({ digest, one })));
  await statements.query({
    name: 'insert-preparations',
    text: insertText,
    values: [
      all.map((one) => one.clientId),
      all.map((one) => one.identityId),
      all.map((one) => one.wrappedDataKey),
      all.map((one) => one.recordSealed),
      all.map((one) => one.verificationId),
      all.map((one) => one.flowVersionId),
      all.map((one) => one.language),
      all.map((one) => one.metadataSealed),
      all.map((one) => one.deviceMetadataSealed),
      all.map((one) => one.startedAt.toISOString()),
      all.map((one) => one.expiresAt.toISOString()),
      all.map((one) => one.clientTokenHash),
      all.map((one) => one.note.actorId),
      all.map((one) => one.note.action),
      all.map((one) => one.note.at.toISOString()),
      stepRuns.map((run) => run.id),
      stepRuns.map((run) => run.verificationId),
      stepRuns.map((run) => run.stepId),
      stepRuns.map((run) => run.type),
      stepRuns.map((run) => run.position),
      indexed.map(({ one }) => one.clientId),
      indexed.map(({ digest }) => digest),
      indexed.map(({ one }) => one.verificationId),
      indexed.map(({ one }) => one.identityId),
    ],
  });
}

/** Rows that refer to one another: foreign keys are checked at the end of the statement, which sees them all. */
const insertText = `
  with preparation as (
    select * from unnest($1::text[], $2::text[], $3::bytea[], $4::bytea[], $5::text[], $6::text[], $7::text[], $8::bytea[],
                         $9::bytea[], $10::timestamptz[], $11::timestamptz[], $12::bytea[], $13::text[], $14::text[],
                         $15::timestamptz[])
      as t (client_id, identity_id, wrapped_data_key, record_sealed, verification_id, flow_version_id, language,
            metadata_sealed, device_metadata_sealed, started_at, expires_at, token_hash, actor, action, noted_at)),
  identity as (
    insert into identities (id, client_id, wrapped_data_key, record_sealed, created_at, updated_at)
    select identity_id, client_id, wrapped_data_key, record_sealed, started_at, started_at from preparation),
  verification as (
    insert into verifications (id, client_id, identity_id, flow_version_id, started_by, language, metadata_sealed,
                               device_metadata_sealed, expires_at, created_at)
    select verification_id, client_id, identity_id, flow_version_id, 'backend', language, metadata_sealed,
           device_metadata_sealed, expires_at, started_at from preparation),
  step_run as (
    insert into step_runs (id, verification_id, step_id, type, position, codes)
    select *, '{}' from unnest($16::text[], $17::text[], $18::text[], $19::text[], $20::int[])),
  metadata_index as (
    insert into metadata_indexes (client_id, digest, verification_id, identity_id)
    select * from unnest($21::text[], $22::bytea[], $23::text[], $24::text[])),
  client_token as (
    insert into one_time_tokens (token_hash, purpose, verification_id, expires_at)
    select token_hash, 'client', verification_id, expires_at from preparation)
  insert into audit_notes (client_id, actor, action, subject_id, at)
  select client_id, actor, action, verification_id, noted_at from preparation`;
