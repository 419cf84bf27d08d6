import { afterAll, beforeAll, expect, test } from 'vitest';
import { passportPicture } from '../support/documents/pictures.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';
import { killWorkersDuringAJob } from './kill-workers.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection, maintenance: true });
});
afterAll(() => stack.close());

test.each([1, 3])(
  'a job whose worker is killed, %i times in a row, is continued by another one and ends with exactly one result',
  async (times) => {
    // One for each: the same document for two people would send the second one to review.
    const { jpeg: picture } = await passportPicture({ documentNumber: `KX270104${times}` });
    expect(await killWorkersDuringAJob(stack, picture, times)).toBe('verified');
  },
  240_000,
);
