import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallPicture } from '../../support/documents/pictures.ts';
import { eventually } from '../../support/eventually.ts';
import { startApiProcess, startWorkerProcess, type ApiProcess } from '../../support/programs/processes.ts';
import { sessionStart, startSdkSession } from '../../support/sdk-client.ts';
import { documentOnly } from '../../support/seed.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { startClusteredRedis, type ClusteredRedis } from './clustered-redis.ts';

/** Real processes, since Node reads the authorities that it trusts at its start. */
let redis: ClusteredRedis;
let stack: Stack;
let api: ApiProcess;
const running: { kill(): Promise<void> }[] = [];

beforeAll(async () => {
  redis = await startClusteredRedis({ tls: true });
  stack = await startStack();
  await stack.client.addFlow('once', { ...documentOnly, maxAttemptsPerStep: 1 });
  const env = { ...stack.env, ...redis.env };
  api = await startApiProcess(env);
  running.push(api, await startWorkerProcess(env));
}, 240_000);
afterAll(async () => {
  for (const process of running) await process.kill();
  await stack.close();
  await redis.stop();
});

const redisOf = async ({ api: client }: ApiProcess) => {
  const { body } = await client.get<{ parts: { name: string; status: string }[] }>('/health/ready');
  return body.parts.find(({ name }) => name === 'redis')?.status;
};

test('a verdict arrives over TLS with a password, through the node that holds the keys', async () => {
  await eventually(async () => (await redisOf(api)) === 'up', { withinMs: 60_000, what: 'Redis' });
  const session = await startSdkSession(api.api, sessionStart(stack.client.clientId, stack.client.flowOf('once')));
  const socket = session.follow();
  expect((await session.upload(await smallPicture())).status).toBe(201);
  expect((await session.submit()).status).toBe(202);
  // The message comes through Redis.
  const isFinished = () => socket.messages.some(({ type }) => type === 'verification.finished');
  await eventually(() => Promise.resolve(isFinished()), { withinMs: 240_000, what: 'the end on the socket' });
  socket.close();
  const keys = await redis.keys();
  expect(keys.map((some) => some.length > 0)).toEqual(keys.map((_, index) => index === redis.holder));
}, 300_000);

test('nodes with a certificate of an unknown authority get no password and count as away', async () => {
  const { NODE_EXTRA_CA_CERTS: unnamed, ...env } = { ...stack.env, ...redis.env };
  expect(unnamed).toBeDefined();
  const distrusting = await startApiProcess(env);
  running.push(distrusting);
  expect(await redisOf(distrusting)).toBe('down');
}, 120_000);
