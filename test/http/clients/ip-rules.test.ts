import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemLine } from '../../support/api-client.ts';
import { sessionStart } from '../../support/sdk-client.ts';
import { startStack, type Stack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  // The test itself is the proxy that the service trusts.
  stack = await startStack({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => stack.close());

describe('IP rules of a client', () => {
  const token = () => stack.client.token;
  const start = async (address: string, from = stack.api) => {
    const json = sessionStart(stack.client.clientId, stack.client.flowOf('document-only'));
    return from.post('/v2/sdk/sessions', { json, headers: { 'x-forwarded-for': address } });
  };
  const countSessions = async () => (await stack.sql.query('select 1 from sessions')).rows.length;
  const rules = (allow: string[], deny: string[]) =>
    stack.api.call('PUT', '/v2/ip-rules', { token: token(), json: { allow, deny } });

  test('are read, set, and apply before a session exists, for IPv4 and IPv6', async () => {
    expect((await stack.api.get('/v2/ip-rules', { token: token() })).body).toEqual({ allow: [], deny: [] });
    const mine = { allow: [], deny: ['203.0.113.0/24', '2001:db8::/32', '::ffff:198.51.100.0/120'] };
    expect((await rules(mine.allow, mine.deny)).body).toEqual(mine);
    const before = await countSessions();
    for (const denied of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1', '198.51.100.7']) {
      expect(problemLine(await start(denied)), denied).toBe('403 session.ip_restricted');
    }
    expect(await countSessions()).toBe(before);
    expect((await start('192.0.2.1')).status).toBe(201);
    await rules(['192.0.2.0/24'], []);
    expect((await start('192.0.2.1')).status).toBe(201);
    expect(problemLine(await start('192.0.3.1'))).toBe('403 session.ip_restricted');
    await rules([], []);
  });

  test('refuse a text that is not a network, and a token without the scope', async () => {
    expect(problemLine(await rules(['everybody'], []))).toBe('400 request.invalid');
    const { token: narrow } = await stack.client.addToken(['identities:read']);
    expect(problemLine(await stack.api.get('/v2/ip-rules', { token: narrow }))).toBe('403 auth.scope_missing');
  });

  test('trust X-Forwarded-For only from a trusted proxy', async () => {
    const direct = await startStack();
    try {
      await direct.api.call('PUT', '/v2/ip-rules', {
        token: direct.client.token,
        json: { allow: [], deny: ['127.0.0.0/8'] },
      });
      const json = sessionStart(direct.client.clientId, direct.client.flowOf('document-only'));
      const headers = { 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1', 'x-real-ip': '192.0.2.1' };
      const answer = await direct.api.post('/v2/sdk/sessions', { json, headers });
      expect(problemLine(answer)).toBe('403 session.ip_restricted');
    } finally {
      await direct.close();
    }
  });
});
