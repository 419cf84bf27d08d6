import { queueNames } from '../domain/job.ts';
import type { JobQueue } from '../domain/ports/job-queue.ts';
import type { Database } from '../domain/repositories/repositories.ts';

/** A job that was handed over this long ago should be known to the queue or done. */
const graceSeconds = 10;
const batch = 1_000;

/** Gives back to the relay what the queue has lost: flushed, killed without its file, or given up on. Answers how many. */
export function createReconcileOutbox({
  db,
  queue,
}: {
  db: Pick<Database, 'outbox'>;
  queue: Pick<JobQueue, 'findMissing'>;
}) {
  return async function reconcileOutbox(): Promise<number> {
    const enqueued = await db.outbox.listEnqueued(graceSeconds, batch);
    let lost = 0;
    for (const name of queueNames) {
      const ids = enqueued.filter((job) => job.queue === name).map((job) => job.outboxId);
      if (ids.length === 0) continue;
      const missing = await queue.findMissing(name, ids);
      if (missing.length > 0) await db.outbox.release(missing);
      lost += missing.length;
    }
    return lost;
  };
}
