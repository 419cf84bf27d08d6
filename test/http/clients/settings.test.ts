import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLines } from '../../support/audit-lines.ts';
import { problemLine, problemOf } from '../../support/api-client.ts';
import { sessionStart } from '../../support/sdk-client.ts';
import { startStack, type Stack } from '../../support/stack.ts';

interface StartBody {
  language: string;
  theme: Record<string, unknown>;
  branding: Record<string, unknown>;
}

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
});
afterAll(() => stack.close());

const set = (json: object) =>
  stack.api.patch<Record<string, unknown>>('/v2/settings', { token: stack.client.token, json });
const start = (headers: Record<string, string> = {}, languages = ['en']) => {
  const { clientId, flowOf } = stack.client;
  const json = { ...sessionStart(clientId, flowOf('document-only')), device: { languages } };
  return stack.api.post<StartBody>('/v2/sdk/sessions', { json, headers });
};

test('settings begin with defaults that require nothing, and a change leaves the rest', async () => {
  const read = async () => (await stack.api.get<object>('/v2/settings', { token: stack.client.token })).body;
  const before = await read();
  expect(before).toMatchObject({ name: 'Test client', strictStart: false, origins: [], mediaRetentionDays: null });
  const answer = await set({ name: 'Example Bank', mediaRetentionDays: 90, webhookEventTypes: ['identity.updated'] });
  expect(answer.body).toEqual({
    ...before,
    name: 'Example Bank',
    mediaRetentionDays: 90,
    webhookEventTypes: ['identity.updated'],
  });
  expect(await read()).toEqual(answer.body);
  expect((await set({ mediaRetentionDays: null })).body).toMatchObject({
    mediaRetentionDays: null,
    name: 'Example Bank',
  });
  expect(problemOf(await set({ languages: [] })).errors).toMatchObject([{ pointer: '/languages' }]);
  const { rows } = await stack.sql.query(`select 1 from ${auditLines} where action = 'settings.updated'`);
  expect(rows).toHaveLength(2);
});

test('colours, logo, languages and vendor branding show in the next session', async () => {
  await set({
    buttonColor: '#123456',
    logoUrl: 'https://bank.example/logo.png',
    showVendorBranding: false,
    languages: ['pt', 'fr'],
  });
  const { body } = await start({}, ['de', 'fr']);
  expect(body.language).toBe('fr');
  expect(body.theme).toMatchObject({ buttonColor: '#123456' });
  expect(body.branding).toMatchObject({ showVendorBranding: false, logoUrl: 'https://bank.example/logo.png' });
  expect((await start({}, ['de'])).body.language).toBe('pt');
});

test('sessions start only in pages of the origins that are set, however those were spelt', async () => {
  expect((await set({ origins: ['https://Bank.example:443/path'] })).body).toMatchObject({
    origins: ['https://bank.example'],
  });
  expect((await start({ origin: 'https://bank.example' })).status).toBe(201);
  expect(problemLine(await start({ origin: 'https://evil.example' }))).toBe('403 session.origin_not_allowed');
  await set({ origins: [] });
});

test('strict start asks for a client token, and a session with one starts', async () => {
  await set({ strictStart: true });
  expect(problemLine(await start())).toBe('403 session.client_token_required');
  const { clientId, flowOf, token } = stack.client;
  const flowId = flowOf('document-only');
  const prepared = await stack.api.post<{ clientToken: string }>('/v2/verifications', { token, json: { flowId } });
  const json = { ...sessionStart(clientId, flowId), clientToken: prepared.body.clientToken };
  expect((await stack.api.post('/v2/sdk/sessions', { json })).status).toBe(201);
  await set({ strictStart: false });
});

test('a new webhook endpoint gets the events that the settings name, unless it names others', async () => {
  await set({ webhookEventTypes: ['verification.completed'] });
  const add = (json: object) =>
    stack.api.post<{ eventTypes: string[] }>('/v2/webhook-endpoints', {
      token: stack.client.token,
      json: { url: 'http://127.0.0.1:9/', ...json },
    });
  expect((await add({})).body.eventTypes).toEqual(['verification.completed']);
  expect((await add({ eventTypes: [] })).body.eventTypes).toEqual([]);
});

test('responses are kept by no cache, framed by no page and not sniffed', async () => {
  const { headers } = await stack.api.get('/v2/settings', { token: stack.client.token });
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

test('sign-ins from one address have a separate, strict limit', async () => {
  const strict = await startStack({ env: { RATE_LIMIT_SIGN_INS_PER_MINUTE: '3' } });
  try {
    const answers = [];
    for (let count = 0; count < 4; count += 1) {
      const json = { email: `nobody${count}@example.com`, password: 'not a password' };
      answers.push(problemLine(await strict.api.post('/v2/sign-in', { json })));
    }
    expect(answers).toEqual([...Array.from({ length: 3 }, () => '401 auth.unauthorized'), '429 rate.limited']);
  } finally {
    await strict.close();
  }
});
