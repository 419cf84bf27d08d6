import { expect, it } from 'vitest';
import { createInTurn } from '../../src/services/in-turn.ts';

it('runs one after the other, in order, also after a failure', async () => {
  const inTurn = createInTurn();
  let underWay = 0;
  let most = 0;
  const order: number[] = [];
  const work = (number: number, fails = false) =>
    inTurn(async () => {
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
