import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { blankPicture, passportPicture } from '../support/documents/pictures.ts';
import { startApiProcess, startWorkerProcess } from '../support/programs/processes.ts';
import { sessionStart, startSdkSession } from '../support/sdk-client.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { stepJobsOf } from '../support/steps.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const uploads = 20;

test('an API that gets a signal to stop answers every request that it has begun', async () => {
  const api = await startApiProcess(stack.env);
  const { clientId, flowOf } = stack.client;
  const start = sessionStart(clientId, flowOf('document-only'));
  const sessions = await Promise.all(Array.from({ length: uploads }, () => startSdkSession(api.api, start)));
  const picture = await blankPicture(400, 300);

  // No worker inspects the quality, so each upload takes 900 ms after its file is stored.
  const answers = sessions.map((session) => session.upload(picture));
  const stored = async () => (await stack.sql.query('select 1 from media')).rowCount === uploads;
  await eventually(stored, { withinMs: 60_000, everyMs: 20, what: 'all uploads in progress' });
  await api.kill('SIGTERM');
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(sessions.map(() => 201));
});

test('a worker that gets a signal to stop finishes the job in progress and stores its result', async () => {
  const session = await stack.startSession();
  const { jpeg } = await passportPicture();
  await session.upload(jpeg);
  const worker = await startWorkerProcess(stack.env, 'document');
  await session.submit();
  const begun = async () => (await stepJobsOf(stack, session.verificationId))[0]?.attempts === 1;
  await eventually(begun, { withinMs: 60_000, everyMs: 5, what: 'the start of the job' });
  await worker.kill('SIGTERM');
  expect((await session.state()).body.status).toBe('finished');
  expect(await stepJobsOf(stack, session.verificationId)).toEqual([]);
});
