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
  'a job whose worker is killed, %i times in a row, ends within 30 s of the last, with exactly one result',
  async (times) => {
    // One for each: the same document of two people would send the second to review.
    const { jpeg: picture } = await passportPicture({ documentNumber: `KX270104${times}` });
    const { endedWithinMs, status } = await killWorkersDuringAJob(stack, picture, times);
    expect(status).toBe('verified');
    expect(endedWithinMs).toBeLessThan(30_000);
  },
  240_000,
);
