import type { SharedQueueName } from './job.ts';

/**
 * The most jobs of one client with weight 1 in a shared queue: those that wait there, and those that wait or run. The rest of its jobs wait
 * in the outbox.
 */
export interface Share {
  waiting: number;
  enqueued: number;
  /** Jobs beyond this number wait behind those of every client that has fewer. */
  first: number;
}

/** Two, so that a worker never waits until the next jobs are queued. */
const ofLongWork: Share = { waiting: 2, enqueued: 256, first: 256 };
/** Enough that every place of a worker is busy until the next jobs are queued, and few ahead of another client's single job. */
const ofQuickWork: Share = { waiting: 512, enqueued: 2_048, first: 32 };

export const shares: Readonly<Record<SharedQueueName, Share>> = {
  quality: ofLongWork,
  document: ofLongWork,
  liveness: ofLongWork,
  webhook: ofQuickWork,
};
