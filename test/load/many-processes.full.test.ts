import { afterAll, beforeAll, test } from 'vitest';
import { startStack, type Stack } from '../support/stack.ts';
import { manyProcessesEnv, verifyOverEnds } from '../faults/many-processes.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: manyProcessesEnv });
});
afterAll(() => stack.close());

test(
  'of a thousand verifications over 24 ends of processes none is lost and none doubled',
  { timeout: 1_200_000 },
  () => verifyOverEnds(stack, { people: 1_000, ends: 24 }),
);
