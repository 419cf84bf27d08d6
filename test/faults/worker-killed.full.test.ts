import { afterAll, beforeAll, expect, test } from 'vitest';
import { passportPicture } from '../support/pictures.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';
import { killWorkersDuringAJob } from './kill-workers.ts';

let stack: Stack;
let picture: Buffer;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection, maintenance: true });
  picture = (await passportPicture()).jpeg;
});
afterAll(() => stack.close());

test('a job whose worker is killed three times in a row ends within 30 s of the last, with exactly one result', async () => {
  const { endedWithinMs, status } = await killWorkersDuringAJob(stack, picture, 3);
  expect(status).toBe('verified');
  expect(endedWithinMs).toBeLessThan(30_000);
}, 240_000);
