import { isShared, type QueueName, type SharedQueueName } from '../../domain/jobs/job.ts';
import type { JobQueue } from '../../domain/ports/job-queue.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

/** Two, so that a worker never waits for the next hand-over. */
const ofLongWork = { waiting: 2, handedOver: 256 };
/** Half of a worker's places: other clients' deliveries start at once, and a worker has enough jobs until the next hand-over. */
const ofQuickWork = { waiting: 128, handedOver: 1_024 };

/**
 * How many jobs one client with weight 1 has in a shared queue at most: those that wait there, and those that wait or run. The rest of its
 * jobs wait in the outbox.
 */
const shares: Readonly<Record<SharedQueueName, { waiting: number; handedOver: number }>> = {
  quality: ofLongWork,
  document: ofLongWork,
  liveness: ofLongWork,
  webhook: ofQuickWork,
};

/**
 * Fills a shared queue with each client's next jobs. The queue is first in, first out and holds only a few jobs of each client, so a job
 * waits for a few jobs of each other client and never for a whole backlog. `clientIds`: only these clients; null: all. Returns the number
 * of jobs queued.
 * @throws the queue's failure; the jobs remain due
 */
export function createHandOverShares({ db, queue }: { db: Pick<Database, 'outbox'>; queue: Pick<JobQueue, 'add'> }) {
  return async function handOverShares(name: QueueName, clientIds: readonly string[] | null): Promise<number> {
    if (!isShared(name)) throw new Error(`clients take no turns on the queue ${name}`);
    const jobs = await db.outbox.claimShares(name, { clientIds, atMost: shares[name] });
    if (jobs.length === 0) return 0;
    try {
      await queue.add(name, jobs);
    } catch (error) {
      await db.outbox.unclaim(jobs.map((job) => job.outboxId));
      throw error;
    }
    return jobs.length;
  };
}
