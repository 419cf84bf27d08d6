import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '../../src/api.ts';
import { routes } from '../../src/contract/routes.ts';
import { nextMessage, phoneOnly } from '../support/contact.ts';
import { sessionStart, startSdkSession } from '../support/sdk-client.ts';
import { startStack, type Stack } from '../support/stack.ts';

interface Asked {
  status: number;
  body: string;
}

let stack: Stack;
let app: FastifyInstance;
let port: number;
let flowId: string;
beforeAll(async () => {
  stack = await startStack({
    env: { PUBLIC_URL: 'https://verify.example', ALLOWED_HOSTS: 'api.internal', TRUSTED_PROXIES: '127.0.0.1' },
  });
  flowId = await stack.client.addFlow('phone', phoneOnly());
  const file = join(stack.mediaDir, 'demo.json');
  const { clientId, token: apiToken } = stack.client;
  writeFileSync(file, JSON.stringify({ clientId, flows: { phone: flowId }, apiToken }));
  app = await createApi({ ...stack.container, config: { ...stack.container.config, demo: { file } } });
  port = Number(new URL(await app.listen({ host: '0.0.0.0', port: 0 })).port);
});
afterAll(async () => {
  await app.close();
  await stack.close();
});

/** `fetch` sets Host by itself. */
const ask = (path: string, headers: Record<string, string> = {}, host = '127.0.0.1', method = 'GET'): Promise<Asked> =>
  new Promise((resolve, reject) => {
    const sent = request({ host, port, path, method, headers: { connection: 'close', ...headers } }, (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (body += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    sent.on('error', reject);
    sent.end();
  });

/** Addresses of this machine that are not loopback: a request to one looks like one from another machine. */
const otherAddresses = Object.values(networkInterfaces())
  .flatMap((entries) => entries ?? [])
  .filter(({ internal, family }) => !internal && family === 'IPv4')
  .map(({ address }) => address);

describe('the Host header', () => {
  test('is checked on every route: a page that makes its name point to this machine gets no answer', async () => {
    const apiPaths = routes.map(({ path, method }) => ({
      path: path.replaceAll(/[{}]/g, ''),
      method: method.toUpperCase(),
    }));
    const pages = ['/', '/demo', '/demo/config', '/dashboard', '/verify/start', '/sdk/verify.js', '/nowhere'];
    const asked = [...apiPaths, ...pages.map((path) => ({ path, method: 'GET' }))];
    for (const { path, method } of asked.filter(({ path }) => !path.startsWith('/health/') && path !== '/metrics')) {
      const { status, body } = await ask(path, { host: 'evil.example' }, '127.0.0.1', method);
      expect([path, status]).toEqual([path, 421]);
      expect(body).toContain('request.host_unknown');
    }
  });

  test('may name this machine, an address, PUBLIC_URL or one of ALLOWED_HOSTS', async () => {
    const known = ['localhost:1', 'Localhost', '[::1]:3000', '10.1.2.3:80', 'verify.example', 'API.internal:9'];
    for (const host of known) expect((await ask('/openapi.json', { host })).status, host).toBe(200);
    const unknown = ['verify.example.evil.example', 'xverify.example', 'localhost.evil.example', 'internal'];
    for (const host of unknown) expect((await ask('/openapi.json', { host })).status, host).toBe(421);
  });

  test('cannot be replaced by a header that a script may send', async () => {
    const asked = async (host: string, forwarded: string) =>
      (await ask('/openapi.json', { host, 'x-forwarded-host': forwarded })).status;
    expect(await asked('evil.example', 'localhost')).toBe(421);
    expect(await asked('localhost', 'evil.example')).toBe(421);
    expect(await asked('localhost', 'verify.example')).toBe(200);
  });

  test('lets a balancer ask for health under a name that only it knows', async () => {
    expect((await ask('/health/live', { host: 'pool-7.balancer' })).status).toBe(200);
  });
});

test('metrics without a token answer only this machine, and no rebound name, proxy or other machine', async () => {
  expect((await ask('/metrics')).status).toBe(200);
  expect((await ask('/metrics', { host: 'evil.example' })).status).toBe(401);
  expect((await ask('/metrics', { 'x-forwarded-for': '127.0.0.1' })).status).toBe(401);
  for (const address of otherAddresses) expect((await ask('/metrics', {}, address)).status).toBe(401);
});

describe('the demo', () => {
  test('is there for this machine and under the names that the operator set, and not for the network', async () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.5' };
    expect((await ask('/demo/config')).status).toBe(200);
    expect((await ask('/demo/config', { ...forwarded, host: 'verify.example' })).status).toBe(200);
    expect((await ask('/demo/config', forwarded)).status).toBe(404);
    for (const address of otherAddresses) expect((await ask('/demo/config', {}, address)).status).toBe(404);
  });

  test('shows a message to the session that caused it, and to no other', async () => {
    await stack.startWorkers({ otp: true });
    const start = () => startSdkSession(stack.api, sessionStart(stack.client.clientId, flowId));
    const [one, other] = [await start(), await start()];
    await one.sendCode('phone', { phoneNumber: '+12015550142' });
    await nextMessage(stack, one);
    const read = (headers: Record<string, string>) => ask('/demo/messages', headers);
    expect((await read({ authorization: `Bearer ${one.token}` })).body).toContain('+12015550142');
    expect((await read({ authorization: `Bearer ${other.token}` })).body).not.toContain('+12015550142');
    expect((await read({})).status).toBe(401);
    expect((await read({ authorization: `Bearer ${stack.client.token}` })).status).toBe(401);
  });
});

describe('the identity that the demo shows', () => {
  const order = 'a'.repeat(32);
  const start = (metadata: Record<string, unknown>) =>
    startSdkSession(stack.api, sessionStart(stack.client.clientId, flowId, { metadata }));
  const decide = async (verificationId: string, status: string) => {
    const { token } = stack.client;
    const answer = await stack.api.post(`/v2/verifications/${verificationId}/simulate`, { token, json: { status } });
    expect(answer.status).toBe(200);
  };
  const read = (identityId: string, headers: Record<string, string> = {}) =>
    ask(`/demo/identities/${identityId}`, headers);

  test('opens for the page that started it, and for nobody who only knows its id', async () => {
    const { identityId, verificationId, token } = await start({ order });
    expect(JSON.parse((await read(identityId)).body)).toEqual({
      ...{ id: identityId, status: 'pending', latestVerification: null, data: {} },
    });
    await decide(verificationId, 'verified');
    const shown = await read(identityId, { 'demo-order': order });
    expect([shown.status, shown.body.includes(verificationId)]).toEqual([200, true]);
    const strangers = [
      {},
      { 'demo-order': '' },
      { 'demo-order': 'b'.repeat(32) },
      { authorization: `Bearer ${token}` },
    ];
    for (const headers of strangers) {
      const { status, body } = await read(identityId, headers);
      expect([status, body.includes(verificationId)]).toEqual([404, false]);
    }
  });

  test('does not open by an attempt that a stranger started for it', async () => {
    const { identityId, verificationId } = await start({ order });
    await decide(verificationId, 'verified');
    const other = 'c'.repeat(32);
    const stranger = await start({ identityId, order: other });
    expect((await read(identityId, { 'demo-order': other })).status).toBe(404);
    await decide(stranger.verificationId, 'rejected');
    expect((await read(identityId, { 'demo-order': other })).status).toBe(404);
    expect((await read(identityId, { 'demo-order': order })).status).toBe(200);
  });

  test('does not open by an order number that can be guessed', async () => {
    const { identityId, verificationId } = await start({ order: '4711' });
    await decide(verificationId, 'verified');
    expect((await read(identityId, { 'demo-order': '4711' })).status).toBe(404);
    expect((await read(`${identityId}/../..`, { 'demo-order': order })).status).toBe(404);
  });
});

test('the first page has the links, and the demo’s for those who may open it', async () => {
  const here = await ask('/');
  for (const path of ['/dashboard', '/demo', '/docs', '/docs/error-codes']) {
    expect(here.body).toContain(`href="${path}"`);
  }
  expect((await ask('/', { 'x-forwarded-for': '203.0.113.5' })).body).not.toContain('/demo');
});
