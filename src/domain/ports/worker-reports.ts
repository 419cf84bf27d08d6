import type { QueueName } from '../jobs/job.ts';
import type { QueuePace } from '../jobs/waiting-time.ts';

/** `notDownloaded`: an optional model that was not downloaded yet; checks that need it lead to review, and the service is ready. */
export const modelStates = ['loaded', 'missing', 'notDownloaded', 'wrongHash', 'unknown'] as const;
export type ModelState = (typeof modelStates)[number];

/** A worker's report: the queues that it serves, and its models with their hashes. */
export interface WorkerReport {
  workerId: string;
  /** The service's version. Missing from workers older than this field. */
  version?: string | undefined;
  queues: QueueName[];
  models: { name: string; sha256: string; status: ModelState }[];
  /** How fast its last jobs of a queue went. A queue of which it has ended no job yet is left out, as is all of it by a worker of an older version. */
  paces?: Partial<Record<QueueName, QueuePace>> | undefined;
}

/** The workers' reports on what they can do. A report that is not renewed expires. */
export interface WorkerReports {
  publish(report: WorkerReport): Promise<void>;
  list(): Promise<WorkerReport[]>;
  close(): Promise<void>;
}

/** How often a worker renews its report; after three missed renewals it counts as gone. */
export const reportEveryMs = 5_000;
export const reportLivesMs = 3 * reportEveryMs;
