import { describeFault } from '../../domain/faults/describe-fault.ts';
import type { Log } from '../../domain/ports/log.ts';

/** Pauses after the first, second and each further failure of a row. */
const pausesMs = [60_000, 120_000, 600_000] as const;
/** This many failures of one row raise an alert. */
const alertAt = pausesMs.length;
/** When this many rows in succession fail, the rows are not the cause: the run ends, and the next one begins with others. */
const failuresInARow = 10;
/** The most failures that are remembered. Beyond that, the oldest rows are retried early. */
const mostRemembered = 10_000;

interface Failure {
  times: number;
  dueAt: number;
}

/** Finds rows in the job's order, except those in `except`. An empty result ends the run. */
type ListRows<T> = (except: readonly string[]) => Promise<readonly T[]>;

/**
 * Processes rows so that none stops the others: each is tried separately, a failed one is skipped for a pause that grows to ten minutes,
 * and after its third failure it is logged as an error that raises an alert. A run continues until no row is left or `budgetMs` is over.
 * Each process remembers its own failures, so at worst a row is retried too early.
 */
export function createWorkThrough({
  cronJob,
  log,
  budgetMs,
  concurrency = 1,
  now = () => performance.now(),
}: {
  cronJob: string;
  log: Pick<Log, 'error'>;
  budgetMs: number;
  /** How many rows are processed at once. */
  concurrency?: number;
  now?: () => number;
}) {
  const failures = new Map<string, Failure>();

  function fail(id: string, error: unknown): void {
    const times = (failures.get(id)?.times ?? 0) + 1;
    const pauseMs = pausesMs[Math.min(times, pausesMs.length) - 1] ?? 0;
    // Inserted again, so that the map stays in the order of the failures.
    failures.delete(id);
    failures.set(id, { times, dueAt: now() + pauseMs });
    const [oldest] = failures.keys();
    if (failures.size > mostRemembered && oldest !== undefined) failures.delete(oldest);
    if (times === alertAt) {
      const retryAfterSeconds = pauseMs / 1_000;
      log.error({ cronJob, id, fault: describeFault(error), retryAfterSeconds }, 'a row was set aside');
    }
  }

  const leftOut = () => [...failures].filter(([, { dueAt }]) => dueAt > now()).map(([id]) => id);

  /**
   * Returns the number of rows for which `work` resolved.
   * @throws the last failure when so many rows in succession failed that the rows are not the cause
   */
  return async function workThrough<T>(
    list: ListRows<T>,
    idOf: (row: T) => string,
    work: (row: T) => Promise<unknown>,
  ): Promise<number> {
    const endsAt = now() + budgetMs;
    let done = 0;
    let inARow = 0;
    let lastFailure = new Error('no row failed');

    async function take(row: T): Promise<void> {
      try {
        await work(row);
        failures.delete(idOf(row));
        done += 1;
        inARow = 0;
      } catch (error) {
        fail(idOf(row), error);
        inARow += 1;
        lastFailure = error instanceof Error ? error : new Error('unknown');
      }
    }

    let last = '';
    for (;;) {
      const rows = await list(leftOut());
      const ids = JSON.stringify(rows.map(idOf));
      // Finished rows are no longer listed. The same page twice means that its rows need another run.
      if (rows.length === 0 || ids === last) return done;
      last = ids;
      for (let from = 0; from < rows.length; from += concurrency) {
        await Promise.all(rows.slice(from, from + concurrency).map(take));
        if (inARow >= failuresInARow) throw lastFailure;
        if (now() > endsAt) return done;
      }
    }
  };
}
