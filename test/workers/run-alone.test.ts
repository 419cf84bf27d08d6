import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHandOverJobs } from '../../src/services/jobs/relay-outbox.ts';
import type { JobHandlers } from '../../src/services/jobs/run-job.ts';
import { eventually } from '../support/eventually.ts';
import { seedClient } from '../support/seed.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  // One process only, so that jobs of others cannot disturb it.
  stack = await startStack({ apis: 1 });
});
afterAll(() => stack.close());

/** One document's work for each name, each of another client; answers the rows' ids. */
async function ask(stepRunIds: readonly string[]): Promise<string[]> {
  const all = await Promise.all(
    stepRunIds.map(async (stepRunId) => {
      const { clientId } = await seedClient(stack.container.db);
      return { payload: { stepRunId, attempt: 1 }, clientId };
    }),
  );
  const jobs = await stack.container.db.outbox.addAll('document.read', all);
  await createHandOverJobs(stack.container)(jobs);
  return jobs.map(({ outboxId }) => outboxId);
}

test('a job that failed, met an outage or was requested again has ended its run', async () => {
  const { outbox } = stack.container.db;
  const relay = createHandOverJobs(stack.container);
  const endings = [
    (run: { outboxId: string }) => outbox.release([run.outboxId]),
    (run: Parameters<typeof outbox.giveBack>[0]) => outbox.giveBack(run, 0),
    (run: Parameters<typeof outbox.postpone>[0]) => outbox.postpone(run, 0),
  ];
  for (const end of endings) {
    const [job] = await outbox.addAll('document.read', [
      { payload: { stepRunId: 'ended', attempt: 1 }, clientId: stack.client.clientId },
    ]);
    if (job === undefined) throw new Error('no work was asked for');
    const run = await outbox.begin(job.outboxId);
    if (run === null) throw new Error('the work is gone');
    await end(run);
    await relay([job]);
    expect(await outbox.hasUnfinishedRun(job.outboxId)).toBe(false);
    await outbox.complete({ ...run, round: run.round + (end === endings[2] ? 1 : 0) });
  }
});

test('a job whose process died runs alone, so that it cannot kill others again; the rest run together', async () => {
  const { outbox } = stack.container.db;
  const names = ['fresh-1', 'died-1', 'fresh-2', 'fresh-3', 'died-2', 'fresh-4'];
  const ids = await ask(names);
  // What a killed process leaves behind: runs that began and never ended.
  for (const index of [1, 4]) await outbox.begin(ids[index] ?? '');
  expect(await Promise.all(ids.map((id) => outbox.hasUnfinishedRun(id)))).toEqual([
    false,
    true,
    false,
    false,
    true,
    false,
  ]);

  const underWay = new Set<string>();
  const together = new Map<string, Set<string>>(names.map((name) => [name, new Set()]));
  const handlers = {
    'document.read': {
      async work({ stepRunId }) {
        for (const other of underWay) {
          together.get(stepRunId)?.add(other);
          together.get(other)?.add(stepRunId);
        }
        underWay.add(stepRunId);
        await setTimeout(150);
        underWay.delete(stepRunId);
        return null;
      },
      onExhausted: () => null,
    },
  } satisfies JobHandlers;
  await stack.startWorkers({ documentHandlers: handlers });
  await eventually(async () => (await stack.sql.query('select 1 from outbox')).rowCount === 0);
  expect([together.get('died-1')?.size, together.get('died-2')?.size]).toEqual([0, 0]);
  expect(names.filter((name) => (together.get(name)?.size ?? 0) > 0).length).toBeGreaterThanOrEqual(2);
});
