import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { IdentityRecord } from '../../../src/contract/identity.ts';
import type { Session } from '../../../src/contract/sessions/session.ts';
import type { VerificationRecord } from '../../../src/contract/verification.ts';
import type { startedVerificationSchema } from '../../../src/contract/sessions/verification-start.ts';
import { newId } from '../../../src/domain/id.ts';
import { problemLine, type CallOptions } from '../../support/api-client.ts';
import { finishSession } from '../../support/finish-session.ts';
import { createSdkSession, sessionStart } from '../../support/sdk-client.ts';
import { documentOnly, seedClient, type SeededClient } from '../../support/seed.ts';
import { noInspection, startStack, type Stack } from '../../support/stack.ts';

type Prepared = z.output<typeof startedVerificationSchema>;

let stack: Stack;
let strict: SeededClient;
beforeAll(async () => {
  stack = await startStack({ env: { PUBLIC_URL: 'https://verify.example' } });
  await stack.startWorkers({ qualityHandlers: noInspection });
  await stack.client.addFlow('once', { ...documentOnly, maxAttemptsPerStep: 1 });
  strict = await seedClient(stack.container.db);
  await stack.sql.query(`update clients set settings = '{"strictStart": true}' where id = $1`, [strict.clientId]);
});
afterAll(() => stack.close());

const flowId = () => stack.client.flowOf('once');
const prepare = (json: object = {}, options: CallOptions = {}) =>
  stack.api.post<Prepared>('/v2/verifications', {
    token: stack.client.token,
    json: { flowId: flowId(), ...json },
    ...options,
  });
const startWith = (clientToken: string, more: object = {}, headers: Record<string, string> = {}) =>
  stack.api.post<Session>('/v2/sdk/sessions', {
    json: { ...sessionStart(stack.client.clientId, flowId()), clientToken, ...more },
    headers,
  });

describe('a verification that the backend starts', () => {
  test('waits for its person for a day, and carries everything in its hosted link behind the #', async () => {
    const { status, body } = await prepare({ metadata: { order: 7 } });
    expect(status).toBe(201);
    const url = new URL(body.hostedUrl);
    expect([url.origin, url.pathname, url.search]).toEqual(['https://verify.example', '/verify/start', '']);
    expect(Object.fromEntries(new URLSearchParams(url.hash.slice(1)))).toEqual({
      clientId: stack.client.clientId,
      flowId: flowId(),
      clientToken: body.clientToken,
    });
    const { rows } = await stack.sql.query<{ hours: string }>(
      `select round(extract(epoch from expires_at - now()) / 3600) as hours from verifications where id = $1`,
      [body.verificationId],
    );
    expect(Number(rows[0]?.hours)).toBe(24);
    const { body: record } = await stack.api.get<VerificationRecord>(`/v2/verifications/${body.verificationId}`, {
      token: stack.client.token,
    });
    expect(record).toMatchObject({ status: 'pending', device: null, metadata: { order: 7 } });
  });

  test('is started once with its client token, by the device that sends it', async () => {
    const { body } = await prepare({ metadata: { order: 7, fixedLanguage: 'de' } });
    const claimed = newId('identity');
    const started = await startWith(body.clientToken, {
      metadata: { order: 8, theirs: true, identityId: claimed },
      device: { languages: ['pt'] },
    });
    expect(started.status).toBe(201);
    const { verificationId, identityId } = body;
    expect(started.body).toMatchObject({ verificationId, identityId, language: 'de' });
    const lifetimeMs = Date.parse(started.body.expiresAt) - Date.parse(started.body.serverTime);
    expect(Math.abs(lifetimeMs - 30 * 60_000)).toBeLessThan(5_000);
    const { body: record } = await stack.api.get<VerificationRecord>(`/v2/verifications/${verificationId}`, {
      token: stack.client.token,
    });
    expect(record.metadata).toEqual({ order: 7, fixedLanguage: 'de' });
    expect(record.deviceMetadata).toEqual({ order: 8, theirs: true, identityId: claimed });
    expect(record.device?.languages).toEqual(['pt']);
    expect(problemLine(await startWith(body.clientToken))).toBe('403 session.client_token_invalid');
    const { rows } = await stack.sql.query<{ type: string }>(
      'select type from webhook_events where verification_id = $1',
      [verificationId],
    );
    expect(rows).toEqual([{ type: 'verification.started' }]);
  });

  test('is started by one of ten that send its token at once', async () => {
    const { body } = await prepare();
    const answers = await Promise.all(Array.from({ length: 10 }, () => startWith(body.clientToken)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('returns the same session to a start that is repeated with its key', async () => {
    const { body } = await prepare();
    const headers = { 'idempotency-key': body.verificationId };
    const first = await startWith(body.clientToken, {}, headers);
    const second = await startWith(body.clientToken, {}, headers);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.sessionToken).toBe(first.body.sessionToken);
  });

  test('is not opened by a token that is unknown, expired, another client’s or another flow’s; a wrong try does not use it up', async () => {
    const { body } = await prepare();
    const invalid = '403 session.client_token_invalid';
    expect(problemLine(await startWith('vfc_'.padEnd(47, 'x')))).toBe(invalid);
    expect(problemLine(await startWith(body.clientToken, { flowId: stack.client.flowOf('document-only') }))).toBe(
      invalid,
    );
    const elsewhere = { clientId: strict.clientId, flowId: strict.flowOf('document-only') };
    expect(problemLine(await startWith(body.clientToken, elsewhere))).toBe(invalid);
    expect((await startWith(body.clientToken)).status).toBe(201);

    const late = await prepare();
    await stack.sql.query(
      `update one_time_tokens set expires_at = now() - interval '1 second' where verification_id = $1`,
      [late.body.verificationId],
    );
    expect(problemLine(await startWith(late.body.clientToken))).toBe(invalid);
  });

  test('stores its token as a hash only', async () => {
    const { body } = await prepare();
    const { rows } = await stack.sql.query('select 1 from one_time_tokens t where t::text like $1', [
      `%${body.clientToken}%`,
    ]);
    expect(rows).toEqual([]);
  });

  test('speaks for the identity that it verifies again', async () => {
    const session = await stack.startSession('once');
    await finishSession(stack, session);
    const { identityId } = session;
    await stack.sql.query(`update identities set status = 'verified' where id = $1`, [identityId]);
    const { body } = await prepare({ identityId });
    expect(body.identityId).toBe(identityId);
    const started = await startWith(body.clientToken);
    await finishSession(stack, createSdkSession(stack.api, started.body));
    const { body: record } = await stack.api.get<IdentityRecord>(`/v2/identities/${identityId}`, {
      token: stack.client.token,
    });
    expect(record.status).toBe(record.latestVerification?.status);
    expect(record.status).not.toBe('verified');
  });

  test.each([
    ['a flow that does not exist', { flowId: newId('flow') }, '404 flow.not_found'],
    ['an identity that does not exist', { identityId: newId('identity') }, '404 identity.not_found'],
    ['a faulty body', { flowId: 7 }, '400 request.invalid'],
  ])('is refused with %s', async (_what, json, line) => {
    expect(problemLine(await prepare(json))).toBe(line);
  });

  test('is refused without a token, without the scope and with another client’s flow', async () => {
    expect(problemLine(await prepare({}, { token: null }))).toBe('401 auth.unauthorized');
    const { token } = await stack.client.addToken(['identities:read']);
    expect(problemLine(await prepare({}, { token }))).toBe('403 auth.scope_missing');
    expect(problemLine(await prepare({ flowId: strict.flowOf('document-only') }))).toBe('404 flow.not_found');
  });
});

test('a client with strict start starts no session without a token', async () => {
  const start = { json: sessionStart(strict.clientId, strict.flowOf('document-only')) };
  expect(problemLine(await stack.api.post('/v2/sdk/sessions', start))).toBe('403 session.client_token_required');
  const prepared = await stack.api.post<Prepared>('/v2/verifications', {
    token: strict.token,
    json: { flowId: strict.flowOf('document-only') },
  });
  const { clientToken } = prepared.body;
  const started = await stack.api.post('/v2/sdk/sessions', { json: { ...start.json, clientToken } });
  expect(started.status).toBe(201);
});
