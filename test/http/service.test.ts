import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentKinds } from '../../src/domain/document-kinds/index.ts';
import { isId } from '../../src/domain/id.ts';
import type { WorkerReport } from '../../src/domain/ports/worker-reports.ts';
import { problemLine, problemOf } from '../support/api-client.ts';
import { expectProblem } from '../support/contract.ts';
import { sessionStart } from '../support/sdk-client.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

type Ready = { status: string; parts: { name: string; status: string }[]; models: { name: string; status: string }[] };
const downAmong = ({ parts }: Ready) => parts.filter(({ status }) => status === 'down').map(({ name }) => name);
const report = (more: Partial<WorkerReport> = {}): WorkerReport => ({
  workerId: 'worker-1',
  queues: ['quality', 'document', 'liveness', 'otp', 'maintenance', 'webhook'],
  models: [{ name: 'ocrb-line', sha256: 'a'.repeat(64), status: 'loaded' }],
  ...more,
});

describe('health', () => {
  test('is live without anything', async () => {
    expect((await stack.api.get('/health/live')).body).toEqual({ status: 'ok' });
  });

  test('names the queues that no worker serves, and stays in the balancer, since work waits in the outbox', async () => {
    const { status, body } = await stack.api.get<Ready>('/health/ready');
    expect([status, body.status]).toEqual([200, 'degraded']);
    expect(downAmong(body)).toEqual(
      expect.arrayContaining(['worker:quality', 'worker:document', 'worker:maintenance']),
    );
    expect(body.parts.filter((part) => part.status === 'up').map((part) => part.name)).toEqual(
      expect.arrayContaining(['postgres', 'redis', 'objectStore']),
    );
  });

  test('is ready once workers report, and lists their models', async () => {
    await stack.container.workers.publish(report());
    const { status, body } = await stack.api.get<Ready>('/health/ready');
    expect([status, body.status], JSON.stringify(body)).toEqual([200, 'ready']);
    expect(body.models).toEqual([{ name: 'ocrb-line', sha256: 'a'.repeat(64), status: 'loaded' }]);
  });

  test('is not ready with a model that any worker lacks', async () => {
    const models = [{ name: 'ocrb-line', sha256: 'a'.repeat(64), status: 'missing' as const }];
    await stack.container.workers.publish(report({ workerId: 'worker-2', models }));
    const { status, body } = await stack.api.get<Ready>('/health/ready');
    expect([status, body.status]).toEqual([200, 'degraded']);
    expect(body.models).toMatchObject([{ status: 'missing' }]);
    await stack.container.workers.publish(report({ workerId: 'worker-2' }));
  });

  test('names Redis, Postgres and the object store when they are down', async () => {
    const nowhere = await startStack();
    try {
      const { host, port } = await closedPort();
      const away = await startStack({ env: { REDIS_URL: `redis://${host}:${port}` } });
      const withoutRedis = await away.api.get<Ready>('/health/ready');
      expect([withoutRedis.status, withoutRedis.body.status]).toEqual([200, 'degraded']);
      expect(downAmong(withoutRedis.body)).toContain('redis');
      await away.close();
      rmSync(nowhere.mediaDir, { recursive: true });
      writeFileSync(nowhere.mediaDir, 'no folder');
      expect(downAmong((await nowhere.api.get<Ready>('/health/ready')).body)).toContain('objectStore');
    } finally {
      await nowhere.close();
    }
  });
});

describe('readiness', () => {
  const readParts = async () => downAmong((await stack.api.get<Ready>('/health/ready')).body);

  test('names a queue whose due work nobody queues', async () => {
    const { outboxId } = await stack.container.db.outbox.add('code.send', { codeSendId: 'snd_none' }, null);
    await stack.sql.query(`update outbox set available_at = now() - interval '40 seconds' where id = $1`, [outboxId]);
    expect(await readParts()).toContain('queue:otp');
    await stack.container.db.outbox.markEnqueued([outboxId]);
    expect(await readParts()).not.toContain('queue:otp');
    await stack.sql.query('delete from outbox where id = $1', [outboxId]);
  });

  test('judges workers by one clock: one whose clock is a minute behind is up', async () => {
    const realNow = Date.now;
    Date.now = () => realNow() - 60_000;
    try {
      await stack.container.workers.publish(report({ workerId: 'worker-behind' }));
    } finally {
      Date.now = realNow;
    }
    const known = await stack.container.workers.list();
    expect(known.map(({ workerId }) => workerId)).toContain('worker-behind');
    expect(await readParts()).toEqual([]);
  });
});

async function closedPort(): Promise<{ host: string; port: number }> {
  const { createServer } = await import('node:net');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return { host: '127.0.0.1', port: typeof address === 'object' && address !== null ? address.port : 1 };
}

describe('the contract', () => {
  test('is served as OpenAPI 3.1 and as a page to read', async () => {
    const { body } = await stack.api.get<{ openapi: string; paths: object }>('/openapi.json');
    expect(body.openapi).toMatch(/^3\.1\./);
    expect(Object.keys(body.paths)).toContain('/v2/identities/{identityId}');
    const file: unknown = JSON.parse(readFileSync('openapi/openapi.json', 'utf8'));
    expect(isDeepStrictEqual(body, file), 'not what openapi/openapi.json holds').toBe(true);
    const page = await fetch(`${stack.api.baseUrl}/docs`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
  });
});

describe('every answer', () => {
  test('carries a request id, which a problem document repeats and no caller can choose', async () => {
    const good = await stack.api.get('/health/live', { headers: { 'x-request-id': 'req_forged' } });
    expect(isId('request', good.headers.get('x-request-id') ?? '')).toBe(true);
    const bad = await stack.api.get('/v2/sdk/session');
    expect(problemOf(bad).requestId).toBe(bad.headers.get('x-request-id'));
  });

  test('cannot be sniffed, framed or cached as a page', async () => {
    const { headers } = await stack.api.get('/v2/sdk/session');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain(`default-src 'none'`);
    expect(headers.get('x-powered-by')).toBeNull();
  });

  test('is a problem document for a route that does not exist and a method that a route does not have', async () => {
    for (const [method, path] of [
      ['GET', '/v2/nothing'],
      ['PUT', '/v2/sdk/session'],
      ['POST', '/'],
    ] as const) {
      expect(problemLine(await stack.api.call(method, path))).toBe('404 route.not_found');
    }
  });

  test('is a problem document for a path that is not well formed', async () => {
    const answer = await requestRaw('/v2/identities/%zz');
    expect(answer.status).toBe(400);
    expectProblem(answer);
  });
});

/** `fetch` repairs paths before it sends them. */
function requestRaw(path: string): Promise<{ status: number; contentType: string; body: unknown }> {
  const { hostname, port } = new URL(stack.api.baseUrl);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, agent: new Agent({ keepAlive: false }) }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? '',
          body: JSON.parse(text),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('the limiter', () => {
  test('counts requests of one token, says so in headers, and refuses with Retry-After', async () => {
    const limited = await startStack({
      env: { RATE_LIMIT_TOKEN_PER_SECOND: '5', RATE_LIMIT_SESSION_STARTS_PER_MINUTE: '2' },
    });
    try {
      const { token, clientId, flowOf } = limited.client;
      const path = '/v2/identities/idn_01h455vb4pex5vsknk084sn02q';
      const answers = await Promise.all(Array.from({ length: 20 }, () => limited.api.get(path, { token })));
      const refused = answers.filter((answer) => answer.status === 429);
      // At most two windows are touched, three on a busy machine.
      expect(refused.length).toBeGreaterThanOrEqual(5);
      for (const answer of refused) {
        expect(problemOf(answer)).toMatchObject({ code: 'rate.limited', retryable: true });
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
        expect(answer.headers.get('ratelimit')).toMatch(/^"apiToken";r=0;t=\d+$/);
      }
      expect(answers.find((answer) => answer.status === 404)?.headers.get('ratelimit-policy')).toBe(
        '"apiToken";q=5;w=1',
      );
      const { token: another } = await limited.client.addToken(['identities:read']);
      expect((await limited.api.get(path, { token: another })).status).toBe(404);

      const start = (headers: Record<string, string> = {}) =>
        limited.api.post('/v2/sdk/sessions', { json: sessionStart(clientId, flowOf('document-only')), headers });
      expect([(await start()).status, (await start()).status]).toEqual([201, 201]);
      const third = await start({ 'x-forwarded-for': '203.0.113.77' });
      expect(problemLine(third)).toBe('429 rate.limited');
      expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(30);
      for (let more = 0; more < 5; more += 1) expect(problemLine(await start())).toBe('429 rate.limited');
      expect(third.headers.get('ratelimit-policy')).toBe('"sessionStart";q=2;w=60');
    } finally {
      await limited.close();
    }
  });
});

describe('the catalogue of document kinds', () => {
  interface Listed {
    data: {
      type: string;
      country: string | null;
      subtype: string | null;
      sides: string[];
      mrzFormats: string[];
      fields: string[];
    }[];
  }
  const list = (query = '') => stack.api.get<Listed>(`/v2/document-kinds${query}`, { token: stack.client.token });

  test('lists every kind with its sides, zones and fields', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body.data).toHaveLength(documentKinds.length);
    expect(body.data).toContainEqual(
      expect.objectContaining({ type: 'driving-license', country: 'BR', subtype: 'cnh-2022', mrzFormats: ['TD1'] }),
    );
    for (const { sides, fields } of body.data) expect(Math.min(sides.length, fields.length)).toBeGreaterThan(0);
  });

  test('is filtered by type and country, with the kinds for any country', async () => {
    const { body } = await list('?type=national-id&country=FR');
    const subtypes = body.data.map(({ country, subtype }) => `${country ?? 'any'} ${subtype ?? ''}`);
    expect(subtypes).toEqual([
      'FR cni-1995',
      'FR cni-2021',
      'any id-card-td1',
      'any id-card-td2',
      'any residence-permit',
    ]);
  });

  test('refuses a country that does not exist', async () => {
    const answer = await list('?country=Brazil');
    expect(expectProblem(answer).code).toBe('request.invalid');
  });
});
