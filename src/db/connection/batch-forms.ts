import type { OutboxRun } from '../../domain/repositories/outbox-repository.ts';

/** Parts that the statements of batches share. */

/** The rows in the order of the ids; null where there is no row. */
export function inOrderOf<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): (Row | null)[] {
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id) ?? null);
}

/**
 * Whether a job is due. Postgres stores times in whole milliseconds and may round them up, so a job that was asked for in this moment counts
 * as due: otherwise it would not be queued right after its commit.
 */
export const isDue = `available_at <= now() + interval '1 millisecond'`;

/** The jobs that a batch ends or postpones. Each concerns one row of `table`, whose id is the column `column` of `input`. */
interface EndedJobs {
  table: 'code_sends' | 'webhook_deliveries';
  column: string;
  /** The parameter with the values of `column`: with it, Postgres plans for the partitions that hold them. */
  ids: string;
  /** Skips rows that another transaction has locked, instead of waiting for them. */
  past: boolean;
}

/**
 * Locks the jobs of `input (outbox_id, round, …)`: common table expressions of which `free_job` has the ids of jobs that no other run has
 * ended or postponed. The subject is locked before its job, as everywhere. A job whose subject was erased is free, too.
 */
function freeJobs({ table, column, ids, past }: EndedJobs): string {
  const locking = past ? 'skip locked' : '';
  return `
          free_subject as (
            select s.id from ${table} s where s.id in (select ${column} from input) and s.id = any(${ids})
               for update ${locking}),
          free_job as (
            select o.id from outbox o join input i on o.id = i.outbox_id and o.round = i.round
             where i.${column} in (select id from free_subject)
                or not exists (select 1 from ${table} s where s.id = i.${column} and s.id = any(${ids}))
               for update of o ${locking})`;
}

/** Ends the free jobs of `input`: `ended` has their ids. */
export function endedJobs(jobs: EndedJobs): string {
  return `${freeJobs(jobs)},
          ended as (
            delete from outbox o using free_job f where o.id = f.id returning o.id)`;
}

/** Postpones the free jobs of `input (…, next_after_ms)` and resets their attempts: `postponed` has their ids. */
export function postponedJobs(jobs: EndedJobs): string {
  return `${freeJobs(jobs)},
          postponed as (
            update outbox o
               set round = o.round + 1, attempts = 0, enqueued_at = null,
                   available_at = now() + make_interval(secs => i.next_after_ms / 1000.0)
              from free_job f join input i on i.outbox_id = f.id
             where o.id = f.id
            returning o.id)`;
}

/** The first two columns of `input`. */
export const runColumns = (rows: readonly { run: OutboxRun }[]) => [
  rows.map(({ run }) => run.outboxId),
  rows.map(({ run }) => run.round),
];
