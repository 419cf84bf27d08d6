import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSentryErrorReports } from '../../src/adapters/telemetry/sentry-error-reports.ts';
import { eventually } from '../support/eventually.ts';
import { blankPicture } from '../support/documents/pictures.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';
import { breakingReader, documentHandlers, handRunner, stepJobsOf } from '../support/steps.ts';

/** An ingest server like Sentry's, which keeps what it receives. */
const received: { url: string; body: string }[] = [];
let ingest: Server;
let dsn: string;
let stack: Stack;

beforeAll(async () => {
  ingest = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ url: request.url ?? '', body: Buffer.concat(parts).toString('utf8') });
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => ingest.listen(0, '127.0.0.1', resolve));
  dsn = `http://key@127.0.0.1:${(ingest.address() as AddressInfo).port}/42`;
  stack = await startStack({ env: { SENTRY_DSN: dsn } });
  await stack.startWorkers({ qualityHandlers: noInspection });
});
afterAll(async () => {
  await stack.close();
  await new Promise((resolve) => ingest.close(resolve));
});

const eventOf = (body: string) =>
  JSON.parse(body.split('\n')[2] ?? '') as {
    exception: { values: { type: string; value?: string; stacktrace: { frames: { filename: string }[] } }[] };
    tags: Record<string, string>;
    release: string;
  };

test('a request that fails by a fault of ours is reported, with its route and nothing that was sent', async () => {
  const canary = 'Ana Canary 1987';
  const { starts } = stack.container.db;
  const find = starts.findStartContext;
  starts.findStartContext = () =>
    Promise.reject(
      new RangeError(`bad value ${canary}\n    at ${canary} (secret.ts:1:1)`, { cause: new Error(canary) }),
    );
  const answer = await stack.app.inject({
    method: 'POST',
    url: '/v2/sdk/sessions?from=canary-in-the-query',
    headers: { 'user-agent': 'canary-in-the-header', authorization: 'Bearer canary-token' },
    payload: {
      clientId: stack.client.clientId,
      flowId: stack.client.flowOf('document-only'),
      metadata: { name: canary },
      sdk: { platform: 'web', version: '1' },
      device: { languages: ['en'] },
    },
  });
  starts.findStartContext = find;
  expect(answer.statusCode).toBe(500);
  await eventually(() => Promise.resolve(received.length === 1));
  const [{ url, body } = { url: '', body: '' }] = received;
  expect(url).toContain('/api/42/envelope/');
  const event = eventOf(body);
  expect(event.exception.values.map(({ type }) => type)).toEqual(['Error', 'RangeError']);
  expect(event.exception.values[1]?.stacktrace.frames.length).toBeGreaterThan(0);
  expect(event.tags).toMatchObject({ route: '/v2/sdk/sessions', method: 'POST', process: 'api' });
  expect(event.tags.requestId).toMatch(/^req_/);
  expect(body).not.toMatch(/canary/i);
});

test('a job that fails is reported by its ids, and a refusal is no fault', async () => {
  received.length = 0;
  expect((await stack.api.get('/v2/identities/idn_none', { token: stack.client.token })).status).toBe(404);
  const session = await stack.startSession();
  await session.upload(await blankPicture(400, 300));
  await session.submit();
  const [row] = await stepJobsOf(stack, session.verificationId);
  if (row === undefined) throw new Error('no work was asked for');
  await handRunner(stack, documentHandlers(stack, breakingReader))(row);
  await eventually(() => Promise.resolve(received.length > 0));
  expect(received).toHaveLength(1);
  expect(eventOf(received[0]?.body ?? '').tags).toMatchObject({ job: 'document.read', outboxId: row.id, attempt: '1' });
  expect(received[0]?.body).not.toContain('the model fell over');
});

test('a fault that everybody meets is reported thirty times a minute at most', async () => {
  received.length = 0;
  const errors = createSentryErrorReports(dsn, { process: 'api', release: '1' });
  for (let count = 0; count < 100; count += 1) errors.report(new Error('same'), {});
  await errors.close();
  expect(received.length).toBeLessThanOrEqual(30);
  expect(received.length).toBeGreaterThan(0);
});

test('without a DSN nothing is sent, and an ingest server that is down has no effect', async () => {
  received.length = 0;
  const about = { process: 'api', release: '1' };
  for (const target of [null, 'http://key@127.0.0.1:1/42']) {
    const errors = createSentryErrorReports(target, about);
    errors.report(new Error('lost'), {});
    await errors.close();
  }
  expect(received).toEqual([]);
});
