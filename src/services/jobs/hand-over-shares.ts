import type { QueueName } from '../../domain/jobs/job.ts';
import type { JobQueue } from '../../domain/ports/job-queue.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

/**
 * One client's jobs that wait in a shared queue, for a client of weight 1. The rest of its jobs waits in the outbox. Two, so that a worker
 * never waits for the next one to be handed over.
 */
const waitingAtMost = 2;

/**
 * Hands a shared queue each client's next jobs. The queue is first in, first out, and holds a few jobs of each client, so a job
 * waits for a few of each other client's jobs and never for a whole backlog. `clientIds`: only these clients; null: all.
 * Answers how many jobs it handed over.
 *
 * @throws the queue's failure; the jobs are due again.
 */
export function createHandOverShares({ db, queue }: { db: Pick<Database, 'outbox'>; queue: Pick<JobQueue, 'add'> }) {
  return async function handOverShares(name: QueueName, clientIds: readonly string[] | null): Promise<number> {
    const jobs = await db.outbox.claimShares(name, { clientIds, waitingAtMost });
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
