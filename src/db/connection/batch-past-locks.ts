import type { OutboxRun } from '../../domain/repositories/outbox-repository.ts';
import { batchCalls } from '../../domain/jobs/batch-calls.ts';

/** Ends runs in one statement and returns the ids of those that it ended. `past`: skips locked rows. */
type EndRuns<Row> = (rows: readonly Row[], options: { past: boolean }) => Promise<readonly string[]>;

/**
 * Ends runs of many clients' jobs in batches that wait for no lock, so that one client's locked row delays nobody else. Jobs that a batch
 * skipped are tried separately, where they may wait. Returns for each whether it was ended: false when another run was first.
 */
export function batchPastLocks<Row extends { run: OutboxRun }>(endRuns: EndRuns<Row>): (row: Row) => Promise<boolean> {
  const endTogether = batchCalls(async (all: Row[]) => {
    // When one batch has two runs of the same job, the first one counts.
    const first = new Map([...all].reverse().map((row) => [row.run.outboxId, row]));
    const ended = new Set(await endRuns([...first.values()], { past: true }));
    return all.map((row) => first.get(row.run.outboxId) === row && ended.has(row.run.outboxId));
  });
  return async (row) => (await endTogether(row)) || (await endRuns([row], { past: false })).length === 1;
}
