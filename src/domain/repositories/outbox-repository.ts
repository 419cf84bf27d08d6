import type { JobName, JobPayload, QueueName, SharedQueueName } from '../jobs/job.ts';
import type { Share } from '../jobs/shares.ts';
import type { ClientLine } from '../jobs/waiting-time.ts';
import type { QueuedJob } from '../ports/job-queue.ts';

/** One run of the work of an outbox row. */
export interface OutboxRun {
  outboxId: string;
  /** Runs started in this round, including this one. */
  attempts: number;
  /** Counts the postponements. */
  round: number;
}

/** A run that has just started. */
export interface BegunRun extends OutboxRun {
  /** Time since the work was requested. */
  ageSeconds: number;
  /** The client whose work it is; null where clients do not take turns. */
  clientId: string | null;
}

/** The waiting work of one queue. */
export interface QueueBacklog {
  queue: string;
  dueJobs: number;
  laterJobs: number;
  /** How long the oldest due job could have run; 0 without one. */
  oldestSeconds: number;
}

export interface OutboxRepository {
  /** Returns the row, so that the caller can queue it right after the commit. */
  add<J extends JobName>(job: J, payload: JobPayload<J>, clientId: string | null): Promise<QueuedJob>;
  addAll<J extends JobName>(
    job: J,
    all: readonly { payload: JobPayload<J>; clientId: string | null }[],
  ): Promise<QueuedJob[]>;
  /**
   * Marks up to `limit` due rows as queued and returns them. Leaves out the queues in `except` and rows of clients on shared queues. Skips
   * rows that another process holds, and jobs that this version does not know.
   */
  claimDue(limit: number, except: readonly QueueName[]): Promise<QueuedJob[]>;
  /**
   * Marks due rows of a shared queue as queued and returns them: of each client, oldest first, as many as bring its waiting jobs in the
   * queue to `waiting` times its weight, and its waiting and running jobs to `enqueued`. Those beyond `first` are marked as such.
   * `clientIds`: only these clients; null: all.
   */
  claimShares(
    queue: SharedQueueName,
    asked: { clientIds: readonly string[] | null; atMost: Share },
  ): Promise<QueuedJob[]>;
  /** Every client with due jobs of steps on a shared queue, with its oldest `atMost` jobs. */
  listLines(queue: SharedQueueName, atMost: number): Promise<ClientLine[]>;
  /** Unfinished rows of one client on one queue, counted up to `atMost`. */
  countUnfinished(queue: QueueName, clientId: string, atMost: number): Promise<number>;
  /** Removes the mark again, in the transaction that set it: the queue has refused these rows. */
  unclaim(outboxIds: readonly string[]): Promise<void>;
  /** The subjects with unfinished work of one kind. */
  listUnfinished<J extends JobName>(job: J): Promise<JobPayload<J>[]>;
  /** How long the oldest row of each queue has been due without being queued. Queues without such a row are omitted. */
  measureUnclaimed(): Promise<{ queue: QueueName; oldestSeconds: number }[]>;
  /** Queues without any work are omitted. */
  measure(): Promise<QueueBacklog[]>;
  markEnqueued(outboxIds: readonly string[]): Promise<void>;
  /** Ids, in order and starting after `after`, of rows queued more than `olderThanSeconds` ago: the queue should know them. */
  listEnqueued(page: { queue: QueueName; olderThanSeconds: number; after: string; limit: number }): Promise<string[]>;
  /** Makes the rows due again, unless a row has moved on since it was listed. Returns their number. */
  releaseLost(outboxIds: readonly string[], olderThanSeconds: number): Promise<number>;
  /** Makes the row due again after `delayMs`. */
  release(outboxIds: readonly string[], delayMs?: number): Promise<void>;
  /** Makes the row due after `delayMs`, after an outage, which uses up no attempt unless the work is older than a day. */
  giveBack(run: OutboxRun, delayMs: number): Promise<void>;
  /**
   * Whether a run of the queued job started and did not end: its process died, or it still runs. Known on shared queues only; false on
   * others.
   */
  hasUnfinishedRun(outboxId: string): Promise<boolean>;
  /** Counts a run that starts, outside any transaction. Null when the work is already done. */
  begin(outboxId: string): Promise<BegunRun | null>;
  /** Ends the work. False when another run has ended or postponed it; the caller's result must then not be stored. */
  complete(run: OutboxRun): Promise<boolean>;
  /** Repeats the work after `afterMs`, with its attempts counted from zero. False as for `complete`. */
  postpone(run: OutboxRun, afterMs: number): Promise<boolean>;
}
