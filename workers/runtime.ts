import { writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Semaphore } from 'async-mutex';
import { Worker } from 'bullmq';
import { nameFault } from '../src/domain/faults/describe-fault.ts';
import type { JobName, QueueName } from '../src/domain/jobs/job.ts';
import type { RunJob } from '../src/services/jobs/run-job.ts';
import type { PaceMeter } from './pace-meter.ts';
import type { RunIsolated } from './run-isolated.ts';
import { createWorkWatch } from './watchdog.ts';
import { connectPatientRedis, type RedisAddress } from '../src/adapters/redis/redis-connection.ts';

/** If a worker dies, its job is stuck for this long at most, plus one interval of the check for stalled jobs. */
const lockMs = 8_000;
const stalledCheckMs = 4_000;

/** Everything for which a job waits has a much shorter time limit. */
const hangsAfterSeconds = 120;

export interface RunningWorker {
  /** Takes no new job, and finishes those in progress. */
  stop(): Promise<void>;
}

/** Pause before a worker that could not run is replaced. */
const restartAfterMs = 1_000;

/** The supervisor starts the process again; the job has used up an attempt, and ends after its last one. */
export function endHangingJob(job: string): void {
  const line = {
    level: 60,
    time: new Date().toISOString(),
    process: 'worker',
    job,
    msg: 'a job hangs: the worker ends itself',
  };
  writeSync(1, `${JSON.stringify(line)}\n`);
  process.exit(1);
}

/** BullMQ writes the message of a failure to Redis in plain text, and a message may quote data. */
function failNamed(error: unknown): never {
  throw new Error(nameFault(error));
}

/** Takes jobs from one queue. `runJob` decides by the outbox what happens to each. */
export function startQueueWorker(options: {
  queue: QueueName;
  redis: RedisAddress & { prefix: string };
  concurrency: number;
  runJob: RunJob;
  /** For jobs that open files: those whose last process died (`hasDied`) run in a separate one, while this one takes other jobs. */
  isolation?: { hasDied: (outboxId: string) => Promise<boolean>; run: RunIsolated };
  pace?: PaceMeter;
  /** A job that takes longer counts as hanging: the worker calls `onHang`. */
  hangsAfterSeconds?: number;
  onHang?: (job: string) => void;
  onFailure?: (error: unknown) => void;
}): RunningWorker {
  const connection = connectPatientRedis(options.redis);
  const stopping = new AbortController();
  const during = createWorkWatch({
    seconds: options.hangsAfterSeconds ?? hangsAfterSeconds,
    onHang: options.onHang ?? endHangingJob,
  });
  const atPace: PaceMeter['during'] = (work) => options.pace?.during(work) ?? work();
  const places = new Semaphore(options.concurrency);
  const taking = new Set<RunningWorker>();

  async function run(id: string, name: string, data: unknown): Promise<void> {
    if (options.isolation !== undefined && (await options.isolation.hasDied(id))) {
      // Its place in this process is free for another job.
      const relief = take(1);
      try {
        await options.isolation.run({ name, outboxId: id, payload: data }, stopping.signal);
      } finally {
        // The job that the replacement is running ends first; nobody waits for that.
        void relief.stop().then(() => taking.delete(relief));
      }
      return;
    }
    // A job that waits for its turn does not count as hanging.
    await places.runExclusive(() => during(name, () => atPace(() => options.runJob(name as JobName, id, data))));
  }

  function take(concurrency: number): RunningWorker {
    const ending = new AbortController();
    const isEnding = () => ending.signal.aborted;
    let worker = open(concurrency);
    // BullMQ keeps a failed start for ever, such as a Redis that refuses every command while it starts: a new worker takes over.
    const ended = (async () => {
      while (!isEnding()) {
        try {
          await worker.run();
          // It returns only when it is closed.
          return;
        } catch (error) {
          options.onFailure?.(error);
          await worker.close(true).catch(() => undefined);
          await setTimeout(restartAfterMs, undefined, { signal: ending.signal }).catch(() => undefined);
          if (!isEnding()) worker = open(concurrency);
        }
      }
    })();
    const taken: RunningWorker = {
      async stop() {
        ending.abort();
        await worker.close();
        await ended;
      },
    };
    taking.add(taken);
    return taken;
  }

  function open(concurrency: number): Worker {
    const made = new Worker(
      options.queue,
      ({ id, name, data }) => (id === undefined ? Promise.resolve() : run(id, name, data).catch(failNamed)),
      {
        connection,
        prefix: options.redis.prefix,
        concurrency,
        autorun: false,
        lockDuration: lockMs,
        stalledInterval: stalledCheckMs,
        // The outbox counts attempts; the queue must never end a job by itself.
        maxStalledCount: 1_000,
        removeOnComplete: { count: 0 },
        removeOnFail: { count: 0 },
      },
    );
    made.on('error', () => undefined);
    return made;
  }

  take(options.concurrency);
  return {
    async stop() {
      stopping.abort();
      await Promise.all([...taking].map((one) => one.stop()));
      connection.disconnect();
    },
  };
}

/** Runs `task` again and again, `everyMs` after each end. A failure is passed on and changes nothing. */
export function startLoop(options: {
  everyMs: number;
  task: () => Promise<unknown>;
  onFailure: (error: unknown) => void;
}): RunningWorker {
  const stopping = new AbortController();
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await options.task();
      } catch (error) {
        options.onFailure(error);
      }
      await setTimeout(options.everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
