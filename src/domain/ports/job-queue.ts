import type { JobName, QueueName } from '../jobs/job.ts';

/** A row of the outbox on its way to the queue. The row's id is the job's id, so that adding it twice is adding it once. */
export interface QueuedJob {
  outboxId: string;
  job: JobName;
  queue: QueueName;
  payload: unknown;
  /** Whose work it is; null where clients do not take turns. */
  clientId: string | null;
  /** Work of a test client runs only while no live client's work waits. */
  test: boolean;
}

/** The disposable half of the work list: whatever it loses is put back from the outbox. */
export interface JobQueue {
  /**
   * Adds jobs to one queue. Rejects within seconds when that queue cannot take them; the other queues are not affected, and the
   * next call starts afresh.
   */
  add(queue: QueueName, jobs: readonly QueuedJob[]): Promise<void>;
  /** Of these outbox ids, those that the queue does not know (any more). */
  findMissing(queue: QueueName, outboxIds: readonly string[]): Promise<string[]>;
  /** Resolves true when the job has ended, false after `timeoutMs` or when the queue cannot tell. Ask before adding. */
  waitForEnd(queue: QueueName, outboxId: string, timeoutMs: number): Promise<boolean>;
  /** Rejects when the queues' server does not answer, or when any one queue cannot be used. */
  probe(): Promise<void>;
  close(): Promise<void>;
}
