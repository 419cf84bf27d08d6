import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../../src/contract/sessions/session.ts';
import { newId } from '../../src/domain/id.ts';
import { problemLine, problemOf } from '../support/api-client.ts';
import { sessionStart } from '../support/sdk-client.ts';
import { documentOnly, seedClient } from '../support/seed.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const start = (clientId: string, flowId: string, more: object = {}, headers: Record<string, string> = {}) =>
  stack.api.post<Session>('/v2/sdk/sessions', { json: { ...sessionStart(clientId, flowId), ...more }, headers });
const pointersOf = (answer: Parameters<typeof problemOf>[0]) => problemOf(answer).errors?.map((fault) => fault.pointer);

describe('starting a session', () => {
  test('needs the two public ids and returns everything that the first screen shows', async () => {
    const { clientId, flowOf } = stack.client;
    const answer = await start(clientId, flowOf('document-only'), {
      metadata: { fixedLanguage: 'pt', buttonColor: '#1A2B3C', order: { number: 7 } },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      language: 'pt',
      theme: { buttonColor: '#1A2B3C', buttonTextColor: null },
      branding: { clientName: 'Test client' },
      consent: { required: false, version: '1' },
      steps: [{ id: 'document', type: 'document' }],
      limits: { maxImageBytes: 10_000_000, maxAttemptsPerStep: 3 },
    });
    const lifetimeMs = Date.parse(answer.body.expiresAt) - Date.parse(answer.body.serverTime);
    expect(Math.abs(lifetimeMs - 30 * 60_000)).toBeLessThan(5_000);
  });

  test('tells the SDK what a step asks for, not how it is judged', async () => {
    const { clientId, flowOf } = stack.client;
    const { body } = await start(clientId, flowOf('document-only'));
    expect(JSON.stringify(body.steps)).not.toMatch(/requireUnexpired|minimumAge|threshold/);
  });

  test('stores the session token as a hash only', async () => {
    const { clientId, flowOf } = stack.client;
    const { body } = await start(clientId, flowOf('document-only'));
    const { rows } = await stack.sql.query<{ hash: string }>(
      `select encode(token_hash, 'hex') as hash from sessions where verification_id = $1`,
      [body.verificationId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
    const { rows: plain } = await stack.sql.query('select 1 from sessions s where s::text like $1', [
      `%${body.sessionToken}%`,
    ]);
    expect(plain).toEqual([]);
  });

  test('refuses a language that is no language tag, since a record with one would break what displays it', async () => {
    const { clientId, flowOf } = stack.client;
    const answer = await start(clientId, flowOf('document-only'), { device: { languages: ['pt-BR', 'x'] } });
    expect(problemLine(answer)).toBe('400 request.invalid');
    expect(pointersOf(answer)).toEqual(['/device/languages/1']);
  });

  test('refuses a body with faults and points at each of them', async () => {
    const answer = await stack.api.post('/v2/sdk/sessions', {
      json: { clientId: 'cli_nonsense', flowId: 7, sdk: { platform: 'web' }, device: { languages: 'en' } },
    });
    expect(problemLine(answer)).toBe('400 request.invalid');
    expect(pointersOf(answer)).toEqual(['/clientId', '/flowId', '/sdk/version', '/device/languages']);
  });

  test('refuses reserved metadata that is malformed and points into it', async () => {
    const { clientId, flowOf } = stack.client;
    const answer = await start(clientId, flowOf('document-only'), { metadata: { buttonColor: 'red' } });
    expect(problemLine(answer)).toBe('400 request.invalid');
    expect(pointersOf(answer)).toEqual(['/metadata/buttonColor']);
  });

  test.each([
    ['no body', undefined, 'application/json'],
    ['a cut-off document', '{"clientId":', 'application/json'],
    ['a list', '[]', 'application/json'],
    ['a prototype key', '{"__proto__": {"a": 1}}', 'application/json'],
  ])('refuses %s as JSON', async (_what, body, contentType) => {
    const answer = await stack.api.post('/v2/sdk/sessions', {
      headers: { 'content-type': contentType },
      ...(body === undefined ? {} : { json: body }),
    });
    expect(problemLine(answer)).toBe('400 request.invalid');
  });

  test('refuses another content type', async () => {
    const answer = await stack.api.post('/v2/sdk/sessions', {
      headers: { 'content-type': 'text/plain' },
      json: 'hello',
    });
    expect(problemLine(answer)).toBe('415 request.unsupported_media_type');
  });

  test('refuses a body that is too large', async () => {
    const { clientId, flowOf } = stack.client;
    const answer = await start(clientId, flowOf('document-only'), { metadata: { text: 'x'.repeat(300_000) } });
    expect(problemLine(answer)).toBe('413 request.body_too_large');
  });

  test('refuses an unknown client, an unknown flow and another client’s flow alike as not there', async () => {
    const other = await seedClient(stack.container.db);
    const { clientId, flowOf } = stack.client;
    expect(problemLine(await start(newId('client'), flowOf('document-only')))).toBe('404 client.not_found');
    expect(problemLine(await start(clientId, newId('flow')))).toBe('404 flow.not_found');
    expect(problemLine(await start(clientId, other.flowOf('document-only')))).toBe('404 flow.not_found');
  });

  test('refuses a suspended client and a disabled flow', async () => {
    const other = await seedClient(stack.container.db);
    await stack.sql.query('update flows set disabled_at = now() where client_id = $1', [other.clientId]);
    expect(problemLine(await start(other.clientId, other.flowOf('document-only')))).toBe('409 flow.disabled');
    await stack.sql.query('update clients set suspended_at = now() where id = $1', [other.clientId]);
    expect(problemLine(await start(other.clientId, other.flowOf('document-only')))).toBe('403 client.suspended');
  });

  test('says first who may start at all: network, client, flow, and only then what is wrong with the request', async () => {
    const other = await seedClient(stack.container.db);
    const denied = await other.addFlow('denied', { ...documentOnly, ipRestriction: { deny: ['127.0.0.0/8'] } });
    const { clientId } = other;
    const faulty = { clientToken: 'x'.repeat(43), metadata: { identityId: newId('identity') } };
    const refusal = async (flowId: string) => problemLine(await start(clientId, flowId, faulty));
    const rules = (deny: string[]) =>
      stack.api.call('PUT', '/v2/ip-rules', { token: other.token, json: { allow: [], deny } });
    await rules(['127.0.0.0/8']);
    await stack.sql.query('update clients set suspended_at = now() where id = $1', [clientId]);
    await stack.sql.query('update flows set disabled_at = now() where client_id = $1', [clientId]);

    expect(await refusal(denied)).toBe('403 session.ip_restricted');
    await stack.sql.query(`update clients set settings = '{}' where id = $1`, [clientId]);
    expect(await refusal(denied)).toBe('403 client.suspended');
    await stack.sql.query('update clients set suspended_at = null where id = $1', [clientId]);
    expect(await refusal(denied)).toBe('403 session.ip_restricted');
    expect(await refusal(other.flowOf('document-only'))).toBe('409 flow.disabled');
    await stack.sql.query('update flows set disabled_at = null where client_id = $1', [clientId]);
    expect(await refusal(other.flowOf('document-only'))).toBe('403 session.client_token_invalid');
    const { rows } = await stack.sql.query('select 1 from verifications where client_id = $1', [clientId]);
    expect(rows).toEqual([]);
  });

  test('refuses tokens and keys that it does not know instead of ignoring them', async () => {
    const { clientId, flowOf } = stack.client;
    const flowId = flowOf('document-only');
    expect(problemLine(await start(clientId, flowId, { clientToken: 'x'.repeat(43) }))).toBe(
      '403 session.client_token_invalid',
    );
    const sealed = await start(clientId, flowId, {
      metadata: { encryptionConfigurationId: newId('encryptionConfiguration') },
    });
    expect(problemLine(sealed)).toBe('400 request.invalid');
  });
});

describe('a client with a list of web origins', () => {
  test('refuses pages of other origins, and admits its own, our own and apps without one', async () => {
    const { clientId, flowOf } = await seedClient(stack.container.db);
    await stack.sql.query(`update clients set settings = '{"origins": ["https://bank.example/"]}' where id = $1`, [
      clientId,
    ]);
    const from = (origin: string) => start(clientId, flowOf('document-only'), {}, { origin });
    expect(problemLine(await from('https://evil.example'))).toBe('403 session.origin_not_allowed');
    expect(problemLine(await from('http://bank.example'))).toBe('403 session.origin_not_allowed');
    expect(problemLine(await from('null'))).toBe('403 session.origin_not_allowed');
    expect((await from('https://bank.example')).status).toBe(201);
    // Each API of several has an address: this one is asked under its own.
    const own = await fetch(`${stack.api.baseUrl}/v2/sdk/sessions`, {
      method: 'POST',
      headers: { origin: stack.api.baseUrl, 'content-type': 'application/json' },
      body: JSON.stringify(sessionStart(clientId, flowOf('document-only'))),
    });
    expect(own.status).toBe(201);
    expect((await start(clientId, flowOf('document-only'))).status).toBe(201);
  });
});

describe('a flow with a rule for network addresses', () => {
  test('refuses a denied address before anything else is shown', async () => {
    const { clientId, addFlow } = stack.client;
    const flowId = await addFlow('deny-loopback', { ...documentOnly, ipRestriction: { deny: ['127.0.0.0/8'] } });
    const answer = await start(clientId, flowId);
    expect(problemLine(answer)).toBe('403 session.ip_restricted');
    expect(JSON.stringify(answer.body)).not.toContain('steps');
  });

  test('refuses an address that the allow list does not contain, and admits one that it contains', async () => {
    const { clientId, addFlow } = stack.client;
    const elsewhere = await addFlow('allow-elsewhere', {
      ...documentOnly,
      ipRestriction: { allow: ['203.0.113.0/24'] },
    });
    expect(problemLine(await start(clientId, elsewhere))).toBe('403 session.ip_restricted');
    const here = await addFlow('allow-loopback', { ...documentOnly, ipRestriction: { allow: ['127.0.0.1/32'] } });
    expect((await start(clientId, here)).status).toBe(201);
  });

  test('ignores a forged X-Forwarded-For', async () => {
    const { clientId, flowOf } = stack.client;
    const forged = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9', 'x-real-ip': '203.0.113.9' };
    expect(problemLine(await start(clientId, flowOf('allow-elsewhere'), {}, forged))).toBe('403 session.ip_restricted');
    const spoofed = { 'x-forwarded-for': '198.51.100.1' };
    expect(problemLine(await start(clientId, flowOf('deny-loopback'), {}, spoofed))).toBe('403 session.ip_restricted');
  });
});

describe('behind a configured proxy', () => {
  test('an address that the rules do not admit cannot continue a session that began elsewhere', async () => {
    const proxied = await startStack({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
    try {
      const { clientId, addFlow, flowOf } = proxied.client;
      await addFlow('deny-some', { ...documentOnly, ipRestriction: { deny: ['203.0.113.0/24'] } });
      await addFlow('any', documentOnly);
      const begin = async (flow: string) => {
        const json = sessionStart(clientId, flowOf(flow));
        const headers = { 'x-forwarded-for': '198.51.100.7' };
        return (await proxied.api.post<{ sessionToken: string }>('/v2/sdk/sessions', { json, headers })).body;
      };
      const stateFrom = async ({ sessionToken: token }: { sessionToken: string }, address: string) => {
        const answer = await proxied.api.get('/v2/sdk/session', { token, headers: { 'x-forwarded-for': address } });
        return answer.status === 200 ? '200' : problemLine(answer);
      };
      const ruled = await begin('deny-some');
      expect(await stateFrom(ruled, '203.0.113.9')).toBe('403 session.ip_restricted');
      const headers = { 'x-forwarded-for': '203.0.113.9' };
      const cancelled = await proxied.api.post('/v2/sdk/session/cancel', { token: ruled.sessionToken, headers });
      expect(problemLine(cancelled)).toBe('403 session.ip_restricted');
      expect(await stateFrom(ruled, '198.51.100.8')).toBe('200');
      // The client's own rules hold at once, for sessions that have begun, too.
      const free = await begin('any');
      expect(await stateFrom(free, '203.0.113.9')).toBe('200');
      await proxied.container.db.clients.setIpRules(clientId, { allow: [], deny: ['203.0.113.0/24'] });
      expect(await stateFrom(free, '203.0.113.9')).toBe('403 session.ip_restricted');
      expect(await stateFrom(free, '198.51.100.7')).toBe('200');
    } finally {
      await proxied.close();
    }
  });

  test('believes the proxy’s X-Forwarded-For, and nothing that the caller put before it', async () => {
    const proxied = await startStack({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
    try {
      const { clientId, addFlow } = proxied.client;
      const flowId = await addFlow('allow-elsewhere', {
        ...documentOnly,
        ipRestriction: { allow: ['203.0.113.0/24'] },
      });
      const from = (header: string) =>
        proxied.api.post('/v2/sdk/sessions', {
          json: sessionStart(clientId, flowId),
          headers: { 'x-forwarded-for': header },
        });
      expect((await from('203.0.113.9')).status).toBe(201);
      expect(problemLine(await from('203.0.113.9, 198.51.100.1'))).toBe('403 session.ip_restricted');
    } finally {
      await proxied.close();
    }
  });
});
