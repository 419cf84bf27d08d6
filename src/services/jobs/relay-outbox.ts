import { sharedQueues, type QueueName } from '../../domain/jobs/job.ts';
import type { JobQueue } from '../../domain/ports/job-queue.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { byQueue } from './enqueue-jobs.ts';
import { createEnqueueShares } from './enqueue-shares.ts';

const batch = 1_000;

/**
 * Moves due rows of the outbox to their queues. Any number of processes may run it at once. A queue that refuses its jobs is skipped for
 * the rest of the run, so that it delays no other. Returns the number of rows moved.
 * @throws the queue's failure, or an AggregateError of several, after everything else was moved
 */
export function createRelayOutbox({ db, queue }: { db: Pick<Database, 'outbox'>; queue: Pick<JobQueue, 'add'> }) {
  const enqueueShares = createEnqueueShares({ db, queue });

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
        relayed += await enqueueShares(name, null);
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

function refusal(name: QueueName, error: unknown): Error {
  const message = error instanceof Error ? error.message : 'unknown';
  return new Error(`the queue ${name} refuses its jobs: ${message}`, { cause: error });
}
