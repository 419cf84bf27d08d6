import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/domain/id.ts';
import type { Answer } from '../support/api-client.ts';
import { conclude } from '../support/conclude.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { eventually } from '../support/eventually.ts';
import { createPeople, foundIn, type People } from '../support/people/people.ts';
import { isFullSuite, sampleOf } from '../support/sample-of.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';
import { operations, type Operation } from './openapi-document.ts';
import { inputForm } from './owned-objects.ts';

/** Every route that names a person, an attempt or a file of theirs, while the person is erased. A new route is covered when it is in `operations`. */
let stack: Stack;
let people: People;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  people = await createPeople(stack);
});
afterAll(() => stack.close());

const personal = ['identityId', 'verificationId', 'mediaId'];
const isOfSession = ({ credentials }: Operation) => credentials.includes('sessionToken');
const isOfPerson = ({ pathParameters, body }: Operation) =>
  [...pathParameters, ...Object.keys(body ?? {})].some((name) => personal.includes(name));
const ofPeople = operations.filter(
  (operation) => isOfSession(operation) || (operation.credentials.includes('apiToken') && isOfPerson(operation)),
);
const writes = ofPeople.filter(({ method }) => method !== 'GET');
const reads = ofPeople.filter(({ method }) => method === 'GET');

interface Attempt {
  verificationId: string;
  identityId: string;
  mediaId: string;
  /** Null for an attempt that no device runs. */
  token: string | null;
}

/** A person with a file who has not finished. */
async function startAttempt(): Promise<Attempt> {
  const { verificationId, identityId, token, upload } = await stack.startSession();
  const { body } = await upload(await smallPicture());
  return { verificationId, identityId, token, mediaId: body.mediaId };
}

/** A person whose attempt waits for a reviewer. */
async function doubtAttempt(): Promise<Attempt> {
  const { verificationId, identityId } = await people.startBackend('strong');
  const face = people.newFace().photograph();
  const address = `${verificationId}@example.com`;
  await conclude(stack, verificationId, foundIn({ face, address, emailCheck: 'warning' }));
  return { verificationId, identityId, token: null, mediaId: newId('media') };
}

async function call(operation: Operation, attempt: Attempt): Promise<Answer> {
  const ids: Readonly<Record<string, string | null>> = { ...attempt, stepId: 'document' };
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? 'unknown');
  const own = Object.entries(operation.body ?? {}).map(([name, value]) => [name, ids[name] ?? value] as const);
  const json = operation.body === null ? {} : { json: Object.fromEntries(own) };
  return stack.api.call(operation.method, path, {
    token: isOfSession(operation) ? attempt.token : stack.client.token,
    ...(operation.multipart ? { form: await inputForm() } : json),
  });
}

/** Ends when so many requests wait for a row, or when the last one has its answer without waiting. */
async function untilWaiting(count: number, last: Promise<Answer>): Promise<void> {
  let isAnswered = false;
  const noteAnswer = () => (isAnswered = true);
  void last.then(noteAnswer, noteAnswer);
  await eventually(async () => {
    const { rows } = await stack.sql.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return isAnswered || (rows[0]?.waiting ?? 0) >= count;
  });
}

/** Holds the attempt's row until the erasure and then the request wait for it, so that the erasure comes first. */
async function whileErased(
  { verificationId, identityId }: Attempt,
  act: () => Promise<Answer>,
): Promise<{ erased: Answer; answer: Answer }> {
  const lock = await stack.sql.connect();
  try {
    await lock.query('begin');
    await lock.query('select 1 from verifications where id = $1 for update', [verificationId]);
    const erased = stack.api.delete(`/v2/identities/${identityId}`, { token: stack.client.token });
    await untilWaiting(1, erased);
    const answer = act();
    await untilWaiting(2, answer);
    await lock.query('commit');
    return { erased: await erased, answer: await answer };
  } finally {
    lock.release();
  }
}

test.each(sampleOf(writes, 6).map((operation) => [operation.operationId, operation] as const))(
  '%s that waits behind the erasure of its person ends without a fault of the service',
  async (_id, operation) => {
    for (const make of isOfSession(operation) ? [startAttempt] : [startAttempt, doubtAttempt]) {
      const attempt = await make();
      const { erased, answer } = await whileErased(attempt, () => call(operation, attempt));
      expect([erased.status, answer.status < 500 ? 'sound' : answer.body]).toEqual([204, 'sound']);
    }
  },
);

test('what is read while its person is erased is there or not, and no fault of the service', async () => {
  const rounds = isFullSuite ? 10 : 1;
  for (let round = 0; round < rounds; round++) {
    for (const attempt of [await startAttempt(), await doubtAttempt()]) {
      const possible = reads.filter((operation) => attempt.token !== null || !isOfSession(operation));
      const all = await Promise.all([
        ...possible.map((operation) => call(operation, attempt)),
        stack.api.delete(`/v2/identities/${attempt.identityId}`, { token: stack.client.token }),
        ...possible.map((operation) => call(operation, attempt)),
      ]);
      expect(all.filter(({ status }) => status >= 500).map(({ body }) => body)).toEqual([]);
    }
  }
});
