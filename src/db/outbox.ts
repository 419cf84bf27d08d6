import { newId } from '../domain/id.ts';
import { jobs, type JobName, type QueueName } from '../domain/job.ts';
import type { QueuedJob } from '../domain/ports/job-queue.ts';
import type { OutboxRepository } from '../domain/repositories/repositories.ts';
import type { Connection } from './connection.ts';

interface Row {
  id: string;
  queue: string;
  job: string;
  payload: unknown;
}

export function createOutboxRepository(connection: Connection): OutboxRepository {
  return {
    async add(job, payload) {
      const queue: QueueName = jobs[job].queue;
      const row = { id: newId('outbox'), queue, job, payload };
      await connection.outbox.create({ data: row });
      return { outboxId: row.id, job, queue, payload };
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
      await connection.$executeRaw`update outbox set enqueued_at = now() where id = any(${outboxIds}) and enqueued_at is null`;
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

    async begin(outboxId) {
      const [row] = await connection.$queryRaw<{ attempts: number }[]>`
        update outbox set attempts = attempts + 1 where id = ${outboxId} returning attempts`;
      return row ?? null;
    },

    async complete(outboxId) {
      const { count } = await connection.outbox.deleteMany({ where: { id: outboxId } });
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
