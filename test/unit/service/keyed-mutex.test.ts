import { expect, it } from 'vitest';
import { createKeyedMutex } from '../../../src/services/jobs/keyed-mutex.ts';

it('runs the calls of one key one after the other, in order, also after a failure', async () => {
  const runExclusive = createKeyedMutex();
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const work = (number: number, fails = false) =>
    runExclusive('one', async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      order.push(number);
      if (fails) throw new Error('broken');
      return number;
    });
  const ends = await Promise.allSettled([work(1), work(2, true), work(3)]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect([most, order]).toEqual([1, [1, 2, 3]]);
});

it('runs the calls of one key while those of another wait', async () => {
  const runExclusive = createKeyedMutex();
  const order: string[] = [];
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const first = runExclusive('one', async () => {
    await held;
    order.push('first');
  });
  const second = runExclusive('one', () => Promise.resolve(order.push('second')));
  await runExclusive('other', () => Promise.resolve(order.push('other')));
  letGo();
  await Promise.all([first, second]);
  expect(order).toEqual(['other', 'first', 'second']);
});

it('lets a call wait for one that waited before it, although the first call has ended', async () => {
  const runExclusive = createKeyedMutex();
  let running = 0;
  let most = 0;
  const work = () =>
    runExclusive('one', async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
    });
  const first = work();
  const second = work();
  await first;
  const third = work();
  await Promise.all([second, third]);
  expect(most).toBe(1);
});
