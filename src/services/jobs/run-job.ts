import { describeFault } from '../../domain/faults/describe-fault.ts';
import { placesOf } from '../../domain/faults/places-of.ts';
import { MediaDamaged } from '../../domain/media/media-damaged.ts';
import { batchCalls } from '../../domain/jobs/batch-calls.ts';
import {
  backoffMs,
  jobs,
  maxJobAttempts,
  type JobName,
  type JobPayload,
  type QueueName,
} from '../../domain/jobs/job.ts';
import type { JobOutcome, Telemetry } from '../../domain/ports/telemetry.ts';
import type { ErrorReports } from '../../domain/ports/error-reports.ts';
import type { Log } from '../../domain/ports/log.ts';
import type { OutboxRun } from '../../domain/repositories/outbox-repository.ts';
import type { JobQueue } from '../../domain/ports/job-queue.ts';
import type { Database, DatabaseCaller, Repositories } from '../../domain/repositories/repositories.ts';
import { createEnqueueShares } from './enqueue-shares.ts';

/** The pause before a retry after an outage, and up to twice as long. It grows with the age of the work. */
const afterOutageMs = { least: 2_000, most: 10_000, perSecondOfAge: 100 };
/** Jobs that start within this time after others share one statement, which queues their clients' next jobs. */
const restMs = 50;
/** How long work waits for an external provider that it can also finish without. */
const patienceWithProvidersSeconds = 300;

/** The background work of one kind. Both functions may run twice with the same payload and then have the same result. */
export interface JobHandler<J extends JobName> {
  /**
   * Does the work and returns a function that stores the result. That function runs in the transaction that removes the work from the
   * outbox, so that exactly one of several runs is stored. Null: there is nothing left to do. `mayWait`: the work should throw
   * `ProviderAway` to wait for an external provider that it could also finish without.
   */
  work(payload: JobPayload<J>, about: { mayWait: boolean }): Promise<JobEnd | null>;
  /** Ends work that failed `maxJobAttempts` times: a terminal state that says so. */
  onExhausted(payload: JobPayload<J>): JobEnd | null | Promise<JobEnd | null>;
}

export type JobEnd = StoredEnd | SingleStatementEnd;

interface StoredEnd {
  store(tx: Repositories): Promise<void>;
  /** The work must run again: it stays in the outbox, and its attempts start from zero. */
  again?: { afterMs: number };
  /** Runs after the commit; a failure changes nothing. */
  announce?(): void;
  /** The client whose row the transaction may wait for: one client's waits take up only part of the connections. */
  caller?: DatabaseCaller;
}

/**
 * For short work, where storing the result is a large part of the cost: one statement stores the result and removes or postpones the work.
 */
interface SingleStatementEnd {
  /** False when another run has ended or postponed the work. */
  storeAtOnce(run: OutboxRun): Promise<boolean>;
  announce?(): void;
}

export type JobHandlers = { [J in JobName]?: JobHandler<J> };

/** The handlers of all jobs of a queue. A new job without a handler does not compile. */
export type QueueHandlers<Q extends QueueName> = {
  [J in JobName as (typeof jobs)[J]['queue'] extends Q ? J : never]: JobHandler<J>;
};

/**
 * Runs one job by the outbox's rules. The database counts an attempt before the work begins, so a worker that dies has used one up. After a
 * failure the job returns to the outbox with a pause; an outage gives the attempt back. After the last attempt, or when a file is lost,
 * `onExhausted` ends the work.
 */
export function createRunJob({
  db,
  queue,
  handlers,
  log,
  errors,
  random,
  telemetry,
  isAway,
}: {
  db: Database;
  queue: Pick<JobQueue, 'add'>;
  handlers: JobHandlers;
  log: Log;
  errors: Pick<ErrorReports, 'report'>;
  random: () => number;
  telemetry: Pick<Telemetry, 'duringJob'>;
  /** Whether an error is an outage of a part that the work needs. Outages use up no attempt. */
  isAway: (error: unknown) => boolean;
}) {
  const enqueueShares = createEnqueueShares({ db, queue });
  const enqueueNext = batchCalls(
    async (begun: { name: QueueName; clientId: string }[]) => {
      for (const name of new Set(begun.map((one) => one.name))) {
        const clientIds = new Set(begun.filter((one) => one.name === name).map(({ clientId }) => clientId));
        await enqueueShares(name, [...clientIds]);
      }
      return begun.map(() => undefined);
    },
    { fromNextTurn: true, maxBatchSize: 1_000, restMs },
  );

  async function end(run: OutboxRun, jobEnd: JobEnd | null): Promise<void> {
    const stored = await storeEnd(run, jobEnd);
    if (stored) jobEnd?.announce?.();
  }

  async function storeEnd(run: OutboxRun, jobEnd: JobEnd | null): Promise<boolean> {
    if (jobEnd !== null && 'storeAtOnce' in jobEnd) return jobEnd.storeAtOnce(run);
    const caller = jobEnd?.caller ?? { clientId: null, verificationId: null };
    const inTransaction = (work: (tx: Repositories) => Promise<boolean>) =>
      db.onBehalfOf(caller, () => db.transaction(work));
    return inTransaction(async (tx) => {
      const again = jobEnd?.again;
      const first = again ? await tx.outbox.postpone(run, again.afterMs) : await tx.outbox.complete(run);
      if (!first) return false;
      await jobEnd?.store(tx);
      return true;
    });
  }

  /** `last`: the job has killed too many processes. It counts as out of attempts. */
  return async function runJob(
    job: JobName,
    outboxId: string,
    data: unknown,
    { last = false }: { last?: boolean } = {},
  ): Promise<void> {
    // The handler and the payload belong to the same job, which the compiler cannot infer from the table.
    const handler = handlers[job] as JobHandler<JobName> | undefined;
    if (handler === undefined) throw new Error(`no handler for ${job} here`);
    const payload = jobs[job].payload.parse(data);
    const begun = await db.outbox.begin(outboxId);
    if (begun === null) return;
    // A failure delays the client's next job until the relay's next run.
    if (begun.clientId !== null) {
      void enqueueNext({ name: jobs[job].queue, clientId: begun.clientId }).catch(() => undefined);
    }
    const about = { job, outboxId, attempt: begun.attempts };
    const failure: { fault: string | null; away: boolean } = { fault: null, away: false };
    const { outcome, durationMs, verificationId } = await telemetry.duringJob(about, async (): Promise<JobOutcome> => {
      if (last || begun.attempts > maxJobAttempts) {
        await end(begun, await handler.onExhausted(payload));
        return 'exhausted';
      }
      try {
        const jobEnd = await handler.work(payload, { mayWait: begun.ageSeconds < patienceWithProvidersSeconds });
        await end(begun, jobEnd);
        return jobEnd === null ? 'idle' : 'done';
      } catch (error) {
        Object.assign(failure, { fault: faultName(error), away: isAway(error) });
        if (failure.away) {
          await db.outbox.giveBack(begun, pauseAfterOutageMs(begun.ageSeconds, random()));
          return 'failed';
        }
        errors.report(error, { job, outboxId, attempt: String(begun.attempts) });
        if (error instanceof MediaDamaged) {
          await end(begun, await handler.onExhausted(payload));
          return 'exhausted';
        }
        // Paused after the last attempt, too: the queue would still hold the job under the same id and ignore an immediate retry.
        await db.outbox.release([outboxId], backoffMs(begun.attempts, random()));
        return 'failed';
      }
    });
    const ended = { ...about, verificationId, durationMs: Math.round(durationMs) };
    // A person's mistake is a normal result. A failure is a fault of the service, or an outage that readiness reports.
    const { fault, away } = failure;
    if (outcome === 'failed' && away) log.warn({ ...ended, fault }, 'job waits for a part that is down');
    else if (outcome === 'failed') log.error({ ...ended, fault }, 'job failed');
    else if (outcome === 'exhausted') log.error(ended, 'job is out of attempts');
    else log.info(ended, 'job');
  };
}

export type RunJob = ReturnType<typeof createRunJob>;

function pauseAfterOutageMs(ageSeconds: number, random: number): number {
  const { least, most, perSecondOfAge } = afterOutageMs;
  return Math.round(Math.min(most, Math.max(least, ageSeconds * perSecondOfAge)) * (1 + random));
}

/** The failure and the place in the code that threw it. */
function faultName(error: unknown): string {
  const [place = ''] = error instanceof Error ? placesOf(error) : [];
  return `${describeFault(error)} ${place}`.trim().slice(0, 500);
}
