import { Semaphore } from 'async-mutex';
import type { Database } from '../../domain/repositories/repositories.ts';

/** More than any process runs at once: a job that takes all seats runs alone. */
const seats = 1_000;

/**
 * Admits the jobs of one process. They run at the same time, except for a job whose last run never ended: that process died, perhaps
 * because of this job, so the job now runs alone. A file that kills its process each time therefore uses up one attempt of the jobs around
 * it and no more; those run alone afterwards, too. All queues of a process that open files share one instance.
 */
export function createRunAlone({ db }: { db: { outbox: Pick<Database['outbox'], 'hasUnfinishedRun'> } }) {
  const semaphore = new Semaphore(seats);
  return async function runAlone(outboxId: string, run: () => Promise<void>): Promise<void> {
    const alone = await db.outbox.hasUnfinishedRun(outboxId);
    // First come, first served: a job that waits for all seats is not overtaken by jobs that need one.
    await semaphore.runExclusive(run, alone ? seats : 1);
  };
}

export type RunAlone = ReturnType<typeof createRunAlone>;
