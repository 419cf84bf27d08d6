import { batchCalls } from '../../domain/jobs/batch-calls.ts';
import { sharedQueues, type QueueName } from '../../domain/jobs/job.ts';
import type { JobQueue, QueuedJob } from '../../domain/ports/job-queue.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { createHandOverShares } from './hand-over-shares.ts';

const batch = 1_000;
/** Jobs that arrive within this time of others go with the next batch, which is far sooner than the relay would find them. */
const restMs = 25;

/**
 * Moves due rows of the outbox to their queues. Any number of processes may run it at once. A queue that refuses its jobs is skipped for
 * the rest of the run, so that it delays no other. Returns the number of rows moved.
 * @throws the queue's failure, or an AggregateError of several, after everything else was moved
 */
export function createRelayOutbox({ db, queue }: { db: Pick<Database, 'outbox'>; queue: Pick<JobQueue, 'add'> }) {
  const handOverShares = createHandOverShares({ db, queue });

  /**
   * Marked and committed before they are added: a quick worker could otherwise find the row still locked. Jobs that a queue refuses become
   * due again; the reconciler recovers those that are lost when this process dies in between.
   */
  async function relayBatch(failures: Map<QueueName, Error>): Promise<{ claimed: number; added: number }> {
    const due = await db.outbox.claimDue(batch, [...failures.keys()]);
    let added = 0;
    for (const [name, jobs] of byQueue(due)) {
      try {
        await queue.add(name, jobs);
        added += jobs.length;
      } catch (error) {
        failures.set(name, refusal(name, error));
        await db.outbox.unclaim(jobs.map((job) => job.outboxId));
      }
    }
    return { claimed: due.length, added };
  }

  async function relayShares(failures: Map<QueueName, Error>): Promise<number> {
    let relayed = 0;
    for (const name of sharedQueues) {
      if (failures.has(name)) continue;
      try {
        relayed += await handOverShares(name, null);
      } catch (error) {
        failures.set(name, refusal(name, error));
      }
    }
    return relayed;
  }

  return async function relayOutbox(): Promise<number> {
    const failures = new Map<QueueName, Error>();
    let relayed = 0;
    for (;;) {
      const { claimed, added } = await relayBatch(failures);
      relayed += added;
      if (claimed < batch) break;
    }
    relayed += await relayShares(failures);
    const [failure, ...others] = failures.values();
    if (failure === undefined) return relayed;
    if (others.length === 0) throw failure;
    const all = [failure, ...others];
    throw new AggregateError(all, all.map(({ message }) => message).join('; '));
  };
}

/**
 * Queues rows right after the commit that wrote them, so that no caller waits for the relay. A failure loses nothing, because the relay
 * finds the rows.
 */
export function createHandOverJobs({ db, queue }: { db: Pick<Database, 'outbox'>; queue: Pick<JobQueue, 'add'> }) {
  const handOverShares = createHandOverShares({ db, queue });

  async function handOverUnshared(jobs: readonly QueuedJob[]): Promise<void> {
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
  const handOver = batchCalls(
    async (all: (readonly QueuedJob[])[]) => {
      const jobs = all.flat();
      const shared = byQueue(jobs.filter(({ clientId }) => clientId !== null));
      await Promise.all([
        handOverUnshared(jobs.filter(({ clientId }) => clientId === null)),
        ...[...shared].map(([name, ofQueue]) =>
          handOverShares(name, [...new Set(ofQueue.flatMap(({ clientId }) => clientId ?? []))]),
        ),
      ]);
      return all.map(() => undefined);
    },
    { fromNextTurn: true, largest: batch, restMs },
  );

  return async function handOverJobs(jobs: readonly QueuedJob[]): Promise<void> {
    if (jobs.length === 0) return;
    // The queue or the database is unavailable. Readiness reports both, and the rows remain due.
    await handOver(jobs).catch(() => undefined);
  };
}

export type HandOverJobs = ReturnType<typeof createHandOverJobs>;

function byQueue(jobs: readonly QueuedJob[]): Map<QueueName, QueuedJob[]> {
  const grouped = new Map<QueueName, QueuedJob[]>();
  for (const job of jobs) {
    const known = grouped.get(job.queue);
    if (known) known.push(job);
    else grouped.set(job.queue, [job]);
  }
  return grouped;
}

function refusal(name: QueueName, error: unknown): Error {
  const message = error instanceof Error ? error.message : 'unknown';
  return new Error(`the queue ${name} refuses its jobs: ${message}`, { cause: error });
}
