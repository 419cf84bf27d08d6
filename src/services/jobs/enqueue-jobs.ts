import { batchCalls } from '../../domain/jobs/batch-calls.ts';
import type { QueueName } from '../../domain/jobs/job.ts';
import type { JobQueue, QueuedJob } from '../../domain/ports/job-queue.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { createEnqueueShares } from './enqueue-shares.ts';

const largestBatch = 1_000;
/** Jobs that arrive within this time of others go with the next batch, which is far sooner than the relay would find them. */
const restMs = 25;

/**
 * Queues rows right after the commit that wrote them, so that no caller waits for the relay. A failure loses nothing, because the relay
 * finds the rows.
 */
export function createEnqueueJobs({ db, queue }: { db: Pick<Database, 'outbox'>; queue: Pick<JobQueue, 'add'> }) {
  const enqueueShares = createEnqueueShares({ db, queue });

  async function enqueueUnshared(jobs: readonly QueuedJob[]): Promise<void> {
    const added = await Promise.all(
      [...byQueue(jobs)].map(([name, ofQueue]) =>
        queue.add(name, ofQueue).then(
          () => ofQueue.map((job) => job.outboxId),
          () => [],
        ),
      ),
    );
    const outboxIds = added.flat();
    if (outboxIds.length > 0) await db.outbox.markEnqueued(outboxIds);
  }

  // Jobs of simultaneous requests go in one round trip per queue.
  const enqueueTogether = batchCalls(
    async (all: (readonly QueuedJob[])[]) => {
      const jobs = all.flat();
      const shared = byQueue(jobs.filter(({ clientId }) => clientId !== null));
      await Promise.all([
        enqueueUnshared(jobs.filter(({ clientId }) => clientId === null)),
        ...[...shared].map(([name, ofQueue]) =>
          enqueueShares(name, [...new Set(ofQueue.flatMap(({ clientId }) => clientId ?? []))]),
        ),
      ]);
      return all.map(() => undefined);
    },
    { fromNextTurn: true, maxBatchSize: largestBatch, restMs },
  );

  return async function enqueueJobs(jobs: readonly QueuedJob[]): Promise<void> {
    if (jobs.length === 0) return;
    // The queue or the database is unavailable. Readiness reports both, and the rows remain due.
    await enqueueTogether(jobs).catch(() => undefined);
  };
}

export type EnqueueJobs = ReturnType<typeof createEnqueueJobs>;

export function byQueue(jobs: readonly QueuedJob[]): Map<QueueName, QueuedJob[]> {
  const grouped = new Map<QueueName, QueuedJob[]>();
  for (const job of jobs) {
    const known = grouped.get(job.queue);
    if (known) known.push(job);
    else grouped.set(job.queue, [job]);
  }
  return grouped;
}
