import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { analyticsReportSchema } from '../../../src/contract/analytics.ts';
import { problemLine, problemOf } from '../../support/api-client.ts';
import { smallPicture } from '../../support/documents/pictures.ts';
import { finishSession } from '../../support/finish-session.ts';
import type { SdkSession } from '../../support/sdk-client.ts';
import { documentOnly, seedClient } from '../../support/seed.ts';
import { noInspection, startStack, type Stack } from '../../support/stack.ts';

type Report = z.output<typeof analyticsReportSchema>;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  await stack.client.addFlow('two', {
    maxAttemptsPerStep: 1,
    steps: documentOnly.steps.flatMap((step) => [step, { ...step, id: 'second' }]),
  });
});
afterAll(() => stack.close());

const event = (more: object = {}) => ({
  eventId: randomUUID(),
  kind: 'progress',
  name: 'screen.shown',
  at: new Date().toISOString(),
  ...more,
});
const report = (session: Pick<SdkSession, 'token'>, events: unknown[]) =>
  stack.api.post<{ accepted: number }>('/v2/sdk/session/events', { token: session.token, json: { events } });
const analytics = (query = '', token = stack.client.token) => stack.api.get<Report>(`/v2/analytics${query}`, { token });

describe('events of the device', () => {
  test('are stored once with the identity, however often they are sent', async () => {
    const session = await stack.startSession();
    const events = [
      event(),
      event({ kind: 'error', name: 'error.shown', code: 'document.blurry_text', stepId: 'document' }),
    ];
    expect((await report(session, events)).body).toEqual({ accepted: 2 });
    expect((await report(session, [...events, event({ kind: 'performance', durationMs: 120 })])).body).toEqual({
      accepted: 1,
    });
    const { rows } = await stack.sql.query(
      'select identity_id, client_id, platform from analytics_events where verification_id = $1',
      [session.verificationId],
    );
    const owner = { identity_id: session.identityId, client_id: stack.client.clientId, platform: 'test' };
    expect(rows).toEqual([owner, owner, owner]);
  });

  test('are accepted after the end of the session, too', async () => {
    const session = await stack.startSession();
    await session.cancel();
    expect((await report(session, [event({ kind: 'action', name: 'screen.left' })])).status).toBe(202);
  });

  test.each([
    ['no event', []],
    ['more than a hundred', Array.from({ length: 101 }, () => event())],
    ['a name that is a sentence', [event({ name: 'Anna Eriksson typed' })]],
    ['a code that is none', [event({ code: 'Anna Eriksson' })]],
    ['no time', [event({ at: undefined })]],
  ])('are refused with %s', async (_what, events) => {
    expect(problemLine(await report(await stack.startSession(), events))).toBe('400 request.invalid');
  });

  test('are refused without a token', async () => {
    const answer = await stack.api.post('/v2/sdk/session/events', { json: { events: [event()] } });
    expect(problemLine(answer)).toBe('401 auth.unauthorized');
  });
});

describe('the figures', () => {
  test('say how many people got how far, step by step, and which errors they saw', async () => {
    const before = (await analytics()).body.totals.started;
    const flowId = stack.client.flowOf('two');
    const [gone, left, both] = [
      await stack.startSession('two'),
      await stack.startSession('two'),
      await stack.startSession('two'),
    ];
    await gone.cancel();
    await finishSession(stack, left);
    await finishSession(stack, both);
    const error = { kind: 'error', name: 'error.shown', code: 'document.too_dark' };
    await report(left, [event(error), event(error)]);

    const { status, body } = await analytics(`?flowId=${flowId}`);
    expect(status).toBe(200);
    expect(body.totals).toMatchObject({ started: 3, cancelled: 1, inputsCompleted: 0, verified: 0 });
    expect(body.funnel).toMatchObject([
      { flowId, stepId: 'document', type: 'document', reached: 3, submitted: 2, finished: 2, skipped: 0 },
      { flowId, stepId: 'second', type: 'document', reached: 2, submitted: 0, finished: 0, skipped: 0, medianMs: null },
    ]);
    expect(body.funnel[0]?.medianMs).toBeGreaterThanOrEqual(0);
    expect(body.errors).toEqual([{ code: 'document.too_dark', platform: 'test', country: null, count: 2 }]);
    expect(body.days).toEqual([
      { date: new Date().toISOString().slice(0, 10), started: 3, verified: 0, reviewNeeded: 0, rejected: 0 },
    ]);
    expect((await analytics()).body.totals.started).toBe(before + 3);
  });

  test('count the time to a verdict from the last submit, also when the step may still ask for another picture', async () => {
    const { db } = stack.container;
    const session = await stack.startSession();
    await session.upload(await smallPicture());
    await session.submit();
    await stack.sql.query(`update verifications set created_at = now() - interval '1 hour' where id = $1`, [
      session.verificationId,
    ]);
    await stack.sql.query(
      `update step_attempts set submitted_at = now() - interval '40 s'
        where step_run_id in (select id from step_runs where verification_id = $1)`,
      [session.verificationId],
    );
    await db.transaction(async (tx) => {
      const verification = await tx.verifications.lock(session.verificationId);
      await tx.verifications.move(verification, 'running', { inputsCompleted: true });
    });
    const { inputsCompletedAt } = await db.verifications.get(session.verificationId);
    const secondsAgo = (Date.now() - (inputsCompletedAt?.getTime() ?? 0)) / 1000;
    expect(secondsAgo).toBeGreaterThan(39);
    expect(secondsAgo).toBeLessThan(100);
  });

  test('cover only the requested period', async () => {
    const { body } = await analytics('?from=2020-01-01T00:00:00.000Z&to=2020-02-01T00:00:00.000Z');
    expect(body).toMatchObject({
      from: '2020-01-01T00:00:00.000Z',
      totals: { started: 0, medianMsToVerdict: null },
      days: [],
      funnel: [],
    });
    for (const query of [
      '?from=2020-02-01T00:00:00.000Z&to=2020-01-01T00:00:00.000Z',
      '?from=2018-01-01T00:00:00.000Z',
    ]) {
      const refused = await analytics(query);
      expect(problemLine(refused)).toBe('400 request.invalid');
      expect(problemOf(refused).errors?.map(({ pointer }) => pointer)).toEqual(['query:/from']);
    }
  });

  test('cover only the caller’s own client, and need a token with the scope', async () => {
    await stack.startSession();
    const other = await seedClient(stack.container.db);
    expect((await analytics('', other.token)).body.totals.started).toBe(0);
    expect(problemLine(await stack.api.get('/v2/analytics'))).toBe('401 auth.unauthorized');
    const { token } = await stack.client.addToken(['identities:read']);
    expect(problemLine(await analytics('', token))).toBe('403 auth.scope_missing');
  });
});
