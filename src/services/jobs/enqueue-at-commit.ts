import type { QueuedJob } from '../../domain/ports/job-queue.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import type { EnqueueJobs } from './enqueue-jobs.ts';

/**
 * Wraps the database so that the jobs of each transaction go to their queues right after its commit, and no use case can forget it. Nobody
 * waits for that, and a failure loses nothing, because the relay finds the rows. A transaction that fails queues no jobs. `settle` waits
 * for jobs that are being queued before the process exits.
 */
export function enqueueAtCommit(db: Database, enqueueJobs: EnqueueJobs): { db: Database; settle: () => Promise<void> } {
  const pending = new Set<Promise<void>>();

  function enqueue(jobs: readonly QueuedJob[]): void {
    if (jobs.length === 0) return;
    const enqueued = enqueueJobs(jobs).finally(() => pending.delete(enqueued));
    pending.add(enqueued);
  }

  return {
    db: {
      ...db,
      async transaction(work) {
        const jobs: QueuedJob[] = [];
        const result = await db.transaction((tx) => work(collectJobs(tx, jobs)));
        enqueue(jobs);
        return result;
      },
      // Outside a transaction, each of these is a transaction.
      starts: {
        ...db.starts,
        async create(start) {
          const jobs = await db.starts.create(start);
          enqueue(jobs);
          return jobs;
        },
      },
      sharedSubmits: {
        ...db.sharedSubmits,
        async create(session, compose) {
          const written = await db.sharedSubmits.create(session, compose);
          if (written !== null) enqueue([written.job]);
          return written;
        },
      },
    },
    async settle() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

function collectJobs(tx: Repositories, jobs: QueuedJob[]): Repositories {
  const { outbox, starts, submits, webhookEvents } = tx;
  return {
    ...tx,
    outbox: {
      ...outbox,
      async add(...asked) {
        const job = await outbox.add(...asked);
        jobs.push(job);
        return job;
      },
      async addAll(...asked) {
        const added = await outbox.addAll(...asked);
        jobs.push(...added);
        return added;
      },
    },
    starts: {
      ...starts,
      async create(start) {
        const added = await starts.create(start);
        jobs.push(...added);
        return added;
      },
    },
    submits: {
      ...submits,
      async write(...asked) {
        const written = await submits.write(...asked);
        jobs.push(written.job);
        return written;
      },
    },
    webhookEvents: {
      ...webhookEvents,
      async createAll(events) {
        const deliveries = await webhookEvents.createAll(events);
        jobs.push(...deliveries.map(({ job }) => job));
        return deliveries;
      },
    },
  };
}
