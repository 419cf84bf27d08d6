import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createRedisRateCounter } from '../../src/adapters/redis/redis-rate-counter.ts';
import { eventually } from '../support/eventually.ts';
import { testRedis } from '../support/servers/redis.ts';

const redis = testRedis();
const limits = {
  few: { requests: 4, windowSeconds: 1 },
  many: { requests: 100, windowSeconds: 1 },
  crowded: { requests: 120, windowSeconds: 60, pause: { firstSeconds: 60, longestSeconds: 60 } },
  paused: { requests: 4, windowSeconds: 1, pause: { firstSeconds: 1, longestSeconds: 3 } },
};
const processes = [createRedisRateCounter(limits, redis), createRedisRateCounter(limits, redis)];
afterAll(() => Promise.all(processes.map((counter) => counter.close())));

/** Until Redis is reached, each process counts alone. */
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

/** Everything that Redis is asked from now on, as text. */
async function watchRedis(): Promise<{ text: () => string; stop: () => void }> {
  const { hostname, port, password } = new URL(redis.url);
  let text = '';
  const socket = connect(Number(port), hostname);
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.write(`${password === '' ? '' : `AUTH ${decodeURIComponent(password)}\r\n`}MONITOR\r\n`);
  const answersOk = password === '' ? 1 : 2;
  await eventually(() => Promise.resolve(text.split('+OK\r\n').length > answersOk));
  return { text: () => text, stop: () => void socket.destroy() };
}

test.concurrent(
  'a hundred simultaneous requests of one key share their questions, and none too many is allowed',
  async () => {
    await untilCountedTogether('crowded', 120);
    const watched = await watchRedis();
    const [first] = processes;
    if (first === undefined) throw new Error('no counter');
    const ask = async () => {
      const counts = await Promise.all(Array.from({ length: 100 }, () => first.count('crowded', 'the-crowd')));
      return counts.filter(({ allowed }) => allowed).length;
    };
    expect([await ask(), await ask(), await ask()]).toEqual([100, 20, 0]);
    const questionsSeen = () => watched.text().split(/"pttl" "[^"]*:crowded:the-crowd"/).length - 1;
    await eventually(() => Promise.resolve(questionsSeen() >= 5));
    watched.stop();
    // The request that came first, and all that came while it was asked, twice. The fifth begins the pause.
    expect(questionsSeen()).toBe(5);
  },
);
