import { expect, it } from 'vitest';
import { createMutex, createKeyedMutex } from '../../../src/services/jobs/mutex.ts';

it('runs one after the other, in order, also after a failure', async () => {
  const exclusively = createMutex();
  let underWay = 0;
  let most = 0;
  const order: number[] = [];
  const work = (number: number, fails = false) =>
    exclusively(async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise(setImmediate);
      underWay -= 1;
      order.push(number);
      if (fails) throw new Error('broken');
      return number;
    });
  const ends = await Promise.allSettled([work(1), work(2, true), work(3)]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect([most, order]).toEqual([1, [1, 2, 3]]);
});

it('keeps the turns of one key from those of others', async () => {
  const exclusively = createKeyedMutex();
  const order: string[] = [];
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const first = exclusively('one', async () => {
    await held;
    order.push('first');
  });
  const second = exclusively('one', () => Promise.resolve(order.push('second')));
  await exclusively('other', () => Promise.resolve(order.push('other')));
  letGo();
  await Promise.all([first, second]);
  expect(order).toEqual(['other', 'first', 'second']);
});
