import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/domain/id.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

async function newOwner() {
  const identityId = newId('identity');
  const { clientId } = stack.client;
  await stack.container.db.identities.create({ id: identityId, clientId });
  return { clientId, identityId };
}

test('of two identities that show one document at the same time, the second one finds the first', async () => {
  const { db } = stack.container;
  const [first, second] = [await newOwner(), await newOwner()];
  const number = { trait: 'documentNumber', value: 'L898902C3' } as const;
  const searchedAndAdded = (owner: typeof first, whenSearched: () => Promise<void>) =>
    db.transaction(async (tx) => {
      const found = await tx.blindIndexes.listOtherIdentities(owner, number, 10);
      await whenSearched();
      await tx.blindIndexes.addAll(owner, [number]);
      return found;
    });
  let later: Promise<string[]> = Promise.resolve([]);
  const found = await searchedAndAdded(first, async () => {
    later = searchedAndAdded(second, () => Promise.resolve());
    // Time in which the second one would search if nothing held it back.
    await setTimeout(300);
  });
  expect(found).toEqual([]);
  expect(await later).toEqual([first.identityId]);
});
