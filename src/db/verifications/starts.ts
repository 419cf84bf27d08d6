import { seal, sealJson } from '../../domain/encryption/encryption.ts';
import { newId } from '../../domain/id.ts';
import { jobs } from '../../domain/jobs/job.ts';
import type { QueuedJob } from '../../domain/ports/job-queue.ts';
import { newJob } from '../jobs/outbox.ts';
import type { StartContext, NewStart, StartRepository } from '../../domain/repositories/start-repository.ts';
import { toClient } from '../clients/clients.ts';
import { byteaArray } from '../connection/bytea-array.ts';
import type { Statements } from '../connection/connection.ts';
import { eventBodyPlace } from '../keys/event-keys.ts';
import { batchCalls, batchCallsByKey } from '../../domain/jobs/batch-calls.ts';
import { recordPlace } from '../identities/identities.ts';
import { networkDigestOf } from '../keys/network-digests.ts';
import { isFaultOfValues } from '../connection/is-away.ts';
import type { DataKeys } from '../keys/keys.ts';
import { metadataDigests } from './metadata-indexes.ts';
import { sharing } from '../connection/sharing.ts';
import {
  createBatchedPreparations,
  insertPreparations,
  sealPreparation,
  type InsertPreparation,
} from './preparations.ts';
import { verificationPlace } from './verifications.ts';

/** The statements behind a start. On the pool, simultaneous calls share them. */
export interface StartStatements {
  findStartContext(asked: Asked): Promise<StartContext | null>;
  insert(start: SealedStart): Promise<void>;
  insertPreparation: InsertPreparation;
}

interface Asked {
  clientId: string;
  flowId: string;
}

type SealedStart = Omit<NewStart, 'deviceMetadata' | 'device' | 'recordJson' | 'event'> & {
  wrappedDataKey: Buffer;
  recordSealed: Buffer;
  metadataSealed: Buffer;
  deviceMetadataSealed: Buffer;
  networkDigest: Buffer;
  metadataDigests: readonly Buffer[];
  deviceSealed: Buffer;
  event: { id: string; type: string; bodySealed: Buffer };
  deliveries: readonly { id: string; endpointId: string; job: QueuedJob }[];
};

/** Each call separately: for a transaction, whose failure must not affect others. */
export function createStartStatements(statements: Statements): StartStatements {
  return {
    findStartContext: async (asked) => (await findStartContexts(statements, [asked]))[0] ?? null,
    insert: (start) => insertStarts(statements, [start]),
    insertPreparation: (preparation) => insertPreparations(statements, [preparation]),
  };
}

export function createBatchedStarts(statements: Statements): StartStatements {
  return {
    findStartContext: batchCalls((all) => findStartContexts(statements, all), sharing),
    // A row refers to its client's row: while that one is locked, only this client's starts wait.
    insert: batchCallsByKey(
      ({ clientId }) => clientId,
      async (all) => {
        await insertStarts(statements, all);
        return all.map(() => undefined);
      },
      { ...sharing, maxBatchSize: 50, isFaultOfOne: isFaultOfValues },
    ),
    insertPreparation: createBatchedPreparations(statements),
  };
}

export function createStartRepository(statements: StartStatements, keys: DataKeys): StartRepository {
  return {
    findStartContext: (clientId, flowId) => statements.findStartContext({ clientId, flowId }),

    async create({ deviceMetadata, device, recordJson, event, ...start }) {
      const { clientId, identityId, verificationId } = start;
      const { key, wrapped } = await keys.make(clientId, identityId);
      const deliveries = event.endpointIds.map((endpointId) => {
        const id = newId('delivery');
        return { id, endpointId, job: newJob('webhook.deliver', { deliveryId: id }, clientId) };
      });
      await statements.insert({
        ...start,
        wrappedDataKey: wrapped,
        recordSealed: seal(key, Buffer.from(recordJson, 'utf8'), recordPlace(clientId, identityId)),
        // No server has reported anything yet.
        metadataSealed: sealJson(key, {}, verificationPlace(clientId, verificationId, 'metadata')),
        deviceMetadataSealed: sealJson(
          key,
          deviceMetadata,
          verificationPlace(clientId, verificationId, 'deviceMetadata'),
        ),
        metadataDigests: await metadataDigests(keys, clientId, deviceMetadata),
        networkDigest: await networkDigestOf(keys, clientId, device.networkAddress),
        deviceSealed: sealJson(key, device, verificationPlace(clientId, verificationId, 'device')),
        event: {
          id: event.id,
          type: event.type,
          bodySealed: sealJson(key, event.body, eventBodyPlace(clientId, event.id)),
        },
        deliveries,
      });
      return deliveries.map(({ job }) => job);
    },

    prepare: async (preparation) => statements.insertPreparation(await sealPreparation(keys, preparation)),
  };
}

interface StartContextRow {
  client_id: string;
  client_name: string;
  mode: string;
  settings: unknown;
  suspended: boolean;
  flow_id: string;
  flow_name: string;
  disabled: boolean;
  version_id: string | null;
  version: number;
  endpoint_ids: string[];
  at: Date;
}

async function findStartContexts(statements: Statements, all: readonly Asked[]): Promise<(StartContext | null)[]> {
  const distinct = new Map(all.map((asked) => [`${asked.clientId} ${asked.flowId}`, asked]));
  const { rows } = await statements.query<StartContextRow>({
    name: 'find-start-contexts',
    text: `
      select c.id as client_id, c.name as client_name, c.mode, c.settings, c.suspended_at is not null as suspended,
             asked.flow_id, f.name as flow_name, f.disabled_at is not null as disabled,
             v.id as version_id, v.version, now() as at,
             array(select p.id from webhook_endpoints p
                    where p.client_id = c.id and p.disabled_at is null
                      and (p.event_types = '{}' or 'verification.started' = any(p.event_types))) as endpoint_ids
        from (select * from unnest($1::text[], $2::text[]) limit $3) as asked (client_id, flow_id)
        join clients c on c.id = asked.client_id
        left join flows f on f.id = asked.flow_id and f.client_id = c.id
        left join flow_versions v on v.flow_id = f.id and v.version = f.version`,
    values: [
      [...distinct.values()].map((asked) => asked.clientId),
      [...distinct.values()].map((asked) => asked.flowId),
      // Limits nothing. Without it Postgres plans for ten rows when it does not know them, which looks dear, so it plans again each time.
      distinct.size,
    ],
  });
  const found = new Map(rows.map((row) => [`${row.client_id} ${row.flow_id}`, toStartContext(row)]));
  return all.map((asked) => found.get(`${asked.clientId} ${asked.flowId}`) ?? null);
}

function toStartContext(row: StartContextRow): StartContext {
  return {
    client: toClient({ ...row, id: row.client_id, name: row.client_name }),
    flow:
      row.version_id === null
        ? null
        : {
            flowId: row.flow_id,
            name: row.flow_name,
            disabled: row.disabled,
            versionId: row.version_id,
            version: row.version,
          },
    endpointIds: row.endpoint_ids,
    at: row.at,
  };
}

async function insertStarts(statements: Statements, starts: readonly SealedStart[]): Promise<void> {
  const stepRuns = starts.flatMap(({ verificationId, stepRuns: runs }) =>
    runs.map((run, position) => ({ ...run, verificationId, position })),
  );
  const indexed = starts.flatMap((start) => start.metadataDigests.map((digest) => ({ digest, start })));
  const deliveries = starts.flatMap((start) => start.deliveries.map((delivery) => ({ ...delivery, start })));
  await statements.query({
    name: 'insert-starts',
    text: insertText,
    values: [
      starts.map((start) => start.clientId),
      starts.map((start) => start.identityId),
      byteaArray(starts.map((start) => start.wrappedDataKey)),
      byteaArray(starts.map((start) => start.recordSealed)),
      starts.map((start) => start.verificationId),
      starts.map((start) => start.flowVersionId),
      starts.map((start) => start.language),
      byteaArray(starts.map((start) => start.metadataSealed)),
      byteaArray(starts.map((start) => start.deviceSealed)),
      starts.map((start) => start.startedAt.toISOString()),
      starts.map((start) => start.expiresAt.toISOString()),
      starts.map((start) => start.session.id),
      byteaArray(starts.map((start) => start.session.tokenHash)),
      starts.map((start) => start.session.endsAt.toISOString()),
      starts.map((start) => start.event.id),
      starts.map((start) => start.event.type),
      byteaArray(starts.map((start) => start.event.bodySealed)),
      stepRuns.map((run) => run.id),
      stepRuns.map((run) => run.verificationId),
      stepRuns.map((run) => run.stepId),
      stepRuns.map((run) => run.type),
      stepRuns.map((run) => run.position),
      deliveries.map((delivery) => delivery.id),
      deliveries.map((delivery) => delivery.start.event.id),
      deliveries.map((delivery) => delivery.endpointId),
      deliveries.map((delivery) => delivery.job.outboxId),
      jobs['webhook.deliver'].queue,
      indexed.map(({ start }) => start.clientId),
      byteaArray(indexed.map(({ digest }) => digest)),
      indexed.map(({ start }) => start.verificationId),
      indexed.map(({ start }) => start.identityId),
      starts.map((start) => start.startedBy === 'link'),
      byteaArray(starts.map((start) => start.deviceMetadataSealed)),
      byteaArray(starts.map((start) => start.networkDigest)),
      deliveries.map((delivery) => delivery.start.clientId),
    ],
  });
}

/**
 * Rows that refer to one another: foreign keys are checked at the end of the statement, which sees them all. Postgres would plan the check
 * that a delivery has its event for each row again, because events are partitioned; the setting holds until the end of the transaction.
 */
const insertText = `
  with start as (
    select * from unnest($1::text[], $2::text[], $3::bytea[], $4::bytea[], $5::text[], $6::text[], $7::text[], $8::bytea[],
                         $9::bytea[], $10::timestamptz[], $11::timestamptz[], $12::text[], $13::bytea[], $14::timestamptz[],
                         $15::text[], $16::text[], $17::bytea[], $32::boolean[],
                         $33::bytea[], $34::bytea[])
      as t (client_id, identity_id, wrapped_data_key, record_sealed, verification_id, flow_version_id, language,
            metadata_sealed, device_sealed, started_at, expires_at, session_id, token_hash, ends_at,
            event_id, event_type, body_sealed, by_link, device_metadata_sealed, network_digest)),
  identity as (
    insert into identities (id, client_id, wrapped_data_key, record_sealed, created_at, updated_at)
    select identity_id, client_id, wrapped_data_key, record_sealed, started_at, started_at from start),
  verification as (
    insert into verifications (id, client_id, identity_id, flow_version_id, language, metadata_sealed, device_sealed,
                               by_link, device_metadata_sealed, network_digest, last_event_sequence, expires_at, created_at)
    select verification_id, client_id, identity_id, flow_version_id, language, metadata_sealed, device_sealed,
           by_link, device_metadata_sealed, network_digest, 1, expires_at, started_at from start),
  step_run as (
    insert into step_runs (id, verification_id, step_id, type, position, codes)
    select *, '{}' from unnest($18::text[], $19::text[], $20::text[], $21::text[], $22::int[])),
  metadata_index as (
    insert into metadata_indexes (client_id, digest, verification_id, identity_id)
    select * from unnest($28::text[], $29::bytea[], $30::text[], $31::text[])),
  session as (
    insert into sessions (id, verification_id, token_hash, ends_at)
    select session_id, verification_id, token_hash, ends_at from start),
  event as (
    insert into webhook_events (id, client_id, identity_id, verification_id, type, sequence, body_sealed)
    select event_id, client_id, identity_id, verification_id, event_type, 1, body_sealed from start),
  due as (
    select d.* from unnest($23::text[], $24::text[], $25::text[], $26::text[], $35::text[])
                      as d (id, event_id, endpoint_id, outbox_id, client_id)
      join webhook_endpoints p on p.id = d.endpoint_id and p.disabled_at is null),
  delivery as (
    insert into webhook_deliveries (id, event_id, endpoint_id)
    select id, event_id, endpoint_id from due
     where (select set_config('plan_cache_mode', 'force_generic_plan', true)) is not null)
  insert into outbox (id, queue, job, payload, client_id)
  select outbox_id, $27, 'webhook.deliver', jsonb_build_object('deliveryId', id), client_id from due`;
