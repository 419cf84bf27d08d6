import { Queue, QueueEvents } from 'bullmq';
import type { QueueName } from '../domain/job.ts';
import type { JobQueue } from '../domain/ports/job-queue.ts';
import { connectPatientRedis, connectRedis } from './redis-connection.ts';

/**
 * BullMQ as a disposable hand-over: jobs are tried once by the queue and removed whatever their end, since attempts, pauses
 * and ends are counted in the outbox.
 */
export function createBullmqJobQueue(options: { url: string; prefix: string }): JobQueue {
  const connection = connectRedis(options.url);
  const queues = new Map<QueueName, Queue>();
  const ends = new Map<QueueName, JobEnds>();

  function queueOf(name: QueueName): Queue {
    const known = queues.get(name);
    if (known) return known;
    const queue = new Queue(name, { connection, prefix: options.prefix, skipWaitingForReady: true });
    queue.on('error', () => undefined);
    queues.set(name, queue);
    return queue;
  }

  function endsOf(name: QueueName): JobEnds {
    const known = ends.get(name);
    if (known) return known;
    const made = createJobEnds(name, options);
    ends.set(name, made);
    return made;
  }

  return {
    async add(queued) {
      for (const name of new Set(queued.map((job) => job.queue))) {
        await queueOf(name).addBulk(
          queued
            .filter((job) => job.queue === name)
            .map((job) => ({
              name: job.job,
              data: job.payload,
              opts: { jobId: job.outboxId, attempts: 1, removeOnComplete: true, removeOnFail: true },
            })),
        );
      }
    },

    async findMissing(name, outboxIds) {
      const jobs = await Promise.all(outboxIds.map((outboxId) => queueOf(name).getJob(outboxId)));
      return outboxIds.filter((_, index) => jobs[index] === undefined);
    },

    waitForEnd: (name, outboxId, timeoutMs) => endsOf(name).wait(outboxId, timeoutMs),

    async probe() {
      await connection.ping();
    },

    async close() {
      await Promise.all([...ends.values()].map((made) => made.close()));
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      connection.disconnect();
    },
  };
}

interface JobEnds {
  wait(outboxId: string, timeoutMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/** Hears of every end on one queue and wakes whoever waits for that job. */
function createJobEnds(name: QueueName, options: { url: string; prefix: string }): JobEnds {
  const connection = connectPatientRedis(options.url);
  const events = new QueueEvents(name, { connection, prefix: options.prefix });
  events.on('error', () => undefined);
  const waiting = new Map<string, () => void>();
  const wake = ({ jobId }: { jobId: string }) => waiting.get(jobId)?.();
  events.on('completed', wake);
  events.on('failed', wake);

  return {
    wait(outboxId, timeoutMs) {
      return new Promise((resolve) => {
        const end = (ended: boolean) => {
          clearTimeout(timer);
          waiting.delete(outboxId);
          resolve(ended);
        };
        const timer = setTimeout(() => end(false), timeoutMs);
        waiting.set(outboxId, () => end(true));
      });
    },

    async close() {
      await events.close();
      connection.disconnect();
    },
  };
}
