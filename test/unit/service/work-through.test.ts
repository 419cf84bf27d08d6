import { expect, test } from 'vitest';
import { createWorkThrough } from '../../../src/services/jobs/work-through.ts';

/** A table of rows that leave it once they are done, with a clock that the test moves. */
function setUp(ids: readonly string[], fails: (id: string) => boolean, budgetMs = 1_000) {
  const table = new Set(ids);
  const alerts: unknown[] = [];
  const clock = { at: 0, perRow: 1 };
  const workThrough = createWorkThrough({
    cronJob: 'test',
    log: { error: (fields) => void alerts.push(fields.id) },
    budgetMs,
    now: () => clock.at,
  });
  const run = () =>
    workThrough(
      (except) => Promise.resolve([...table].filter((id) => !except.includes(id)).slice(0, 3)),
      (id) => id,
      (id) => {
        clock.at += clock.perRow;
        if (fails(id)) return Promise.reject(new Error('poison'));
        table.delete(id);
        return Promise.resolve();
      },
    );
  return { table, alerts, clock, run };
}

test('rows that cannot be worked on stop no other, even where they come first and fill a page', async () => {
  const { table, alerts, clock, run } = setUp(['p1', 'p2', 'p3', 'p4', 'a', 'b', 'c'], (id) => id.startsWith('p'));
  expect(await run()).toBe(3);
  expect([...table]).toEqual(['p1', 'p2', 'p3', 'p4']);
  // They are left out while they pause, tried again afterwards, and reported once, after the third time.
  expect(await run()).toBe(0);
  for (let round = 0; round < 5; round += 1) {
    clock.at += 600_001;
    await run();
  }
  expect(alerts).toEqual(['p1', 'p2', 'p3', 'p4']);
});

test('a run ends when its time is over, and the next one continues', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `row${index}`);
  const { table, clock, run } = setUp(ids, () => false, 5_000);
  clock.perRow = 1_000;
  expect(await run()).toBeLessThan(10);
  while (table.size > 0) expect(await run()).toBeGreaterThan(0);
});

test('when everything fails the run says so soon, and nothing is lost once it works again', async () => {
  const ids = Array.from({ length: 40 }, (_, index) => `row${index}`);
  let away = true;
  const { table, clock, run } = setUp(ids, () => away);
  await expect(run()).rejects.toThrow('poison');
  expect(table.size).toBe(40);
  away = false;
  clock.at += 60_001;
  expect(await run()).toBe(40);
});
