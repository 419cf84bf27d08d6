import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

test('more kinds of exclusive work than connections all get done, and two of one kind do not run at once', async () => {
  const { db } = stack.container;
  const done: string[] = [];
  let inside = 0;
  const work = (name: string) =>
    db.exclusively(name, async () => {
      inside += name === 'twice' ? 1 : 0;
      expect(inside).toBeLessThanOrEqual(1);
      await db.transaction((tx) => tx.clients.listIds());
      done.push(name);
      inside -= name === 'twice' ? 1 : 0;
    });
  const names = Array.from({ length: 25 }, (_one, index) => `work ${String(index)}`);
  await Promise.all([...names, 'twice', 'twice'].map(work));
  expect(done.filter((name) => name !== 'twice').sort()).toEqual([...names].sort());
});
