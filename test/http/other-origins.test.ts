import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { sessionStart, startSdkSession } from '../support/sdk-client.ts';
import { seedClient } from '../support/seed.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

test('pages of other origins may call the routes of the SDK, and no other route', async () => {
  const preflight = await fetch(`${stack.api.baseUrl}/v2/sdk/sessions`, {
    method: 'OPTIONS',
    headers: { origin: 'https://bank.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  const refused = await stack.api.get('/v2/sdk/session');
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  expect(refused.headers.get('access-control-allow-credentials')).toBeNull();
  const backend = await stack.api.get('/v2/webhook-endpoints', { token: stack.client.token });
  expect(backend.headers.get('access-control-allow-origin')).toBeNull();
});

/** The status of a refused upgrade; null when the socket opened. */
function openFrom(origin: string | undefined, token: string): Promise<number | null> {
  const url = `${stack.api.baseUrl.replace(/^http/, 'ws')}/v2/sdk/session/live`;
  const socket = new WebSocket(url, ['verify.v2', `bearer.${token}`], origin === undefined ? {} : { origin });
  socket.on('error', () => undefined);
  return new Promise((resolve) => {
    socket.once('open', () => {
      socket.close();
      resolve(null);
    });
    socket.once('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      socket.terminate();
    });
  });
}

test('a socket is refused to a page that the client does not admit', async () => {
  const { clientId, flowOf } = await seedClient(stack.container.db);
  const session = await startSdkSession(stack.api, sessionStart(clientId, flowOf('document-only')));
  await stack.sql.query(`update clients set settings = '{"origins": ["https://bank.example"]}' where id = $1`, [
    clientId,
  ]);
  expect(await openFrom('https://evil.example', session.token)).toBe(403);
  expect(await openFrom('https://bank.example', session.token)).toBeNull();
  expect(await openFrom(stack.api.baseUrl, session.token)).toBeNull();
  expect(await openFrom(undefined, session.token)).toBeNull();
});

describe('the hosted page', () => {
  const policyOf = async (clientId: string) => {
    const { headers } = await fetch(`${stack.api.baseUrl}/verify/${clientId}/flw_1`);
    const policy = headers.get('content-security-policy') ?? '';
    return {
      framers: /frame-ancestors ([^;]*)/.exec(policy)?.[1],
      policy,
      frameOptions: headers.get('x-frame-options'),
    };
  };

  test('is framed by the origins that its client names, and by nobody where it names none', async () => {
    const [named, silent] = [await seedClient(stack.container.db), await seedClient(stack.container.db)];
    await setOrigins(named.clientId, ['https://bank.example', 'http://localhost:8080']);
    expect(await policyOf(named.clientId)).toMatchObject({
      framers: 'https://bank.example http://localhost:8080',
      frameOptions: null,
    });
    for (const clientId of [silent.clientId, 'cli_nobody', 'start']) {
      expect(await policyOf(clientId)).toMatchObject({ framers: "'none'", frameOptions: 'DENY' });
    }
  });

  test('adds nothing else to its policy: a host name with a semicolon adds no directive', async () => {
    const { clientId } = await seedClient(stack.container.db);
    await setOrigins(clientId, [
      'https://a.example;script-src *',
      'https://a;x',
      'https://a,b',
      '*',
      "'self'",
      'https:',
    ]);
    expect((await policyOf(clientId)).framers).toBe("'none'");
  });

  const setOrigins = (clientId: string, origins: readonly string[]) =>
    stack.sql.query('update clients set settings = $2 where id = $1', [clientId, { origins }]);
});
