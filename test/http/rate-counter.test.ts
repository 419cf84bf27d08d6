import { afterAll, expect, test } from 'vitest';
import { createRedisRateCounter } from '../../src/adapters/redis/redis-rate-counter.ts';
import { eventually } from '../support/eventually.ts';
import { testRedis } from '../support/servers/redis.ts';

const redis = testRedis();
const limits = {
  few: { requests: 4, windowSeconds: 1 },
  many: { requests: 100, windowSeconds: 1 },
  paused: { requests: 4, windowSeconds: 1, pause: { firstSeconds: 1, longestSeconds: 3 } },
};
const processes = [createRedisRateCounter(limits, redis), createRedisRateCounter(limits, redis)];
afterAll(() => Promise.all(processes.map((counter) => counter.close())));

/** While Redis is not there yet, each process counts alone. */
async function untilCountedTogether(name: keyof typeof limits, limit: number): Promise<void> {
  await eventually(async () => {
    const counts = await Promise.all(processes.map((counter) => counter.count(name, 'warm-up')));
    return counts.every(({ remaining }) => remaining < limit - 1);
  });
}

test.concurrent.each([
  ['few', 4],
  ['many', 100],
] as const)('two processes together allow no more than the limit "%s" in any window', async (name, limit) => {
  await untilCountedTogether(name, limit);
  const startedAt = performance.now();
  const untilMs = 2_300;
  let allowed = 0;
  let refused = 0;
  await Promise.all(
    processes.map(async (counter) => {
      while (performance.now() - startedAt < untilMs) {
        const answer = await counter.count(name, 'somebody');
        if (answer.allowed) allowed += 1;
        else {
          refused += 1;
          // Refusals come from memory: without a pause nothing else would run.
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      }
    }),
  );
  const windows = Math.ceil((performance.now() - startedAt) / 1_000) + 1;
  expect(allowed).toBeLessThanOrEqual(windows * limit);
  expect(allowed).toBeGreaterThanOrEqual(limit);
  expect(refused).toBeGreaterThan(0);
});

test.concurrent(
  'a key that goes beyond its limit waits longer each time, in every process, up to the longest pause',
  async () => {
    await untilCountedTogether('paused', 4);
    const pauses: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      const ask = () => Promise.all(processes.map((counter) => counter.count('paused', 'somebody')));
      const counts = (await Promise.all(Array.from({ length: 5 }, ask))).flat();
      expect(counts.filter(({ allowed }) => allowed)).toHaveLength(4);
      const refusals = await ask();
      expect(refusals.map(({ allowed }) => allowed)).toEqual([false, false]);
      const pause = Math.max(...refusals.map(({ resetSeconds }) => resetSeconds));
      pauses.push(pause);
      await new Promise((resolve) => setTimeout(resolve, pause * 1_000 + 50));
    }
    expect(pauses).toEqual([1, 2, 3]);
  },
);
