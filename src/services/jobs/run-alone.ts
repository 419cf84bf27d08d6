import { Semaphore } from 'async-mutex';
import type { Database } from '../../domain/repositories/repositories.ts';

/** More than any process runs at once: a job that takes all of them runs alone. */
const seats = 1_000;

/**
 * Lets the jobs of one process in. They run at the same time, except for a job whose last run never ended: that process died, perhaps of this
 * job, and it runs alone. So a file that kills its process each time uses up one attempt of the jobs that run with it, and no more: from
 * then on, those run alone, too. Share one among all queues of a process whose jobs open files.
 */
export function createRunAlone({ db }: { db: { outbox: Pick<Database['outbox'], 'hasUnfinishedRun'> } }) {
  const semaphore = new Semaphore(seats);
  return async function runAlone(outboxId: string, run: () => Promise<void>): Promise<void> {
    const alone = await db.outbox.hasUnfinishedRun(outboxId);
    // In the order of the calls: a job that waits for all seats is not passed for ever by others that take one.
    await semaphore.runExclusive(run, alone ? seats : 1);
  };
}

export type RunAlone = ReturnType<typeof createRunAlone>;
