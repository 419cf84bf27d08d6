import type { JobName, QueueName } from '../jobs/job.ts';

/** A row of the outbox on its way to the queue. The row's id is the job's id, so adding it twice has no further effect. */
export interface QueuedJob {
  outboxId: string;
  job: JobName;
  queue: QueueName;
  payload: unknown;
  /** The client whose work it is; null where clients do not take turns. */
  clientId: string | null;
  /** A test client's work runs only while no live client's work waits. */
  test: boolean;
  /** Its client has many jobs in the queue: those of clients with few run first. */
  behind: boolean;
}

/** The disposable half of the work list: the outbox restores whatever it loses. */
export interface JobQueue {
  /**
   * Adds jobs to one queue. Rejects within seconds when that queue cannot accept them. Other queues are not affected, and the next call
   * starts again.
   */
  add(queue: QueueName, jobs: readonly QueuedJob[]): Promise<void>;
  /** Of these outbox ids, those that the queue does not know. */
  findMissing(queue: QueueName, outboxIds: readonly string[]): Promise<string[]>;
  /** Resolves to true when the job has ended, to false after `timeoutMs` or when the queue cannot tell. Call before adding the job. */
  waitForEnd(queue: QueueName, outboxId: string, timeoutMs: number): Promise<boolean>;
  /** Rejects when the queues' server does not answer, or when any queue is unusable. */
  probe(): Promise<void>;
  close(): Promise<void>;
}
