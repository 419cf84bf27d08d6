import { newId } from '../../domain/id.ts';
import { jobs, type JobName, type JobPayload, type QueueName } from '../../domain/jobs/job.ts';
import type { QueuedJob } from '../../domain/ports/job-queue.ts';
import type { OutboxRepository, QueueBacklog } from '../../domain/repositories/outbox-repository.ts';
import type { Connection, Statements } from '../connection/connection.ts';
import type { BatchedStatements } from '../connection/batched-statements.ts';

/** What this version can work on; rows of a newer version wait for it. */
const jobNames = Object.keys(jobs);

interface Row {
  id: string;
  queue: string;
  job: string;
  payload: unknown;
}

export function newJob<J extends JobName>(job: J, payload: JobPayload<J>): QueuedJob {
  return { outboxId: newId('outbox'), job, queue: jobs[job].queue, payload };
}

async function insertJobs(statements: Statements, queued: readonly QueuedJob[]): Promise<void> {
  await statements.query({
    name: 'insert-jobs',
    text: `insert into outbox (id, queue, job, payload) select * from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[])`,
    values: [
      queued.map(({ outboxId }) => outboxId),
      queued.map(({ queue }) => queue),
      queued.map(({ job }) => job),
      queued.map(({ payload }) => JSON.stringify(payload)),
    ],
  });
}

export function createOutboxRepository(
  connection: Connection,
  statements: Statements,
  batched: BatchedStatements,
): OutboxRepository {
  return {
    async add(job, payload) {
      const queued = newJob(job, payload);
      await insertJobs(statements, [queued]);
      return queued;
    },

    async addAll(job, payloads) {
      const queued = payloads.map((payload) => newJob(job, payload));
      if (queued.length > 0) await insertJobs(statements, queued);
      return queued;
    },

    async claimDue(limit, except) {
      const rows = await connection.$queryRaw<Row[]>`
        update outbox set enqueued_at = now()
         where id in (select id from outbox
                       where enqueued_at is null and available_at <= now()
                         and queue <> all(${[...except]}::text[]) and job = any(${jobNames}::text[])
                       order by available_at limit ${limit} for update skip locked)
        returning id, queue, job, payload`;
      return rows.map(toQueuedJob);
    },

    async unclaim(outboxIds) {
      // A row that somebody holds stays claimed: the queue does not know it, so the reconciler gives it back.
      await connection.$executeRaw`
        update outbox set enqueued_at = null
         where id in (select id from outbox where id = any(${outboxIds}) for update skip locked)`;
    },

    async listUnfinished(job) {
      const { rows } = await statements.query<{ payload: unknown }>({
        text: 'select payload from outbox where job = $1 order by id',
        values: [job],
      });
      // The compiler cannot follow the payload's type through the table.
      return rows.map(({ payload }) => jobs[job].payload.parse(payload) as JobPayload<typeof job>);
    },

    async measureUnclaimed() {
      const { rows } = await statements.query<{ queue: QueueName; oldestSeconds: number }>({
        name: 'measure-unclaimed',
        text: `select queue, extract(epoch from now() - min(available_at))::float8 as "oldestSeconds"
                 from outbox where enqueued_at is null and available_at <= now() group by queue`,
      });
      return rows;
    },

    async measure() {
      const { rows } = await statements.query<QueueBacklog>({
        name: 'measure-outbox',
        text: `select queue, count(*) filter (where available_at <= now())::int as "dueJobs",
                      count(*) filter (where available_at > now())::int as "laterJobs",
                      coalesce(extract(epoch from now() - min(available_at) filter (where available_at <= now())), 0)::float8
                        as "oldestSeconds"
                 from outbox group by queue`,
      });
      return rows;
    },

    markEnqueued: (outboxIds) => batched.markEnqueued(outboxIds),

    async listEnqueued({ queue, olderThanSeconds, after, limit }) {
      const { rows } = await statements.query<{ id: string }>({
        name: 'list-enqueued',
        text: `select id from outbox
                where id > $1 and queue = $2 and job = any($3) and enqueued_at < now() - make_interval(secs => $4)
                order by id limit $5`,
        values: [after, queue, jobNames, olderThanSeconds, limit],
      });
      return rows.map(({ id }) => id);
    },

    async releaseLost(outboxIds, olderThanSeconds) {
      const { rowCount } = await statements.query({
        name: 'release-lost',
        text: `update outbox set enqueued_at = null, available_at = now()
                where id in (select id from outbox
                              where id = any($1) and enqueued_at < now() - make_interval(secs => $2)
                                for update skip locked)`,
        values: [outboxIds, olderThanSeconds],
      });
      return rowCount ?? 0;
    },

    async release(outboxIds, delayMs = 0) {
      await connection.$executeRaw`
        update outbox set enqueued_at = null, available_at = now() + make_interval(secs => ${delayMs / 1000}::float8)
         where id = any(${outboxIds})`;
    },

    async giveBack({ outboxId, round }, delayMs) {
      await connection.$executeRaw`
        update outbox
           set attempts = case when created_at > now() - interval '1 day' then greatest(0, attempts - 1) else attempts end,
               enqueued_at = null, available_at = now() + make_interval(secs => ${delayMs / 1000}::float8)
         where id = ${outboxId} and round = ${round}`;
    },

    begin: (outboxId) => batched.begin(outboxId),

    async complete({ outboxId, round }) {
      const { rowCount } = await statements.query({
        name: 'complete-job',
        text: 'delete from outbox where id = $1 and round = $2',
        values: [outboxId, round],
      });
      return rowCount === 1;
    },

    async postpone({ outboxId, round }, afterMs) {
      const count = await connection.$executeRaw`
        update outbox set round = round + 1, attempts = 0, enqueued_at = null,
                          available_at = now() + make_interval(secs => ${afterMs / 1000}::float8)
         where id = ${outboxId} and round = ${round}`;
      return count === 1;
    },
  };
}

function toQueuedJob(row: Row): QueuedJob {
  if (!isJobName(row.job)) throw new Error('the outbox holds a job that this version does not know');
  return { outboxId: row.id, job: row.job, queue: jobs[row.job].queue, payload: row.payload };
}

function isJobName(name: string): name is JobName {
  return Object.hasOwn(jobs, name);
}
