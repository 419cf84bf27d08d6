import type { JobName, JobPayload, QueueName } from '../jobs/job.ts';
import type { QueuedJob } from '../ports/job-queue.ts';

/** One run of the work of an outbox row. */
export interface OutboxRun {
  outboxId: string;
  /** Runs begun in this round, this one included. */
  attempts: number;
  /** Counts the postponements. */
  round: number;
}

/** A run that has just begun. */
export interface BegunRun extends OutboxRun {
  /** Since the work was asked for. */
  ageSeconds: number;
  /** Whose work it is; null where clients do not take turns. */
  clientId: string | null;
}

/** How much of one queue's work waits. */
export interface QueueBacklog {
  queue: string;
  dueJobs: number;
  laterJobs: number;
  /** For how long the oldest due job could have run; 0 without one. */
  oldestSeconds: number;
}

export interface OutboxRepository {
  /** Answers the row, so that the caller can hand it to the queue right after the commit. */
  add<J extends JobName>(job: J, payload: JobPayload<J>, clientId: string | null): Promise<QueuedJob>;
  addAll<J extends JobName>(
    job: J,
    all: readonly { payload: JobPayload<J>; clientId: string | null }[],
  ): Promise<QueuedJob[]>;
  /**
   * Marks up to `limit` due rows as handed over and answers them. Leaves out the queues in `except` and rows of a client on a shared
   * queue. Rows that another process holds are left to it, and jobs that this version does not know to a newer one.
   */
  claimDue(limit: number, except: readonly QueueName[]): Promise<QueuedJob[]>;
  /**
   * Marks due rows of a shared queue as handed over and answers them: of each client as many as bring its jobs that wait in the
   * queue to `waitingAtMost` times its weight, oldest first. `clientIds`: only of these clients; null: of all.
   */
  claimShares(
    queue: QueueName,
    asked: { clientIds: readonly string[] | null; waitingAtMost: number },
  ): Promise<QueuedJob[]>;
  /** Rows of one client on one queue that are not done, counted up to `atMost`. */
  countUnfinished(queue: QueueName, clientId: string, atMost: number): Promise<number>;
  /** Takes the mark off again, in the transaction that set it: the queue has refused these rows. */
  unclaim(outboxIds: readonly string[]): Promise<void>;
  /** What work of one kind is not over for. */
  listUnfinished<J extends JobName>(job: J): Promise<JobPayload<J>[]>;
  /** For how long the oldest row of each queue has been due without being handed over. Queues without such a row are left out. */
  measureUnclaimed(): Promise<{ queue: QueueName; oldestSeconds: number }[]>;
  /** Queues without any work are left out. */
  measure(): Promise<QueueBacklog[]>;
  markEnqueued(outboxIds: readonly string[]): Promise<void>;
  /** Ids, in order and beginning behind `after`, of rows handed over more than `olderThanSeconds` ago: the queue should know them. */
  listEnqueued(page: { queue: QueueName; olderThanSeconds: number; after: string; limit: number }): Promise<string[]>;
  /** Back to the relay, unless a row has moved on since it was listed. Answers how many went back. */
  releaseLost(outboxIds: readonly string[], olderThanSeconds: number): Promise<number>;
  /** Back to the relay, due after `delayMs`. */
  release(outboxIds: readonly string[], delayMs?: number): Promise<void>;
  /** Back to the relay after an outage, which used no attempt up, unless the work is older than a day. Due after `delayMs`. */
  giveBack(run: OutboxRun, delayMs: number): Promise<void>;
  /**
   * Whether a run of the job that was handed over began and did not end: its process died, or it still runs. Known on shared queues
   * alone; false on others.
   */
  hasUnfinishedRun(outboxId: string): Promise<boolean>;
  /** Counts a run that begins, outside any transaction. Null when the work is already done. */
  begin(outboxId: string): Promise<BegunRun | null>;
  /** Ends the work; false when another run has ended or postponed it, and then the caller's result must not be stored. */
  complete(run: OutboxRun): Promise<boolean>;
  /** The work is to be done again after `afterMs`, with its attempts counted from zero. False as for `complete`. */
  postpone(run: OutboxRun, afterMs: number): Promise<boolean>;
}
