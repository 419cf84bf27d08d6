import { afterAll, beforeAll, test } from 'vitest';
import { startStack, type Stack } from '../support/stack.ts';
import { manyProcessesEnv, verifyOverEnds } from './many-processes.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: manyProcessesEnv });
});
afterAll(() => stack.close());

// The first four ends are a kill and a stop of an API and of a worker: a rolling restart, too.
test(
  'two APIs and two workers lose nobody and verify nobody twice while each is ended once',
  { timeout: 400_000 },
  () => verifyOverEnds(stack, { people: 24, ends: 4 }),
);
