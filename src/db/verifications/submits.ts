import type pg from 'pg';
import { seal } from '../../domain/encryption/encryption.ts';
import { jobs } from '../../domain/jobs/job.ts';
import { isUpload } from '../../domain/media/media.ts';
import type { QueuedJob } from '../../domain/ports/job-queue.ts';
import type { NewSubmit, SubmitContext, SubmitRepository } from '../../domain/repositories/submit-repository.ts';
import { stepRunStatuses } from '../../domain/verifications/step-run-status.ts';
import { stepTypes } from '../../domain/verifications/step-type.ts';
import { batchCalls } from '../../domain/jobs/batch-calls.ts';
import { isFaultOfValues } from '../connection/is-away.ts';
import { DataKeyDestroyed, type DataKeys } from '../keys/keys.ts';
import { toMedia, type MediaRow } from '../media/media.ts';
import { newJob } from '../jobs/outbox.ts';
import { sharing } from '../connection/sharing.ts';
import { inputPlace } from './step-runs.ts';
import { oneOf } from '../connection/one-of.ts';

interface Asked {
  verificationId: string;
  sessionId: string;
  compose: (context: SubmitContext) => NewSubmit | null;
}

type Written = { job: QueuedJob; sequence: number };
/** An error from `compose` concerns its caller alone. */
type Answer = { written: Written | null } | { error: unknown };

interface SubmitContextRow {
  id: string;
  client_id: string;
  identity_id: string;
  wrapped_data_key: Buffer | null;
  step_runs: {
    id: string;
    stepId: string;
    type: string;
    status: string;
    version: number;
    attempt: number;
    codes: string[];
  }[];
  files: (Omit<MediaRow, 'createdAt'> & { createdAt: string })[];
  consent_versions: string[];
  codes: boolean;
  /** The sessions that have the verification now. */
  session_ids: string[];
}

interface SealedSubmit {
  verificationId: string;
  submit: NewSubmit;
  inputSealed: Buffer;
  job: QueuedJob;
}

/**
 * Simultaneous submits are one transaction: locks, one read of all of them, one statement that writes, one commit. The read is a statement
 * after the one that locks, so that it sees everything that the lock's previous holder has written.
 */
export function createSubmitRepository(pool: pg.Pool, keys: DataKeys): SubmitRepository {
  const create = batchCalls((all: Asked[]) => inTransaction(pool, (client) => submitAll(client, all, keys)), {
    ...sharing,
    maxBatchSize: 50,
    isFaultOfOne: isFaultOfValues,
  });
  return {
    async create({ verificationId, sessionId }, compose) {
      const made: { composed: ReturnType<typeof compose> } = { composed: null };
      const answer = await create({
        verificationId,
        sessionId,
        compose: (context) => (made.composed = compose(context))?.submit ?? null,
      });
      if ('error' in answer) throw answer.error;
      const { composed } = made;
      return answer.written === null || composed === null ? null : { ...answer.written, composed };
    },
  };
}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection that cannot even roll back is never used again.
    await client.query('rollback').catch((fault: unknown) => {
      broken = fault instanceof Error ? fault : new Error('rollback failed');
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

async function submitAll(client: pg.PoolClient, all: readonly Asked[], keys: DataKeys): Promise<Answer[]> {
  const contexts = await lockContexts(client, [...new Set(all.map(({ verificationId }) => verificationId))]);
  const answers: Answer[] = all.map(() => ({ written: null }));
  const sealed: { at: number; submit: SealedSubmit }[] = [];
  for (const [at, { verificationId, sessionId, compose }] of all.entries()) {
    const row = contexts.get(verificationId);
    // Of two submits of one verification, the second must see the first one's changes, so it gets a separate transaction.
    contexts.delete(verificationId);
    // The submit of a device whose session another one has taken over is refused in the separate transaction.
    if (row?.session_ids.includes(sessionId) !== true) continue;
    try {
      const submit = compose(toContext(row));
      if (submit !== null) sealed.push({ at, submit: await sealSubmit(row, submit, keys) });
    } catch (error) {
      answers[at] = { error };
    }
  }
  const sequences = await insertSubmits(
    client,
    sealed.map(({ submit }) => submit),
  );
  for (const { at, submit } of sealed) {
    const sequence = sequences.get(submit.verificationId);
    if (sequence !== undefined) answers[at] = { written: { job: submit.job, sequence } };
  }
  return answers;
}

/** Rows that somebody else holds are skipped: nobody here waits for one of many. */
async function lockContexts(client: pg.PoolClient, ids: readonly string[]): Promise<Map<string, SubmitContextRow>> {
  const { rows } = await client.query<{ id: string; status: string }>({
    name: 'lock-verifications',
    text: `select id, status from verifications where id = any($1) order by id for update skip locked`,
    values: [ids],
  });
  const locked = rows.filter(({ status }) => status === 'pending');
  if (locked.length === 0) return new Map();
  const { rows: contexts } = await client.query<SubmitContextRow>({
    name: 'read-submit-contexts',
    text: `
      select v.id, v.client_id, v.identity_id, i.wrapped_data_key,
             (select jsonb_agg(jsonb_build_object('id', r.id, 'stepId', r.step_id, 'type', r.type, 'status', r.status,
                                                  'version', r.version, 'attempt', r.attempt,
                                                  'codes', coalesce(r.codes, '{}')) order by r.position)
                from step_runs r where r.verification_id = v.id) as step_runs,
             coalesce((select jsonb_agg(jsonb_build_object(
                          'id', m.id, 'clientId', m.client_id, 'identityId', m.identity_id, 'verificationId', m.verification_id,
                          'stepRunId', m.step_run_id, 'attempt', m.attempt, 'kind', m.kind, 'contentType', m.content_type,
                          'bytes', m.bytes, 'objectKey', m.object_key, 'origin', m.origin, 'capture', m.capture,
                          'originFindings', m.origin_findings, 'state', m.state, 'widthPx', m.width_px,
                          'heightPx', m.height_px, 'acceptable', m.acceptable, 'codes', coalesce(m.codes, '{}'),
                          'createdAt', m.created_at) order by m.id)
                from media m where m.verification_id = v.id), '[]') as files,
             array(select c.text_version from consents c where c.verification_id = v.id) as consent_versions,
             exists (select 1 from code_sends c where c.verification_id = v.id) as codes,
             array(select s.id from sessions s where s.verification_id = v.id and s.ended_at is null) as session_ids
        from unnest($1::text[]) as asked (id)
       cross join lateral (select id, client_id, identity_id from verifications where id = asked.id offset 0) v
       cross join lateral (select wrapped_data_key from identities where id = v.identity_id offset 0) i`,
    values: [locked.map(({ id }) => id)],
  });
  return new Map(contexts.map((row) => [row.id, row]));
}

function toContext(row: SubmitContextRow): SubmitContext {
  return {
    stepRuns: row.step_runs.map((run) => ({
      ...run,
      type: oneOf(stepTypes, run.type),
      status: oneOf(stepRunStatuses, run.status),
    })),
    files: row.files.map((file) => toMedia({ ...file, createdAt: new Date(file.createdAt) })).filter(isUpload),
    consentVersions: row.consent_versions,
    codes: row.codes,
  };
}

async function sealSubmit(row: SubmitContextRow, submit: NewSubmit, keys: DataKeys): Promise<SealedSubmit> {
  if (row.wrapped_data_key === null) throw new DataKeyDestroyed();
  const { id: stepRunId, attempt } = submit.stepRun;
  const owner = { clientId: row.client_id, identityId: row.identity_id };
  const key = await keys.unwrap(owner.clientId, owner.identityId, row.wrapped_data_key);
  const input = Buffer.from(JSON.stringify(submit.input), 'utf8');
  return {
    verificationId: row.id,
    submit,
    inputSealed: seal(key, input, inputPlace(owner, stepRunId, attempt)),
    job: newJob(submit.job, { stepRunId, attempt }, owner.clientId),
  };
}

/** Returns the sequence number of each verification's message. A step that has moved meanwhile is skipped. */
async function insertSubmits(client: pg.PoolClient, all: readonly SealedSubmit[]): Promise<Map<string, number>> {
  if (all.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; last_sequence: number }>({
    name: 'insert-submits',
    text: `
      with asked as (
        select * from unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::bytea[], $6::int[], $7::text[],
                             $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
          as t (verification_id, step_run_id, version, attempt, input_sealed, ttl_minutes, message,
                outbox_id, queue, job, payload, client_id)),
      moved as (
        update step_runs r set status = 'processing', version = r.version + 1, codes = '{}', origin = 'sdk'
          from asked a
         where r.id = a.step_run_id and r.status = 'waiting' and r.version = a.version and r.attempt = a.attempt
        returning r.id),
      taken as (select a.* from asked a join moved m on m.id = a.step_run_id),
      counted as (
        update verifications v
           set last_sequence = v.last_sequence + 1, expires_at = now() + make_interval(mins => t.ttl_minutes)
          from taken t where v.id = t.verification_id
        returning v.id, v.last_sequence),
      attempt as (
        insert into step_attempts (step_run_id, attempt, input_sealed, codes)
        select step_run_id, attempt, input_sealed, '{}' from taken),
      message as (
        insert into session_messages (verification_id, sequence, body)
        select c.id, c.last_sequence, t.message::jsonb from taken t join counted c on c.id = t.verification_id),
      work as (
        insert into outbox (id, queue, job, payload, client_id)
        select outbox_id, queue, job, payload::jsonb, client_id from taken)
      select id, last_sequence from counted`,
    values: [
      all.map(({ verificationId }) => verificationId),
      all.map(({ submit }) => submit.stepRun.id),
      all.map(({ submit }) => submit.stepRun.version),
      all.map(({ submit }) => submit.stepRun.attempt),
      all.map(({ inputSealed }) => inputSealed),
      all.map(({ submit }) => submit.ttlMinutes),
      all.map(({ submit }) => JSON.stringify(submit.message)),
      all.map(({ job }) => job.outboxId),
      all.map(({ job }) => jobs[job.job].queue),
      all.map(({ job }) => job.job),
      all.map(({ job }) => JSON.stringify(job.payload)),
      all.map(({ job }) => job.clientId ?? ''),
    ],
  });
  return new Map(rows.map((row) => [row.id, row.last_sequence]));
}
