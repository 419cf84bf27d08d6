import type { PictureDecoder } from '../src/adapters/native/decoding/picture-decoder.ts';
import type { ModelStore } from '../src/adapters/native/nets/model-store.ts';
import { restrictSharp } from '../src/adapters/native/rasters/restrict-sharp.ts';
import type { Container } from '../src/container.ts';
import type { QueueName } from '../src/domain/jobs/job.ts';
import type { RecordingDecoder } from '../src/domain/ports/faces/recording-decoder.ts';
import type { RecordingFollower } from '../src/domain/ports/faces/recording-follower.ts';
import { createRunJob, type JobHandlers, type RunJob } from '../src/services/jobs/run-job.ts';
import { createDocumentHandlers, documentConcurrency } from './document.ts';
import type { Idleness } from './idleness.ts';
import { createLivenessHandlers, livenessConcurrency } from './liveness.ts';
import { createQualityHandlers, qualityConcurrency } from './quality.ts';

/** The tools that open files of people, each in a separate process. */
interface FileTools {
  decoder: PictureDecoder;
  recordings: RecordingDecoder;
  /** Null: this process begins no work before the person submits it. */
  ahead: { follower: RecordingFollower; idleness: Idleness } | null;
}

interface FileQueue {
  createHandlers(container: Container, models: ModelStore, tools: FileTools): Promise<JobHandlers> | JobHandlers;
  /** Jobs that one process runs at once. */
  concurrency: number;
  /** A job that takes longer counts as hanging. Ten pages on a busy machine take minutes. */
  hangsAfterSeconds: number;
}

/** The queues whose jobs open files that people sent. */
export const fileQueues = {
  quality: { createHandlers: createQualityHandlers, concurrency: qualityConcurrency, hangsAfterSeconds: 120 },
  document: { createHandlers: createDocumentHandlers, concurrency: documentConcurrency, hangsAfterSeconds: 300 },
  liveness: { createHandlers: createLivenessHandlers, concurrency: livenessConcurrency, hangsAfterSeconds: 300 },
} as const satisfies Partial<Record<QueueName, FileQueue>>;
export type FileQueueName = keyof typeof fileQueues;

export function opensFiles(queue: string): queue is FileQueueName {
  return Object.hasOwn(fileQueues, queue);
}

/** The longest time for which code may block the event loop. A large picture on a busy machine takes seconds. */
export const blockedAfterSeconds = 60;

/** Loads what the jobs of a queue need. The process then opens only JPEGs that the service itself encoded. */
export async function openFileQueue(
  queue: FileQueueName,
  { container, models, ...tools }: { container: Container; models: ModelStore } & FileTools,
): Promise<RunJob> {
  restrictSharp(['jpeg']);
  const chosen: FileQueue = fileQueues[queue];
  const handlers = await chosen.createHandlers(container, models, tools);
  return createRunJob({ ...container, handlers, random: Math.random });
}
