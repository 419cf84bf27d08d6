import type pg from 'pg';
import type { BegunRun, OutboxRun } from '../../domain/repositories/outbox-repository.ts';
import { batchCalls } from '../../domain/jobs/batch-calls.ts';
import { endedJobs, inOrderOf, isDue, postponedJobs, runColumns } from './batch-forms.ts';
import { batchPastLocks } from './batch-past-locks.ts';

/** A waiting delivery with everything that an attempt needs, in the tables' form. */
export interface DueRow {
  id: string;
  endpoint_id: string;
  event_id: string;
  attempts: number;
  attempts_before: number;
  url: string;
  disabled: boolean;
  failing_since: Date | null;
  /** The database's clock. */
  now: Date;
  secret_sealed: Buffer;
  previous_sealed: Buffer | null;
  client_id: string;
  mode: string;
  type: string;
  identity_id: string | null;
  body_sealed: Buffer;
  wrapped_data_key: Buffer | null;
}

type EventRow = Pick<
  DueRow,
  'event_id' | 'client_id' | 'mode' | 'type' | 'identity_id' | 'body_sealed' | 'wrapped_data_key'
>;

export interface DeliveredRow {
  run: OutboxRun;
  deliveryId: string;
  /** Attempts made before this one. */
  attempts: number;
  durationMs: number;
  status: number;
  answerSealed: Buffer | null;
}

/** A failed attempt that will be repeated. */
export interface FailedRow {
  run: OutboxRun;
  deliveryId: string;
  /** Attempts made before this one. */
  attempts: number;
  durationMs: number;
  status: number | null;
  error: string | null;
  answerSealed: Buffer | null;
  nextAfterMs: number;
}

/**
 * The statements that run once for every job, batched and prepared: a worker with many short jobs then spends its time on work instead of
 * round trips. They run on the pool, each as a separate transaction.
 */
export interface BatchedStatements {
  begin(outboxId: string): Promise<BegunRun | null>;
  /** Rows whose work has been postponed meanwhile stay with the relay. */
  markEnqueued(outboxIds: readonly string[]): Promise<void>;
  findDueDelivery(deliveryId: string): Promise<DueRow | null>;
  /** Ends a delivery and its row of the outbox with a successful attempt. False when another run was first. */
  recordDelivered(row: DeliveredRow): Promise<boolean>;
  /** Stores a failed attempt and postpones the delivery and its row of the outbox. False when another run was first. */
  recordFailed(row: FailedRow): Promise<boolean>;
  /** Postpones a delivery that was not tried and leaves out attempts of its schedule. False when another run was first. */
  postponeDelivery(row: { run: OutboxRun; deliveryId: string; nextAfterMs: number; skips: number }): Promise<boolean>;
}

export function createBatchedStatements(pool: pg.Pool): BatchedStatements {
  async function begin(outboxIds: readonly string[], locking: 'skip locked' | ''): Promise<(BegunRun | null)[]> {
    const { rows } = await pool.query<{ id: string } & Omit<BegunRun, 'outboxId'>>({
      name: locking === '' ? 'begin-job' : 'begin-jobs',
      text: `update outbox set attempts = attempts + 1, begun_at = now()
              where id in (select id from outbox where id = any($1) for update ${locking})
             returning id, attempts, round, extract(epoch from now() - created_at)::float8 as "ageSeconds",
                       nullif(client_id, '') as "clientId"`,
      values: [outboxIds],
    });
    const found = new Map(rows.map(({ id, ...run }) => [id, { outboxId: id, ...run }]));
    return outboxIds.map((id) => found.get(id) ?? null);
  }
  const beginTogether = batchCalls((outboxIds: string[]) => begin(outboxIds, 'skip locked'));

  return {
    // If somebody holds a row, perhaps only to mark it as queued, this waits for that row alone.
    begin: async (outboxId) => (await beginTogether(outboxId)) ?? (await begin([outboxId], ''))[0] ?? null,

    markEnqueued: batchCalls(async (all: (readonly string[])[]) => {
      await pool.query({
        name: 'mark-enqueued',
        text: `update outbox set enqueued_at = now()
                where id in (select id from outbox
                              where id = any($1) and enqueued_at is null and ${isDue}
                                for update skip locked)`,
        values: [all.flat()],
      });
      return all.map(() => undefined);
    }),

    // In two steps, each of which names its ids: so Postgres plans for the partitions that hold them, and not for every week.
    findDueDelivery: batchCalls(async (deliveryIds) => {
      const { rows: due } = await pool.query<Omit<DueRow, keyof EventRow> & { event_id: string }>({
        name: 'find-due-deliveries',
        text: `
          select d.id, d.endpoint_id, d.event_id, d.attempts, d.attempts_before, p.url,
                 p.disabled_at is not null as disabled, p.failing_since, now() as now, p.secret_sealed,
                 case when p.rotates_until > now() then p.previous_secret_sealed end as previous_sealed
            from webhook_deliveries d join webhook_endpoints p on p.id = d.endpoint_id
           where d.id = any($1) and d.status = 'waiting'`,
        values: [deliveryIds],
      });
      if (due.length === 0) return deliveryIds.map(() => null);
      const { rows: events } = await pool.query<EventRow>({
        name: 'find-events-of-deliveries',
        text: `
          select e.id as event_id, e.client_id, c.mode, e.type, e.identity_id, e.body_sealed, i.wrapped_data_key
            from webhook_events e join clients c on c.id = e.client_id left join identities i on i.id = e.identity_id
           where e.id = any($1)`,
        values: [due.map((row) => row.event_id)],
      });
      const eventOf = new Map(events.map((row) => [row.event_id, row]));
      const rows = due.flatMap((row): DueRow[] => {
        const event = eventOf.get(row.event_id);
        return event === undefined ? [] : [{ ...row, ...event }];
      });
      return inOrderOf(deliveryIds, rows);
    }),

    recordDelivered: batchPastLocks(async (rows, { past }) => {
      const { rows: ended } = await pool.query<{ id: string }>({
        name: past ? 'record-delivered' : 'record-one-delivered',
        text: `
          with input as (
            select * from unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::int[], $6::int[], $7::bytea[])
              as t (outbox_id, round, delivery_id, attempts, duration_ms, status, answer_sealed)),
          ${endedJobs({ table: 'webhook_deliveries', column: 'delivery_id', ids: '$3', past })},
          moved as (
            update webhook_deliveries d
               set status = 'delivered', attempts = i.attempts + 1, next_attempt_at = null, updated_at = now()
              from input i join ended on ended.id = i.outbox_id
             where d.id = i.delivery_id and d.id = any($3) and d.status = 'waiting' and d.attempts = i.attempts
            returning d.id, d.endpoint_id),
          kept as (
            insert into webhook_attempts (delivery_id, number, at, duration_ms, status, answer_sealed)
            select i.delivery_id, i.attempts + 1, now() - make_interval(secs => i.duration_ms / 1000.0), i.duration_ms,
                   i.status, i.answer_sealed
              from input i join moved on moved.id = i.delivery_id),
          -- An endpoint that somebody holds is noted to be well by its next delivery.
          well as (
            update webhook_endpoints set failing_since = null
             where id in (select id from webhook_endpoints
                           where id in (select endpoint_id from moved) and failing_since is not null
                             for update skip locked))
          select id from ended`,
        values: [
          ...runColumns(rows),
          rows.map((row) => row.deliveryId),
          rows.map((row) => row.attempts),
          rows.map((row) => row.durationMs),
          rows.map((row) => row.status),
          rows.map((row) => row.answerSealed),
        ],
      });
      return ended.map(({ id }) => id);
    }),

    recordFailed: batchPastLocks(async (rows, { past }) => {
      const { rows: ended } = await pool.query<{ id: string }>({
        name: past ? 'record-failed' : 'record-one-failed',
        text: `
          with input as (
            select * from unnest($1::text[], $2::int[], $3::text[], $4::float8[], $5::int[], $6::int[], $7::int[], $8::text[],
                                 $9::bytea[])
              as t (outbox_id, round, delivery_id, next_after_ms, attempts, duration_ms, status, error, answer_sealed)),
          ${postponedJobs({ table: 'webhook_deliveries', column: 'delivery_id', ids: '$3', past })},
          moved as (
            update webhook_deliveries d
               set attempts = i.attempts + 1, updated_at = now(),
                   next_attempt_at = now() + make_interval(secs => i.next_after_ms / 1000.0)
              from input i join postponed on postponed.id = i.outbox_id
             where d.id = i.delivery_id and d.id = any($3) and d.status = 'waiting' and d.attempts = i.attempts
            returning d.id, d.endpoint_id),
          kept as (
            insert into webhook_attempts (delivery_id, number, at, duration_ms, status, error, answer_sealed)
            select i.delivery_id, i.attempts + 1, now() - make_interval(secs => i.duration_ms / 1000.0), i.duration_ms,
                   i.status, i.error, i.answer_sealed
              from input i join moved on moved.id = i.delivery_id),
          -- An endpoint that somebody holds is noted to be failing by its next delivery.
          failing as (
            update webhook_endpoints set failing_since = now()
             where id in (select id from webhook_endpoints
                           where id in (select endpoint_id from moved) and failing_since is null
                             for update skip locked))
          select id from postponed`,
        values: [
          ...runColumns(rows),
          rows.map((row) => row.deliveryId),
          rows.map((row) => row.nextAfterMs),
          rows.map((row) => row.attempts),
          rows.map((row) => row.durationMs),
          rows.map((row) => row.status),
          rows.map((row) => row.error),
          rows.map((row) => row.answerSealed),
        ],
      });
      return ended.map(({ id }) => id);
    }),

    postponeDelivery: batchPastLocks(async (rows, { past }) => {
      const { rows: ended } = await pool.query<{ id: string }>({
        name: past ? 'postpone-deliveries' : 'postpone-one-delivery',
        text: `
          with input as (
            select * from unnest($1::text[], $2::int[], $3::text[], $4::float8[], $5::int[])
              as t (outbox_id, round, delivery_id, next_after_ms, skips)),
          ${postponedJobs({ table: 'webhook_deliveries', column: 'delivery_id', ids: '$3', past })},
          -- A negative number of attempts before the schedule: it counts those that were left out.
          skipped as (
            update webhook_deliveries d
               set attempts_before = d.attempts_before - i.skips, updated_at = now(),
                   next_attempt_at = now() + make_interval(secs => i.next_after_ms / 1000.0)
              from input i join postponed on postponed.id = i.outbox_id
             where i.skips > 0 and d.id = i.delivery_id and d.id = any($3) and d.status = 'waiting')
          select id from postponed`,
        values: [
          ...runColumns(rows),
          rows.map((row) => row.deliveryId),
          rows.map((row) => row.nextAfterMs),
          rows.map((row) => row.skips),
        ],
      });
      return ended.map(({ id }) => id);
    }),
  };
}
