import type { IpRules } from '../../domain/operators/client.ts';
import { storedMediaKinds } from '../../domain/media/media-kind.ts';
import type { SessionOfVerification, SessionSteps } from '../../domain/repositories/session-repositories.ts';
import { stepRunStatuses } from '../../domain/verifications/step-run-status.ts';
import { stepTypes } from '../../domain/verifications/step-type.ts';
import { verificationStatuses } from '../../domain/verifications/verification-status.ts';
import type { Statements } from '../connection/connection.ts';
import { batchCalls } from '../../domain/jobs/batch-calls.ts';
import { sharing } from '../connection/sharing.ts';
import { oneOf } from '../connection/one-of.ts';

/**
 * The queries that start every call of an SDK, and that it polls. Prepared, on the pool, and shared by simultaneous calls. `offset 0` keeps
 * Postgres from joining one session's rows with everybody's: a prepared plan is made once, often while the tables are nearly empty.
 */
export interface SessionReads {
  findSession(tokenHash: Buffer): Promise<SessionOfVerification | null>;
  getSteps(verificationId: string): Promise<SessionSteps>;
}

interface SessionRow {
  token_hash: Buffer;
  id: string;
  open: boolean;
  dead: boolean;
  replaced: boolean;
  at: Date;
  verification_id: string;
  client_id: string;
  identity_id: string;
  flow_version_id: string;
  status: string;
  language: string;
  expires_at: Date;
  last_sequence: number;
  ip_rules: IpRules | null;
}

interface StepsRow {
  id: string;
  /** Null when the verification does not exist: every verification has a step. */
  step_runs: { id: string; stepId: string; type: string; status: string; attempt: number; codes: string[] }[] | null;
  files: {
    id: string;
    stepRunId: string;
    attempt: number;
    kind: string;
    acceptable: boolean | null;
    codes: string[];
  }[];
  consent_versions: string[];
  open_challenges: boolean;
  codes: boolean;
}

export function createSessionReads(statements: Statements): SessionReads {
  return {
    findSession: batchCalls(async (tokenHashes) => {
      const { rows } = await statements.query<SessionRow>({
        name: 'find-sessions',
        text: `
            select s.token_hash, s.id, now() as at,
                   (s.ended_at is null and s.ends_at > now() and v.status = 'pending'
                    and (v.expires_at > now() or exists (
                      select 1 from step_runs r
                       where r.verification_id = v.id and r.status = 'processing' offset 0))) as open,
                   (s.ended_at is not null or s.ends_at <= now()) as dead, s.replaced_at is not null as replaced,
                   v.id as verification_id, v.client_id, v.identity_id, v.flow_version_id, v.status, v.language,
                   v.expires_at, v.last_sequence,
                   (select c.settings -> 'ipRules' from clients c where c.id = v.client_id) as ip_rules
              from sessions s
             cross join lateral (select * from verifications where id = s.verification_id offset 0) v
             where s.token_hash = any($1)`,
        values: [tokenHashes],
      });
      const found = new Map(rows.map((row) => [row.token_hash.toString('latin1'), toSession(row)]));
      return tokenHashes.map((tokenHash) => found.get(tokenHash.toString('latin1')) ?? null);
    }, sharing),

    getSteps: batchCalls(async (verificationIds) => {
      const { rows } = await statements.query<StepsRow>({
        name: 'get-session-steps',
        text: `
            select asked.id,
                   (select jsonb_agg(jsonb_build_object('id', r.id, 'stepId', r.step_id, 'type', r.type, 'status', r.status,
                                                        'attempt', r.attempt, 'codes', coalesce(r.codes, '{}')) order by r.position)
                      from step_runs r where r.verification_id = asked.id) as step_runs,
                   coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'stepRunId', m.step_run_id, 'attempt', m.attempt,
                                              'kind', m.kind, 'acceptable', m.acceptable, 'codes', coalesce(m.codes, '{}')) order by m.id)
                      from media m where m.verification_id = asked.id), '[]') as files,
                   array(select c.text_version from consents c where c.verification_id = asked.id) as consent_versions,
                   exists (select 1 from step_runs r
                            cross join lateral (
                              select 1 from challenges h
                               where h.step_run_id = r.id and h.attempt = r.attempt and h.used_at is null
                                 and h.replaced_at is null and h.expires_at > now() offset 0) h
                            where r.verification_id = asked.id and r.status = 'waiting' offset 0) as open_challenges,
                   exists (select 1 from step_runs r
                            cross join lateral (select 1 from code_sends c where c.step_run_id = r.id offset 0) c
                            where r.verification_id = asked.id offset 0) as codes
              from unnest($1::text[]) as asked (id)`,
        values: [verificationIds],
      });
      const found = new Map(rows.map((row) => [row.id, row]));
      return verificationIds.map((id) => toSteps(found.get(id)));
    }, sharing),
  };
}

function toSession(row: SessionRow): SessionOfVerification {
  return {
    sessionId: row.id,
    verificationId: row.verification_id,
    clientId: row.client_id,
    open: row.open,
    dead: row.dead,
    replaced: row.replaced,
    ipRules: row.ip_rules ?? { allow: [], deny: [] },
    at: row.at,
    verification: {
      id: row.verification_id,
      identityId: row.identity_id,
      flowVersionId: row.flow_version_id,
      status: oneOf(verificationStatuses, row.status),
      language: row.language,
      expiresAt: row.expires_at,
      lastSequence: row.last_sequence,
    },
  };
}

function toSteps(row: StepsRow | undefined): SessionSteps {
  if (row?.step_runs == null) throw new Error('the verification of the session does not exist');
  return {
    stepRuns: row.step_runs.map((run) => ({
      ...run,
      type: oneOf(stepTypes, run.type),
      status: oneOf(stepRunStatuses, run.status),
    })),
    files: row.files.map((file) => ({ ...file, kind: oneOf(storedMediaKinds, file.kind) })),
    consentVersions: row.consent_versions,
    openChallenges: row.open_challenges,
    codes: row.codes,
  };
}
