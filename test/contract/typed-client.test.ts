import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiProblem } from '../../openapi/client/api-problem.ts';
import { createVerifyClient } from '../../openapi/client/create-verify-client.ts';
import { eachOf } from '../../openapi/client/each-of.ts';
import { openWebhook } from '../../openapi/client/open-webhook.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../src/commands/webhook-receiver.ts';
import { findFreePort } from '../../src/embedded/free-port.ts';
import { newWebhookSecret, signWebhook } from '../../src/domain/webhooks/webhook-signature.ts';
import { startStack, type Stack } from '../support/stack.ts';

describe('the typed client against the service', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack.close());
  const clientOf = () => createVerifyClient({ baseUrl: stack.api.baseUrl, apiToken: stack.client.token });

  test('starts, ends and reads a verification, and pages through a list', async () => {
    const verify = clientOf();
    const started: string[] = [];
    for (let number = 0; number < 3; number += 1) {
      const { data } = await verify.POST('/v2/verifications', {
        body: { flowId: stack.client.flowOf('document-only'), metadata: { number } },
      });
      if (data !== undefined) started.unshift(data.identityId);
    }
    const { data: simulated } = await verify.POST('/v2/verifications/{verificationId}/simulate', {
      params: { path: { verificationId: (await newest(verify)) ?? '' } },
      body: { status: 'verified', codes: [] },
    });
    expect(simulated?.status).toBe('verified');
    const listed: string[] = [];
    for await (const { id } of eachOf((after) =>
      verify.GET('/v2/identities', { params: { query: { limit: 2, ...(after !== undefined && { after }) } } }),
    )) {
      listed.push(id);
    }
    expect(listed).toEqual(started);
    const { data: identity } = await verify.GET('/v2/identities/{identityId}', {
      params: { path: { identityId: started[0] ?? '' } },
    });
    expect(identity?.status).toBe('verified');
  });

  async function newest(verify: ReturnType<typeof clientOf>): Promise<string | undefined> {
    return (await verify.GET('/v2/verifications')).data?.data[0]?.id;
  }

  test('throws problems with their code', async () => {
    const path = { identityId: 'idn_01jqqqqqqqqqqqqqqqqqqqqqqq' };
    const refused = clientOf().GET('/v2/identities/{identityId}', { params: { path } });
    await expect(refused).rejects.toBeInstanceOf(ApiProblem);
    await expect(refused).rejects.toMatchObject({ code: 'identity.not_found', status: 404, retryable: false });
  });
});

describe('the typed client against a service in trouble', () => {
  let server: Server;
  let answers: (number | 'cut')[];
  let keys: (string | undefined)[];
  beforeAll(async () => {
    server = createServer((request, response) => {
      keys.push(request.headers['idempotency-key']?.toString());
      const status = answers.shift() ?? 500;
      if (status === 'cut') return void request.socket.destroy();
      request.resume();
      const isGood = status < 300;
      response.writeHead(status, {
        'content-type': isGood ? 'application/json' : 'application/problem+json',
        ...(isGood ? {} : { 'retry-after': '0' }),
      });
      response.end(
        JSON.stringify(isGood ? { verificationId: 'v' } : { status, code: 'service.unavailable', title: 'x' }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void server.close());

  const start = (more: object = {}) => {
    keys = [];
    const { port } = server.address() as AddressInfo; // It listens on TCP.
    const verify = createVerifyClient({ baseUrl: `http://127.0.0.1:${port}`, apiToken: 'vfy_test_x', ...more });
    return verify.POST('/v2/verifications', { body: { flowId: 'flw_x' } });
  };

  test('retries under one Idempotency-Key after temporary faults', async () => {
    answers = [503, 'cut', 429, 201];
    expect((await start()).response.status).toBe(201);
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
  });

  test('stops after its tries, and at once after a fault that will not change', async () => {
    answers = [503, 503, 201];
    await expect(start({ tries: 2 })).rejects.toMatchObject({ status: 503 });
    expect(keys).toHaveLength(2);
    answers = [422, 201];
    await expect(start()).rejects.toMatchObject({ status: 422 });
    expect(keys).toHaveLength(1);
  });
});

describe('a webhook', () => {
  const secret = newWebhookSecret();
  const at = new Date('2026-03-01T09:30:00.000Z');
  const body = JSON.stringify({ type: 'webhook.test', timestamp: at.toISOString(), data: { endpointId: 'whk_1' } });
  const headers = signWebhook({ eventId: 'evt_1', at, body }, [newWebhookSecret(), secret]);

  test('opens with the right secret, also while secrets rotate', () => {
    expect(openWebhook(body, headers, secret, at)).toMatchObject({ type: 'webhook.test' });
    expect(openWebhook(Buffer.from(body), headers, secret, at)).toMatchObject({ type: 'webhook.test' });
  });

  test.each([
    ['with another secret', () => openWebhook(body, headers, newWebhookSecret(), at)],
    ['changed on its way', () => openWebhook(`${body} `, headers, secret, at)],
    ['under another id', () => openWebhook(body, { ...headers, 'webhook-id': 'evt_2' }, secret, at)],
    ['later than five minutes', () => openWebhook(body, headers, secret, new Date(at.getTime() + 301_000))],
    ['from the future', () => openWebhook(body, headers, secret, new Date(at.getTime() - 301_000))],
    ['without a time', () => openWebhook(body, { ...headers, 'webhook-timestamp': 'x' }, secret, at)],
    ['without a signature', () => openWebhook(body, {}, secret, at)],
  ])('is refused %s', (_how, open) => {
    expect(open).toThrow(/^The webhook /);
  });
});

describe('the demo’s webhook route', () => {
  const secret = newWebhookSecret();
  const heard: string[] = [];
  let receiver: WebhookReceiver;
  let address: string;
  beforeAll(async () => {
    const port = await findFreePort();
    address = `http://127.0.0.1:${port}`;
    receiver = await startWebhookReceiver({ port, secret }, ({ type }) => void heard.push(type));
  });
  afterAll(() => receiver.close());

  test('accepts what is signed with its secret, and nothing else', async () => {
    const at = new Date();
    const body = JSON.stringify({ type: 'webhook.test', timestamp: at.toISOString(), data: { endpointId: 'whk_1' } });
    const deliver = async (by: string) => {
      const headers = signWebhook({ eventId: 'evt_1', at, body }, [by]);
      return (await fetch(address, { method: 'POST', body, headers })).status;
    };
    expect([await deliver(newWebhookSecret()), heard]).toEqual([401, []]);
    expect([await deliver(secret), heard]).toEqual([204, ['webhook.test']]);
  });
});
