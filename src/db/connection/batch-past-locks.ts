import type { OutboxRun } from '../../domain/repositories/outbox-repository.ts';
import { batchCalls } from '../../domain/jobs/batch-calls.ts';

/** Ends runs in one statement and answers the ids of those that it ended. `past`: goes past rows that somebody holds. */
type EndRuns<Row> = (rows: readonly Row[], options: { past: boolean }) => Promise<readonly string[]>;

/**
 * Ends runs of jobs of many clients in batches that wait for no lock, so that one client's locked row holds up nobody. What a batch
 * went past is tried alone, where it may wait. Answers for each whether it was ended: false when another run was first.
 */
export function batchPastLocks<Row extends { run: OutboxRun }>(endRuns: EndRuns<Row>): (row: Row) => Promise<boolean> {
  const endTogether = batchCalls(async (all: Row[]) => {
    // Two runs of the same job in one batch: the first one counts.
    const first = new Map([...all].reverse().map((row) => [row.run.outboxId, row]));
    const ended = new Set(await endRuns([...first.values()], { past: true }));
    return all.map((row) => first.get(row.run.outboxId) === row && ended.has(row.run.outboxId));
  });
  return async (row) => (await endTogether(row)) || (await endRuns([row], { past: false })).length === 1;
}
