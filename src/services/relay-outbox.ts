import { gather } from '../domain/gather.ts';
import type { JobQueue, QueuedJob } from '../domain/ports/job-queue.ts';
import type { Database } from '../domain/repositories/repositories.ts';

const batch = 200;

/** Hands due rows of the outbox to the queue. Any number of processes may run it at once. Answers how many it handed over. */
export function createRelayOutbox({ db, queue }: { db: Pick<Database, 'transaction'>; queue: Pick<JobQueue, 'add'> }) {
  async function relayBatch(): Promise<number> {
    // Marked and added inside one transaction: when the queue refuses, the rows stay due.
    return db.transaction(async ({ outbox }) => {
      const due = await outbox.claimDue(batch);
      if (due.length > 0) await queue.add(due);
      return due.length;
    });
  }

  return async function relayOutbox(): Promise<number> {
    let relayed = 0;
    for (;;) {
      const count = await relayBatch();
      relayed += count;
      if (count < batch) return relayed;
    }
  };
}

/**
 * Hands over rows right after the commit that wrote them, so that nobody waits for the relay. A failure is no loss: the
 * relay finds the rows.
 */
export function createHandOverJobs({ db, queue }: { db: Pick<Database, 'outbox'>; queue: Pick<JobQueue, 'add'> }) {
  // Jobs of requests that come together go in one trip.
  const handOver = gather(
    async (all: (readonly QueuedJob[])[]) => {
      const jobs = all.flat();
      await queue.add(jobs);
      await db.outbox.markEnqueued(jobs.map((job) => job.outboxId));
      return all.map(() => undefined);
    },
    { fromNextTurn: true },
  );

  return async function handOverJobs(jobs: readonly QueuedJob[]): Promise<void> {
    if (jobs.length === 0) return;
    // The queue is away or the database is: both are seen by readiness, and the rows are still due.
    await handOver(jobs).catch(() => undefined);
  };
}

export type HandOverJobs = ReturnType<typeof createHandOverJobs>;
