import { isShared, type QueueName } from '../../domain/jobs/job.ts';
import { shares } from '../../domain/jobs/shares.ts';
import type { JobQueue } from '../../domain/ports/job-queue.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

/**
 * Fills a shared queue with each client's next jobs. The queue is first in, first out and holds only a few jobs of each client, so a job
 * waits for a few jobs of each other client and never for a whole backlog. `clientIds`: only these clients; null: all. Returns the number
 * of jobs queued.
 * @throws the queue's failure; the jobs remain due
 */
export function createEnqueueShares({ db, queue }: { db: Pick<Database, 'outbox'>; queue: Pick<JobQueue, 'add'> }) {
  return async function enqueueShares(name: QueueName, clientIds: readonly string[] | null): Promise<number> {
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
