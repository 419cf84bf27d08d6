import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueNames } from '../../../src/domain/jobs/job.ts';
import { signInAs } from '../../support/operator.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { smallPicture } from '../../support/documents/pictures.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

interface Queues {
  queues: { name: string; dueJobs: number; laterJobs: number; oldestSeconds: number; workers: number }[];
}

test('operators of every role see how much work waits in each queue, and for how long', async () => {
  const session = await stack.startSession();
  await session.upload(await smallPicture());
  await session.submit();
  await stack.sql.query(`update outbox set available_at = now() - interval '90 seconds' where queue = 'document'`);
  await stack.sql.query(`update outbox set available_at = now() + interval '1 hour' where queue = 'quality'`);
  const operator = await signInAs(stack, 'read-only');
  const { body } = await operator.call<Queues>('GET', '/v2/queues');
  expect(body.queues.map(({ name }) => name)).toEqual([...queueNames]);
  const of = (wanted: string) => body.queues.find(({ name }) => name === wanted);
  expect(of('document')).toMatchObject({ dueJobs: 1, laterJobs: 0, workers: 0 });
  expect(of('document')?.oldestSeconds).toBeGreaterThanOrEqual(90);
  expect(of('quality')).toMatchObject({ dueJobs: 0, laterJobs: 1, oldestSeconds: 0 });
});
