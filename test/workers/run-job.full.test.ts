import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';
import { breakingReader, documentHandlers, stepJobsOf, storedAndFreshRecord } from '../support/steps.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  const handlers = documentHandlers(stack, breakingReader);
  await stack.startWorkers({ qualityHandlers: noInspection, documentHandlers: handlers, maintenance: true });
});
afterAll(() => stack.close());

test('a job that fails each time ends in a review on the real queue, pauses included', async () => {
  const session = await stack.startSession();
  await session.upload(await smallPicture());
  await session.submit();
  await eventually(async () => (await session.state()).body.status === 'finished', {
    withinMs: 60_000,
    everyMs: 200,
    what: 'the end of the job',
  });
  const { body } = await stack.api.get(`/v2/identities/${session.identityId}`, { token: stack.client.token });
  expect(body).toMatchObject({ status: 'reviewNeeded', data: {} });
  expect(await stepJobsOf(stack, session.verificationId)).toEqual([]);
  const { stored, fresh } = await storedAndFreshRecord(stack, session.identityId);
  expect(stored).toEqual(fresh);
}, 180_000);
