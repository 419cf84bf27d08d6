import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { IdentityRecord } from '../../../src/contract/identity.ts';
import type { Session } from '../../../src/contract/sessions/session.ts';
import type { VerificationRecord } from '../../../src/contract/verification.ts';
import { createReplayDecision } from '../../../src/services/steps/replay-decision.ts';
import { problemLine } from '../../support/api-client.ts';
import { readingOf } from '../../support/documents/evaluated-page.ts';
import { smallPicture } from '../../support/documents/pictures.ts';
import { emailOnly } from '../../support/contact.ts';
import { sessionStart, startSdkSession, type SdkSession } from '../../support/sdk-client.ts';
import { documentOnly, seedClient, type SeededClient } from '../../support/seed.ts';
import { noInspection, startStack, type Stack } from '../../support/stack.ts';
import { documentHandlers, handRunner, stepJobsOf } from '../../support/steps.ts';

let stack: Stack;
let live: SeededClient;
beforeAll(async () => {
  stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
  await stack.startWorkers({ qualityHandlers: noInspection });
  live = await seedClient(stack.container.db, 'live');
  for (const client of [stack.client, live]) {
    await client.addFlow('email', emailOnly());
    await client.addFlow('patient', { ...documentOnly, cooldownMinutes: 60 });
  }
});
afterAll(() => stack.close());
beforeEach(() => stack.sql.query('delete from send_counts'));

const simulate = (session: SdkSession, json: object, token = stack.client.token) =>
  stack.api.post<VerificationRecord>(`/v2/verifications/${session.verificationId}/simulate`, { token, json });
const identityOf = async ({ identityId }: SdkSession) =>
  (await stack.api.get<IdentityRecord>(`/v2/identities/${identityId}`, { token: stack.client.token })).body;
async function eventsOf({ verificationId }: SdkSession): Promise<string[]> {
  const { rows } = await stack.sql.query<{ type: string }>(
    'select type from webhook_events where verification_id = $1 order by sequence',
    [verificationId],
  );
  return rows.map(({ type }) => type);
}
const advance = (advanceSeconds: number, token = stack.client.token, headers: Record<string, string> = {}) =>
  stack.api.post<{ now: string; offsetSeconds: number }>('/v2/test-clock/advance', {
    token,
    headers,
    json: { advanceSeconds },
  });

describe('a simulated outcome', () => {
  test('verifies, with made-up values and everything that a real verdict brings', async () => {
    const session = await stack.startSession();
    const { status, body } = await simulate(session, { status: 'verified' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'verified', steps: [{ status: 'finished' }], decision: { reasons: [] } });
    expect(body.decision?.engine.version).toMatch(/\+simulated$/);
    expect(await identityOf(session)).toMatchObject({
      status: 'verified',
      data: { fullName: { value: 'ANNA MARIA ERIKSSON', source: 'simulation' } },
      latestVerification: { id: session.verificationId },
    });
    expect(await eventsOf(session)).toEqual([
      'verification.started',
      'verification.step_completed',
      'verification.inputs_completed',
      'verification.completed',
      'identity.updated',
    ]);
    expect((await session.state()).body.status).toBe('finished');
    const replay = createReplayDecision(stack.container);
    expect(await replay(session.verificationId)).toBeNull();
  });

  test.each([
    ['rejected', 'failed', 'reject'],
    ['reviewNeeded', 'warning', 'review'],
    ['verified', 'warning', 'accept'],
  ])('%s gives the requested reasons', async (status, outcome, action) => {
    const session = await stack.startSession();
    const { body } = await simulate(session, { status, codes: ['document.expired'] });
    expect(body.status).toBe(status);
    const reason = { stepId: 'document', checkId: 'document-expiry', outcome, code: 'document.expired', action };
    expect(body.decision?.reasons).toEqual([reason]);
    const checks = body.steps[0]?.checks ?? [];
    expect(checks.find(({ id }) => id === 'document-expiry')).toMatchObject({ outcome, code: 'document.expired' });
    expect(checks.filter((check) => check.outcome !== 'passed')).toHaveLength(1);
    expect((await identityOf(session)).status).toBe(status);
  });

  test.each(['cancelled', 'expired'])('%s leaves the identity as it is', async (status) => {
    const session = await stack.startSession();
    expect((await simulate(session, { status })).body.status).toBe(status);
    expect((await identityOf(session)).status).toBe('pending');
    expect((await eventsOf(session)).at(-1)).toBe(`verification.${status}`);
  });

  test('takes a step away from a worker, whose result is then ignored', async () => {
    const session = await stack.startSession();
    await stack.sql.query(`update step_runs set status = 'processing' where verification_id = $1`, [
      session.verificationId,
    ]);
    expect((await simulate(session, { status: 'rejected' })).body.status).toBe('rejected');
  });

  test('is refused for an ended attempt, a code that the flow cannot give, and every live client', async () => {
    const session = await stack.startSession();
    const bad = await simulate(session, { status: 'rejected', codes: ['facematch.different_person'] });
    expect(problemLine(bad)).toBe('400 request.invalid');
    await simulate(session, { status: 'rejected' });
    expect(problemLine(await simulate(session, { status: 'verified' }))).toBe('409 verification.inputs_closed');
    const theirs = await startSdkSession(stack.api, sessionStart(live.clientId, live.flowOf('document-only')));
    expect(problemLine(await simulate(theirs, { status: 'verified' }, live.token))).toBe('403 test_mode.required');
    expect(problemLine(await simulate(theirs, { status: 'verified' }))).toBe('404 verification.not_found');
  });
});

describe('the virtual clock', () => {
  test('expires attempts of its client, and nobody else’s', async () => {
    const session = await stack.startSession();
    const theirs = await startSdkSession(stack.api, sessionStart(live.clientId, live.flowOf('document-only')));
    expect((await advance(29 * 60)).status).toBe(200);
    expect((await session.state()).body.status).toBe('pending');
    await advance(2 * 60);
    expect(await eventsOf(session)).toEqual(['verification.started', 'verification.expired']);
    expect((await session.state()).body.status).toBe('expired');
    expect((await theirs.state()).body.status).toBe('pending');
    const { body } = await stack.api.get<{ now: string; offsetSeconds: number }>('/v2/test-clock', {
      token: stack.client.token,
    });
    expect(body.offsetSeconds).toBe(31 * 60);
    const ahead = (new Date(body.now).getTime() - Date.now()) / 1000;
    expect(Math.round(ahead / 60)).toBe(31);
  });

  test('lets another code be sent, and lets one expire', async () => {
    const session = await stack.startSession('email');
    const press = () => session.sendCode('email', { email: 'anna@example.com' });
    expect((await press()).status).toBe(202);
    expect(problemLine(await press())).toBe('429 code.resend_too_early');
    await advance(31);
    expect((await press()).status).toBe(202);
    await advance(601);
    expect(problemLine(await session.checkCode('email', '424242'))).toBe('410 code.expired');
  });

  test('ends the pause between attempts', async () => {
    const session = await stack.startSession('patient');
    await simulate(session, { status: 'rejected' });
    const again = () =>
      stack.api.post<Session>('/v2/sdk/sessions', {
        json: sessionStart(stack.client.clientId, stack.client.flowOf('patient'), {
          metadata: { identityId: session.identityId },
        }),
      });
    expect(problemLine(await again())).toBe('429 session.cooldown');
    await advance(3_600);
    expect((await again()).status).toBe(201);
  });

  test('brings the next attempt of a webhook nearer', async () => {
    const { token } = stack.client;
    const endpoint = await stack.api.post<{ id: string }>('/v2/webhook-endpoints', {
      token,
      json: { url: 'http://127.0.0.1:9/', eventTypes: [] },
    });
    const session = await stack.startSession();
    const dueOf = async () =>
      (
        await stack.sql.query<{ available_at: Date; next_attempt_at: Date }>(
          `select o.available_at, d.next_attempt_at from webhook_deliveries d join webhook_events e on e.id = d.event_id
             join outbox o on o.payload->>'deliveryId' = d.id where e.verification_id = $1`,
          [session.verificationId],
        )
      ).rows[0];
    const before = await dueOf();
    await advance(300);
    const after = await dueOf();
    for (const name of ['available_at', 'next_attempt_at'] as const) {
      expect((before?.[name].getTime() ?? 0) - (after?.[name].getTime() ?? 0)).toBe(300_000);
    }
    await stack.api.delete(`/v2/webhook-endpoints/${endpoint.body.id}`, { token });
  });

  test('moves once under one key, never back, never over a year ahead, and never for a live client', async () => {
    const first = await advance(10, stack.client.token, { 'idempotency-key': 'move' });
    const second = await advance(10, stack.client.token, { 'idempotency-key': 'move' });
    expect(second.body).toEqual(first.body);
    for (const seconds of [0, -1, 31_536_000]) {
      expect(problemLine(await advance(seconds))).toBe('400 request.invalid');
    }
    expect(problemLine(await advance(10, live.token))).toBe('403 test_mode.required');
    expect(problemLine(await stack.api.get('/v2/test-clock', { token: live.token }))).toBe('403 test_mode.required');
    const { rows } = await stack.sql.query('select 1 from test_clock_moves where client_id = $1', [live.clientId]);
    expect(rows).toEqual([]);
  });
});

test('the passport of Utopia, which ICAO prints as an example, is a document for a client in test mode alone', async () => {
  const reader = { read: () => Promise.resolve(readingOf({})) };
  const run = handRunner(stack, documentHandlers(stack, reader));
  const codesFor = async ({ clientId, token, flowOf }: SeededClient) => {
    const session = await startSdkSession(stack.api, sessionStart(clientId, flowOf('document-only')));
    await session.upload(await smallPicture());
    await session.submit();
    for (const job of await stepJobsOf(stack, session.verificationId)) await run(job);
    const { body } = await stack.api.get<VerificationRecord>(`/v2/verifications/${session.verificationId}`, { token });
    return body.decision?.reasons.map(({ code }) => code);
  };
  expect(await codesFor(stack.client)).not.toContain('document.issuer_unknown');
  expect(await codesFor(live)).toContain('document.issuer_unknown');
});
