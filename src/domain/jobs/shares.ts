import type { SharedQueueName } from './job.ts';

/**
 * How many jobs one client with weight 1 has in a shared queue at most: those that wait there, and those that wait or run. The rest of its
 * jobs wait in the outbox.
 */
export interface Share {
  waiting: number;
  handedOver: number;
}

/** Two, so that a worker never waits for the next hand-over. */
const ofLongWork: Share = { waiting: 2, handedOver: 256 };
/** Half of a worker's places: other clients' deliveries start at once, and a worker has enough jobs until the next hand-over. */
const ofQuickWork: Share = { waiting: 128, handedOver: 1_024 };

export const shares: Readonly<Record<SharedQueueName, Share>> = {
  quality: ofLongWork,
  document: ofLongWork,
  liveness: ofLongWork,
  webhook: ofQuickWork,
};
