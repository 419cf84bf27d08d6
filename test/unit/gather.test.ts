import { expect, test } from 'vitest';
import { gather } from '../../src/db/gather.ts';

test('calls that come while a batch is under way run together as the next one', async () => {
  const batches: number[][] = [];
  const double = gather(async (inputs: number[]) => {
    batches.push(inputs);
    await new Promise((resolve) => setImmediate(resolve));
    return inputs.map((input) => input * 2);
  }, 3);
  expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  expect(await double(6)).toBe(12);
});

test('a batch that fails fails its calls and no others', async () => {
  let calls = 0;
  const run = gather(async (inputs: string[]) => {
    await Promise.resolve();
    calls += 1;
    if (calls === 2) throw new Error('the database is away');
    return inputs;
  });
  const results = await Promise.allSettled([run('a'), run('b'), run('c')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await run('d')).toBe('d');
});
