import { expect, test, vi } from 'vitest';
import { batchCalls } from '../../../src/domain/jobs/batch-calls.ts';

test('calls that arrive while a batch is running form the next one together', async () => {
  const batches: number[][] = [];
  const double = batchCalls(
    async (inputs: number[]) => {
      batches.push(inputs);
      await new Promise((resolve) => setImmediate(resolve));
      return inputs.map((input) => input * 2);
    },
    { maxBatchSize: 3 },
  );
  expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  expect(await double(6)).toBe(12);
});

test('a batch that fails makes only its own calls fail', async () => {
  let calls = 0;
  const run = batchCalls(async (inputs: string[]) => {
    await Promise.resolve();
    calls += 1;
    if (calls === 2) throw new Error('the database is down');
    return inputs;
  });
  const results = await Promise.allSettled([run('a'), run('b'), run('c')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await run('d')).toBe('d');
});

test('the failure of one call does not fail the others of its batch', async () => {
  const run = batchCalls(
    async (inputs: string[]) => {
      await Promise.resolve();
      if (inputs.includes('bad')) throw new Error('value');
      return inputs;
    },
    { isFaultOfOne: () => true },
  );
  const results = await Promise.allSettled([run('a'), run('b'), run('bad'), run('c')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
});

test('no more batches run at once than allowed', async () => {
  const ends: (() => void)[] = [];
  const run = batchCalls((inputs: number[]) => new Promise<number[]>((resolve) => ends.push(() => resolve(inputs))), {
    maxConcurrency: 2,
  });
  const calls = [1, 2, 3].map(run);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  expect(await calls[1]).toBe(2);
  await Promise.resolve();
  expect(ends).toHaveLength(3);
  for (const end of ends) end();
  expect(await Promise.all(calls)).toEqual([1, 2, 3]);
});

test('a further lane opens if the running batch takes long, and not before', async () => {
  const ends: (() => void)[] = [];
  const runAll = (inputs: number[]) => new Promise<number[]>((resolve) => ends.push(() => resolve(inputs)));
  const patient = batchCalls(runAll, { maxConcurrency: 2, startAnotherAfterMs: 60_000 });
  const calls = [1, 2].map(patient);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  expect(await calls[0]).toBe(1);
  await Promise.resolve();
  ends[1]?.();
  expect(await calls[1]).toBe(2);

  const hasty = batchCalls(runAll, { maxConcurrency: 2, startAnotherAfterMs: 0 });
  void hasty(3);
  void hasty(4);
  expect(ends).toHaveLength(4);
});

test('calls of one turn of the event loop run together when they are asked to wait for the next', async () => {
  const batches: number[][] = [];
  const keep = batchCalls(
    (inputs: number[]) => {
      batches.push(inputs);
      return Promise.resolve(inputs);
    },
    { maxConcurrency: 2, fromNextTurn: true },
  );
  expect(await Promise.all([1, 2, 3].map(keep))).toEqual([1, 2, 3]);
  expect(await keep(4)).toBe(4);
  // The second call may have opened its own lane, which then found nothing left.
  expect(batches).toEqual([[1, 2, 3], [4]]);
});

test('a lane pauses after a batch, and calls that arrive meanwhile run together', async () => {
  vi.useFakeTimers();
  try {
    const batches: number[][] = [];
    const run = batchCalls(
      (inputs: number[]) => {
        batches.push(inputs);
        return Promise.resolve(inputs);
      },
      { restMs: 25 },
    );
    expect(await run(1)).toBe(1);
    const later = [run(2), run(3)];
    await vi.advanceTimersByTimeAsync(24);
    expect(batches).toEqual([[1]]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.all(later)).toEqual([2, 3]);
    expect(batches).toEqual([[1], [2, 3]]);
    await vi.advanceTimersByTimeAsync(25);
    expect(await run(4)).toBe(4);
  } finally {
    vi.useRealTimers();
  }
});
