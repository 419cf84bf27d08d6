import { newId } from '../domain/id.ts';
import { jobs, type JobName, type QueueName } from '../domain/job.ts';
import type { QueuedJob } from '../domain/ports/job-queue.ts';
import type { OutboxRepository } from '../domain/repositories/outbox-repository.ts';
import type { Connection } from './connection.ts';
import type { GroupedStatements } from './grouped-statements.ts';

interface Row {
  id: string;
  queue: string;
  job: string;
  payload: unknown;
}

export function createOutboxRepository(connection: Connection, grouped: GroupedStatements): OutboxRepository {
  return {
    async add(job, payload) {
      const queue: QueueName = jobs[job].queue;
      const row = { id: newId('outbox'), queue, job, payload };
      await connection.outbox.create({ data: row });
      return { outboxId: row.id, job, queue, payload };
    },

    async addAll(job, payloads) {
      const queue: QueueName = jobs[job].queue;
      const rows = payloads.map((payload) => ({ id: newId('outbox'), queue, job, payload }));
      if (rows.length > 0) await connection.outbox.createMany({ data: rows });
      return rows.map((row) => ({ outboxId: row.id, job, queue, payload: row.payload }));
    },

    async claimDue(limit) {
      const rows = await connection.$queryRaw<Row[]>`
        update outbox set enqueued_at = now()
         where id in (select id from outbox where enqueued_at is null and available_at <= now()
                       order by available_at limit ${limit} for update skip locked)
        returning id, queue, job, payload`;
      return rows.map(toQueuedJob);
    },

    async markEnqueued(outboxIds) {
      // A row whose work has meanwhile asked to be run later stays with the relay.
      await connection.$executeRaw`
        update outbox set enqueued_at = now()
         where id = any(${outboxIds}) and enqueued_at is null and available_at <= now()`;
    },

    async listEnqueued(olderThanSeconds, limit) {
      const rows = await connection.$queryRaw<Row[]>`
        select id, queue, job, payload from outbox
         where enqueued_at < now() - make_interval(secs => ${olderThanSeconds}::int)
         order by enqueued_at limit ${limit}`;
      return rows.map(toQueuedJob);
    },

    async release(outboxIds, delayMs = 0) {
      await connection.$executeRaw`
        update outbox set enqueued_at = null, available_at = now() + make_interval(secs => ${delayMs / 1000}::float8)
         where id = any(${outboxIds})`;
    },

    begin: (outboxId) => grouped.begin(outboxId),

    async complete({ outboxId, round }) {
      const { count } = await connection.outbox.deleteMany({ where: { id: outboxId, round } });
      return count === 1;
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
