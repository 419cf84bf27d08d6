import { seal } from '../../domain/encryption/encryption.ts';
import { jobs } from '../../domain/jobs/job.ts';
import { isUpload } from '../../domain/media/media.ts';
import type { QueuedJob } from '../../domain/ports/job-queue.ts';
import { MoveRefused } from '../../domain/repositories/repositories.ts';
import type { NewSubmit, SubmitContext, SubmitRepository } from '../../domain/repositories/submit-repository.ts';
import { stepRunStatuses } from '../../domain/verifications/step-run-status.ts';
import { stepTypes } from '../../domain/verifications/step-type.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import type { Statements } from '../connection/connection.ts';
import type { DataKeys } from '../keys/keys.ts';
import { toMedia, type MediaRow } from '../media/media.ts';
import { newJob } from '../jobs/outbox.ts';
import { inputPlace } from './step-runs.ts';
import { oneOf } from '../connection/one-of.ts';

export interface SubmitContextRow {
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

export interface SealedSubmit {
  verificationId: string;
  submit: NewSubmit;
  inputSealed: Buffer;
  job: QueuedJob;
}

export function createSubmitRepository(statements: Statements, keys: DataKeys): SubmitRepository {
  return {
    async read(verificationId) {
      const row = (await readSubmitContexts(statements, [verificationId])).get(verificationId);
      if (row === undefined) throw new Error('the verification of the submit does not exist');
      return toContext(row);
    },

    async write(verification, submit) {
      const sealed = sealSubmit(verification, submit, await keys.get(verification.clientId, verification.identityId));
      const sequence = (await insertSubmits(statements, [sealed])).get(verification.id);
      if (sequence === undefined) throw new MoveRefused('step');
      return { job: sealed.job, sequence };
    },
  };
}

/** Read after the statement that locks, so that each context has everything that the lock's previous holder has written. */
export async function readSubmitContexts(
  statements: Statements,
  verificationIds: readonly string[],
): Promise<Map<string, SubmitContextRow>> {
  const { rows } = await statements.query<SubmitContextRow>({
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
    values: [[...verificationIds]],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

export function toContext(row: SubmitContextRow): SubmitContext {
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

export function sealSubmit(
  { id, clientId, identityId }: Pick<Verification, 'id' | 'clientId' | 'identityId'>,
  submit: NewSubmit,
  key: Buffer,
): SealedSubmit {
  const { id: stepRunId, attempt } = submit.stepRun;
  const input = Buffer.from(JSON.stringify(submit.input), 'utf8');
  return {
    verificationId: id,
    submit,
    inputSealed: seal(key, input, inputPlace({ clientId, identityId }, stepRunId, attempt)),
    job: newJob(submit.job, { stepRunId, attempt }, clientId),
  };
}

/** Returns the sequence number of each verification's message. A step that has moved meanwhile is skipped. */
export async function insertSubmits(
  statements: Statements,
  all: readonly SealedSubmit[],
): Promise<Map<string, number>> {
  if (all.length === 0) return new Map();
  const { rows } = await statements.query<{ id: string; last_sequence: number }>({
    name: 'insert-submits',
    text: `
      with asked as (
        select * from unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::bytea[], $6::int[], $7::text[],
                             $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
          as t (verification_id, step_run_id, version, attempt, input_sealed, ttl_minutes, message,
                outbox_id, queue, job, payload, client_id, origin)),
      moved as (
        update step_runs r set status = 'processing', version = r.version + 1, codes = '{}', origin = a.origin
          from asked a
         where r.id = a.step_run_id and r.status = 'waiting' and r.version = a.version and r.attempt = a.attempt
        returning r.id),
      taken as (select a.* from asked a join moved m on m.id = a.step_run_id),
      counted as (
        update verifications v
           set last_sequence = v.last_sequence + 1,
               expires_at = coalesce(now() + make_interval(mins => t.ttl_minutes), v.expires_at)
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
      all.map(({ submit }) => submit.origin),
    ],
  });
  return new Map(rows.map((row) => [row.id, row.last_sequence]));
}
