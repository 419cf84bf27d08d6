import { backoffMs, jobs, maxJobAttempts, type JobName, type JobPayload } from '../domain/job.ts';
import type { Database, Repositories } from '../domain/repositories/repositories.ts';

/** The background work of one kind. Both functions may run twice for the same payload and then end the same. */
export interface JobHandler<J extends JobName> {
  /**
   * Does the work and answers how to store its end. The end runs in the transaction that takes the work off the outbox,
   * so that exactly one run of many is stored. Null: there is nothing left to do.
   */
  work(payload: JobPayload<J>): Promise<JobEnd | null>;
  /** The end of work that failed `maxJobAttempts` times: a terminal state that says so. */
  giveUp(payload: JobPayload<J>): JobEnd;
}

export interface JobEnd {
  store(tx: Repositories): Promise<void>;
  /** After the commit; its failure changes nothing. */
  announce?(): void;
}

export type JobHandlers = { [J in JobName]?: JobHandler<J> };

export interface JobLog {
  warn(fields: Record<string, unknown>, text: string): void;
  error(fields: Record<string, unknown>, text: string): void;
}

/**
 * Runs one job by the outbox's rules: attempts are counted in the database before the work begins (a worker that dies has
 * used one up), a failure goes back to the outbox with a pause, and after the last attempt the work ends in `giveUp`.
 */
export function createRunJob({
  db,
  handlers,
  log,
  random,
}: {
  db: Database;
  handlers: JobHandlers;
  log: JobLog;
  random: () => number;
}) {
  async function end(outboxId: string, jobEnd: JobEnd | null): Promise<void> {
    const stored = await db.transaction(async (tx) => {
      if (!(await tx.outbox.complete(outboxId))) return false;
      await jobEnd?.store(tx);
      return true;
    });
    if (stored) jobEnd?.announce?.();
  }

  return async function runJob(job: JobName, outboxId: string, data: unknown): Promise<void> {
    // The handler and the payload belong to the same job, which the compiler cannot follow through the table.
    const handler = handlers[job] as JobHandler<JobName> | undefined;
    if (handler === undefined) throw new Error(`no handler for ${job} here`);
    const payload = jobs[job].payload.parse(data);
    const begun = await db.outbox.begin(outboxId);
    if (begun === null) return;
    const about = { job, outboxId, attempt: begun.attempts };
    if (begun.attempts > maxJobAttempts) {
      log.error(about, 'job given up');
      await end(outboxId, handler.giveUp(payload));
      return;
    }
    try {
      await end(outboxId, await handler.work(payload));
    } catch (error) {
      log.warn({ ...about, fault: faultName(error) }, 'job failed');
      const last = begun.attempts === maxJobAttempts;
      await db.outbox.release([outboxId], last ? 0 : backoffMs(begun.attempts, random()));
    }
  };
}

export type RunJob = ReturnType<typeof createRunJob>;

/** The class of a failure and where it was thrown. Messages may quote data and stay out of the log. */
function faultName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const place =
    error.stack
      ?.split('\n')
      .find((line) => line.trimStart().startsWith('at '))
      ?.trim() ?? '';
  return `${error.name} ${place}`.slice(0, 300);
}
