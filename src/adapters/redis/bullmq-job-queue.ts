import { Queue, QueueEvents } from 'bullmq';
import { queueNames, type QueueName } from '../../domain/jobs/job.ts';
import type { JobQueue } from '../../domain/ports/job-queue.ts';
import { connectPatientRedis, connectRedis, type RedisAddress, type RedisConnection } from './redis-connection.ts';

/** How many job ids are looked up in one round trip to Redis. */
const lookUpsAtOnce = 1_000;
/** Pause before a failed listener is opened again. */
const reopenAfterMs = 1_000;

/**
 * BullMQ only carries jobs from the outbox to the workers: the queue tries each job once and removes it in any case, because the outbox
 * counts attempts, pauses and ends.
 */
export function createBullmqJobQueue(options: RedisAddress & { prefix: string }): JobQueue {
  const connection = connectRedis(options);
  const queues = new Map(queueNames.map((name) => [name, openQueue(name, connection, options.prefix)]));
  const ends = new Map<QueueName, JobEnds>();

  function queueOf(name: QueueName): Queue {
    const queue = queues.get(name);
    if (queue === undefined) throw new Error(`there is no queue ${name}`);
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
    async add(name, jobs) {
      await queueOf(name).addBulk(
        jobs.map((job) => ({
          name: job.job,
          data: job.payload,
          opts: {
            jobId: job.outboxId,
            attempts: 1,
            removeOnComplete: true,
            removeOnFail: true,
            // BullMQ runs jobs without a priority before those with one.
            ...(job.test || job.behind ? { priority: (job.test ? 2 : 0) + (job.behind ? 1 : 0) } : {}),
          },
        })),
      );
    },

    async findMissing(name, outboxIds) {
      const missing: string[] = [];
      for (let from = 0; from < outboxIds.length; from += lookUpsAtOnce) {
        const ids = outboxIds.slice(from, from + lookUpsAtOnce);
        const look = connection.pipeline();
        for (const id of ids) look.exists(queueOf(name).toKey(id));
        const known = await look.exec();
        ids.forEach((id, index) => {
          const [error, count] = known?.[index] ?? [new Error('the look-up was cut off'), 0];
          if (error !== null) throw error;
          if (count === 0) missing.push(id);
        });
      }
      return missing;
    },

    waitForEnd: (name, outboxId, timeoutMs) => endsOf(name).wait(outboxId, timeoutMs),

    async probe() {
      await connection.ping();
      await Promise.all([...queues.values()].map((queue) => queue.waitUntilReady()));
    },

    async close() {
      await Promise.all([...ends.values()].map((made) => made.close()));
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      connection.disconnect();
    },
  };
}

/**
 * BullMQ asks Redis for its version when a queue is created and caches a failure permanently: a queue created while Redis is unavailable
 * would never work. These queues skip the question; the workers, which wait for Redis, check the version.
 */
function openQueue(name: QueueName, connection: RedisConnection, prefix: string): Queue {
  const queue = new Queue(name, { connection, prefix, skipWaitingForReady: true, skipVersionCheck: true });
  queue.on('error', () => undefined);
  return queue;
}

interface JobEnds {
  wait(outboxId: string, timeoutMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/** Receives every end of a job on one queue and wakes the caller that waits for that job. */
function createJobEnds(name: QueueName, options: RedisAddress & { prefix: string }): JobEnds {
  const connection = connectPatientRedis(options);
  const waiting = new Map<string, () => void>();
  const wake = ({ jobId }: { jobId: string }) => waiting.get(jobId)?.();
  let closed = false;
  let reopening: NodeJS.Timeout | undefined;
  let events = listen();

  function listen(): QueueEvents {
    const made = new QueueEvents(name, { connection, prefix: options.prefix, autorun: false });
    made.on('error', () => undefined);
    made.on('completed', wake);
    made.on('failed', wake);
    // A refusal of Redis during its start, or when it is full, ends the listener: a new one takes over.
    made.run().catch(() => {
      if (closed) return;
      void made.close().catch(() => undefined);
      reopening = setTimeout(() => {
        events = listen();
      }, reopenAfterMs);
      reopening.unref();
    });
    return made;
  }

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
      closed = true;
      clearTimeout(reopening);
      await events.close();
      connection.disconnect();
    },
  };
}
