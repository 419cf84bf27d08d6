import type { QueueName } from '../jobs/job.ts';

/** `notDownloaded`: no part of the service and not fetched yet; what needs it sends to review, and the service is ready. */
export const modelStates = ['loaded', 'missing', 'notDownloaded', 'wrongHash', 'unknown'] as const;
export type ModelState = (typeof modelStates)[number];

/** What a worker says of itself: which queues it serves, and its models with their hashes. */
export interface WorkerReport {
  workerId: string;
  /** The service's version. A worker from before version reports leaves it out. */
  version?: string | undefined;
  queues: QueueName[];
  models: { name: string; sha256: string; status: ModelState }[];
}

/** The workers' own word on what they can do. A report that is not renewed is forgotten. */
export interface WorkerReports {
  publish(report: WorkerReport): Promise<void>;
  list(): Promise<WorkerReport[]>;
  close(): Promise<void>;
}

/** A worker renews its report this often; after three omissions it counts as gone. */
export const reportEveryMs = 5_000;
export const reportLivesMs = 3 * reportEveryMs;
