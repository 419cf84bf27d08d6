import { setTimeout as pause } from 'node:timers/promises';
import { workerGroups, type WorkerGroup } from '../../src/embedded/worker-groups.ts';
import { createVerifyAudit } from '../../src/services/audit/verify-audit.ts';
import type { Ledger } from './ledger.ts';
import type { ChaosClient } from './people.ts';
import type { ChaosService } from './service.ts';
import type { SignedReceiver } from './signed-receiver.ts';

/** After all repairs, nothing may take longer than this. */
export const stuckAfterMs = 60_000;

/** With fewer people, all may have left by chance. */
const fewestToTell = 3;

export interface Verdict {
  violations: string[];
  /** From the repair until everything that was owed was there. */
  settledAfterMs: number;
  /** Jobs that could run, right after the repair and every ten seconds. */
  jobsLeft: number[];
  events: { stored: number; received: number; twice: number };
}

/** Compares what the service acknowledged with what is there, once all faults are repaired. */
export async function judge(options: {
  service: ChaosService;
  ledger: Ledger;
  clients: readonly ChaosClient[];
  receiver: SignedReceiver;
}): Promise<Verdict> {
  const { service, ledger, clients, receiver } = options;
  const healedAt = Date.now();
  // Deliveries that failed while a receiver was down wait for their schedule of minutes and hours.
  await service.sql.query(
    `with due as (update webhook_deliveries set next_attempt_at = now() where status = 'waiting' returning id)
     update outbox set available_at = now(), enqueued_at = null where job = 'webhook.deliver' and enqueued_at is null`,
  );
  const left = { lines: [] as string[] };
  const jobsLeft: number[] = [];
  for (;;) {
    if (Date.now() - healedAt >= jobsLeft.length * 10_000) jobsLeft.push(await countDueJobs(service));
    left.lines = await unsettled(options);
    if (left.lines.length === 0 || Date.now() - healedAt > stuckAfterMs) break;
    await pause(500);
  }
  const settledAfterMs = Date.now() - healedAt;
  const violations = [...ledger.violations];
  // A run in which no person gets through keeps every promise, because the service made none.
  for (const [kind, { came, through }] of ledger.kinds) {
    if (came >= fewestToTell && through === 0)
      violations.push(`${came} people came with a ${kind} and none got through: the run tells nothing of it`);
  }
  for (const line of left.lines) violations.push(`stuck ${stuckAfterMs / 1000} s after healing: ${line}`);
  for (const line of await doubled(service, ledger)) violations.push(line);
  for (const { clientId, name } of clients) {
    const { broken } = await createVerifyAudit(service.container)(clientId);
    if (broken !== null) violations.push(`the audit chain of client ${name} is broken: ${broken.fault}`);
  }
  if (receiver.forged() > 0) violations.push(`${receiver.forged()} webhook requests had a wrong signature`);
  for (const [id, { bodies }] of receiver.seen) {
    if (bodies.size > 1) violations.push(`event ${id} came with ${bodies.size} different bodies`);
  }
  const { rows } = await service.sql.query<{ stored: number }>('select count(*)::int as stored from webhook_events');
  const received = [...receiver.seen.values()];
  return {
    violations,
    settledAfterMs,
    jobsLeft,
    events: {
      stored: rows[0]?.stored ?? 0,
      received: received.length,
      twice: received.filter(({ times }) => times > 1).length,
    },
  };
}

async function countDueJobs(service: ChaosService): Promise<number> {
  const { rows } = await service.sql.query<{ count: number }>(
    'select count(*)::int as count from outbox where available_at <= now()',
  );
  return rows[0]?.count ?? 0;
}

/** What is not yet as it has to become. */
async function unsettled({
  service,
  ledger,
  clients,
  receiver,
}: {
  service: ChaosService;
  ledger: Ledger;
  clients: readonly ChaosClient[];
  receiver: SignedReceiver;
}): Promise<string[]> {
  const lines: string[] = [];
  for (const { what } of ledger.waiting.values()) lines.push(`a request without an answer: ${what}`);
  for (const url of service.urls) {
    const down = await partsDown(url, service.groups);
    if (down.length > 0) lines.push(`${url} says that ${down.join(' and ')} is down`);
  }
  const attempts = [...ledger.attempts.values()];
  const { rows } = await service.sql.query<{ id: string; status: string }>(
    'select id, status from verifications where id = any($1)',
    [attempts.map(({ verificationId }) => verificationId)],
  );
  const status = new Map(rows.map((row) => [row.id, row.status]));
  for (const { verificationId, owes } of attempts) {
    const is = status.get(verificationId);
    if (is === undefined) lines.push(`${verificationId} was started and is lost`);
    else if (owes !== 'nothing more' && owes !== 'judged' && is !== owes)
      lines.push(`${verificationId} is ${is}, owed ${owes}`);
  }
  const toBeJudged = attempts.filter(({ owes }) => owes === 'judged').map(({ verificationId }) => verificationId);
  const { rows: unjudged } = await service.sql.query<{ verification: string; step: string }>(
    `select verification_id as verification, step_id as step from step_runs
      where verification_id = any($1) and (status = 'processing' or (status = 'waiting' and codes = '{}'))`,
    [toBeJudged],
  );
  for (const { verification, step } of unjudged) lines.push(`nobody has judged step ${step} of ${verification}`);
  const files = attempts.flatMap((attempt) => attempt.files);
  const { rows: media } = await service.sql.query<{ id: string; key: string }>(
    'select id, object_key as key from media where id = any($1)',
    [files],
  );
  if (media.length < files.length) lines.push(`${files.length - media.length} files that were taken are in no row`);
  const kept = new Set<string>();
  for await (const key of service.container.objects.list('med_')) kept.add(key);
  const gone = media.filter(({ key }) => !kept.has(key));
  if (gone.length > 0) lines.push(`${gone.length} files are missing in the store, such as ${gone[0]?.id ?? ''}`);
  const { rows: jobs } = await service.sql.query<{ job: string; count: number }>(
    `select job, count(*)::int as count from outbox where available_at <= now() group by job`,
  );
  for (const { job, count } of jobs) lines.push(`${count} jobs ${job} are left`);
  const { rows: events } = await service.sql.query<{ id: string }>(
    // Those of clients that have a receiver.
    'select id from webhook_events where client_id = any($1)',
    [clients.map(({ clientId }) => clientId)],
  );
  const unheard = events.filter(({ id }) => !receiver.seen.has(id));
  if (unheard.length > 0) lines.push(`${unheard.length} events were not received, such as ${unheard[0]?.id ?? ''}`);
  const { rows: overdue } = await service.sql.query<{ count: number }>(
    `select count(*)::int as count from verifications v join identities i on i.id = v.identity_id
      where v.status = 'pending' and v.expires_at < now() and i.wrapped_data_key <> '\\x00'`,
  );
  if ((overdue[0]?.count ?? 0) > 0)
    lines.push(`${overdue[0]?.count ?? 0} attempts have run out of time and are not expired`);
  const { rows: claims } = await service.sql.query(
    `select 1 from idempotency_claims where status is null and claimed_at < now() - interval '30 seconds' and expires_at > now()`,
  );
  if (claims.length > 0 && ledger.waiting.size > 0) lines.push(`${claims.length} keys are held by nobody`);
  const { rows: idle } = await service.sql.query(
    `select 1 from pg_stat_activity where state = 'idle in transaction' and state_change < now() - interval '40 seconds'`,
  );
  if (idle.length > 0) lines.push(`${idle.length} transactions were left open`);
  return lines;
}

/** What readiness reports, apart from workers that the run does not have. */
async function partsDown(url: string, groups: readonly WorkerGroup[]): Promise<string[]> {
  const absent = (Object.keys(workerGroups) as WorkerGroup[]).filter((group) => !groups.includes(group));
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) });
    const { parts } = (await answer.json()) as { parts: { name: string; status: string }[] };
    return parts
      .filter(({ name, status }) => status === 'down' && !absent.some((group) => name.includes(group)))
      .map(({ name }) => name);
  } catch {
    return ['the API'];
  }
}

/** Effects that occurred twice. */
async function doubled(service: ChaosService, ledger: Ledger): Promise<string[]> {
  const lines: string[] = [];
  const attempts = [...ledger.attempts.values()];
  const once = [
    'verification.started',
    'verification.inputs_completed',
    'verification.completed',
    'verification.cancelled',
    'verification.expired',
  ];
  const { rows } = await service.sql.query<{ id: string; type: string; count: number }>(
    `select verification_id as id, type, count(*)::int as count from webhook_events where type = any($1)
      group by 1, 2 having count(*) > 1`,
    [once],
  );
  for (const { id, type, count } of rows) lines.push(`${id} has ${count} events ${type}`);
  const { rows: sends } = await service.sql.query<{ id: string; count: number }>(
    `select verification_id as id, count(*)::int as count from code_sends group by 1 having count(*) > 1`,
  );
  const pressed = new Map(attempts.map(({ verificationId, codePresses }) => [verificationId, codePresses]));
  for (const { id, count } of sends) {
    if (count > (pressed.get(id) ?? 1)) lines.push(`${id} got ${count} codes for one press`);
  }
  const { rows: messages } = await service.sql.query<{ id: string; count: number }>(
    `select verification_id as id, count(*)::int as count from test_messages group by 1 having count(*) > 1`,
  );
  for (const { id, count } of messages) lines.push(`${id} got ${count} messages for one press`);
  const { rows: results } = await service.sql.query<{ id: string }>(
    `select event.verification_id as id from webhook_events event join verifications v on v.id = event.verification_id
      where event.type = 'verification.completed' and v.status in ('pending', 'running', 'cancelled', 'expired')`,
  );
  for (const { id } of results) lines.push(`${id} was said to be completed and is not`);
  return lines;
}
