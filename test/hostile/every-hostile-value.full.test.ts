import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHostileCaller } from './hostile-caller.ts';

let caller: Awaited<ReturnType<typeof openHostileCaller>>;
beforeAll(async () => {
  caller = await openHostileCaller();
});
afterAll(() => caller.close());

test('no hostile value of openapi.json is answered with a fault of ours, in 10,000 requests', async () => {
  const { failures } = await caller.sendMany(10_000, 7);
  expect(failures).toEqual([]);
}, 600_000);
