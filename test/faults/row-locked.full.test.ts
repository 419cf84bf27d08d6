import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '../support/api-client.ts';
import { problemLine } from '../support/api-client.ts';
import { createSdkSession, sessionStart, startSdkSession } from '../support/sdk-client.ts';
import { seedClient, type SeededClient } from '../support/seed.ts';
import { startStack, type Stack } from '../support/stack.ts';
import type { Session } from '../../src/contract/sessions/session.ts';

let stack: Stack;
let lockedOut: SeededClient;
beforeAll(async () => {
  stack = await startStack();
  lockedOut = await seedClient(stack.container.db);
});
afterAll(() => stack.close());

const start = (client: SeededClient) =>
  stack.api.post<Session>('/v2/sdk/sessions', { json: sessionStart(client.clientId, client.flowOf('document-only')) });

/** More of them than the pool has connections. */
const manyTimes = <T>(what: () => Promise<T>) => Promise.all(Array.from({ length: 15 }, what));

function expectHeldUp(answers: readonly Answer[]): void {
  for (const answer of answers) {
    expect(problemLine(answer)).toBe('503 service.unavailable');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
}

test('a row of one session and a row of one client that stay locked hold up their own requests alone', async () => {
  const held = await stack.startSession();
  const holder = await stack.sql.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from verifications where id = $1 for update', [held.verificationId]);
    await holder.query('select 1 from clients where id = $1 for update', [lockedOut.clientId]);
    let settled = false;
    const victims = Promise.all([
      manyTimes(() => held.consent()),
      manyTimes(() => held.cancel()),
      manyTimes(() => held.submit()),
      manyTimes(() => start(lockedOut)),
    ]).finally(() => {
      settled = true;
    });

    const others: number[] = [];
    while (!settled) {
      // Of the same client as the held session, and whole: everything of these must go through.
      const session = await startSdkSession(
        stack.api,
        sessionStart(stack.client.clientId, stack.client.flowOf('document-only')),
      );
      others.push((await createSdkSession(stack.api, { ...session, sessionToken: session.token }).cancel()).status);
    }
    expect(others.length).toBeGreaterThan(0);
    expect(new Set(others)).toEqual(new Set([200]));

    const [consents, cancels, submits, starts] = await victims;
    for (const answers of [consents, cancels, submits, starts]) expectHeldUp(answers);
    // Reading needs no lock.
    expect((await held.state()).status).toBe(200);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect((await held.cancel()).status).toBe(200);
  expect((await start(lockedOut)).status).toBe(201);
});

test('a job whose row is held does not keep other jobs from beginning', async () => {
  const { outbox } = stack.container.db;
  const [held, free] = [
    await outbox.add('code.send', { codeSendId: 'snd_held' }),
    await outbox.add('code.send', { codeSendId: 'snd_free' }),
  ];
  const holder = await stack.sql.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from outbox where id = $1 for update', [held.outboxId]);
    const begun = await Promise.all([outbox.begin(held.outboxId), outbox.begin(free.outboxId)]);
    expect(begun).toEqual([null, expect.objectContaining({ outboxId: free.outboxId })]);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await stack.sql.query('delete from outbox where id = any($1)', [[held.outboxId, free.outboxId]]);
});
