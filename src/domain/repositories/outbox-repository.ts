import type { JobName, JobPayload } from '../job.ts';
import type { QueuedJob } from '../ports/job-queue.ts';

/** One run of the work of an outbox row. */
export interface OutboxRun {
  outboxId: string;
  /** Runs begun in this round, this one included. */
  attempts: number;
  /** Counts the postponements. */
  round: number;
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
  add<J extends JobName>(job: J, payload: JobPayload<J>): Promise<QueuedJob>;
  addAll<J extends JobName>(job: J, payloads: readonly JobPayload<J>[]): Promise<QueuedJob[]>;
  /** Marks up to `limit` due rows as handed over and answers them; rows that another process holds are left to it. */
  claimDue(limit: number): Promise<QueuedJob[]>;
  /** Queues without any work are left out. */
  measure(): Promise<QueueBacklog[]>;
  markEnqueued(outboxIds: readonly string[]): Promise<void>;
  /** Rows handed over more than `olderThanSeconds` ago: the queue should know them. */
  listEnqueued(olderThanSeconds: number, limit: number): Promise<QueuedJob[]>;
  /** Back to the relay, due after `delayMs`. */
  release(outboxIds: readonly string[], delayMs?: number): Promise<void>;
  /** Counts a run that begins, outside any transaction. Null when the work is already done. */
  begin(outboxId: string): Promise<OutboxRun | null>;
  /** Ends the work; false when another run has ended or postponed it, and then the caller's result must not be stored. */
  complete(run: OutboxRun): Promise<boolean>;
  /** The work is to be done again after `afterMs`, with its attempts counted anew. False as for `complete`. */
  postpone(run: OutboxRun, afterMs: number): Promise<boolean>;
}
