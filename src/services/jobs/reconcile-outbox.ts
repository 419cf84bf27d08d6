import { queueNames, type QueueName } from '../../domain/jobs/job.ts';
import type { JobQueue } from '../../domain/ports/job-queue.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

/** A job that was queued this long ago should be done, or still known to the queue. */
const graceSeconds = 10;
const page = 5_000;

/**
 * Makes jobs due again that a queue has lost: after a flush, a crash without persistence, or exhausted attempts. Goes through everything
 * that was queued, page by page and queue by queue, so that a backlog hides nothing and one failing queue delays no other. Returns the
 * number of rows made due.
 * @throws AggregateError of the queues' failures, after the other queues were processed
 */
export function createReconcileOutbox({
  db,
  queue,
}: {
  db: Pick<Database, 'outbox'>;
  queue: Pick<JobQueue, 'findMissing'>;
}) {
  async function reconcileQueue(name: QueueName): Promise<number> {
    let lost = 0;
    let after = '';
    for (;;) {
      const ids = await db.outbox.listEnqueued({ queue: name, olderThanSeconds: graceSeconds, after, limit: page });
      const last = ids.at(-1);
      if (last === undefined) return lost;
      const missing = await queue.findMissing(name, ids);
      if (missing.length > 0) lost += await db.outbox.releaseLost(missing, graceSeconds);
      if (ids.length < page) return lost;
      after = last;
    }
  }

  return async function reconcileOutbox(): Promise<number> {
    const settled = await Promise.allSettled(queueNames.map(reconcileQueue));
    const failures = settled.filter((one) => one.status === 'rejected').map((one): unknown => one.reason);
    if (failures.length > 0) {
      const messages = failures.map((failure) => (failure instanceof Error ? failure.message : 'unknown'));
      throw new AggregateError(failures, [...new Set(messages)].join('; '));
    }
    return settled.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0);
  };
}
