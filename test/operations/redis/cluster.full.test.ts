import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallPicture } from '../../support/documents/pictures.ts';
import { eventually } from '../../support/eventually.ts';
import { documentOnly } from '../../support/seed.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { startClusteredRedis, type ClusteredRedis } from './clustered-redis.ts';

/** The service on a Redis Cluster of three nodes, of which one holds its keys and another is the one that REDIS_URL names. */
let redis: ClusteredRedis;
let stack: Stack;

beforeAll(async () => {
  redis = await startClusteredRedis();
  stack = await startStack({ env: redis.env });
}, 120_000);
afterAll(async () => {
  await stack.close();
  await redis.stop();
});

test('a picture goes from the start to the verdict, and a socket gets the messages', { timeout: 200_000 }, async () => {
  await stack.startWorkers({ quality: true, document: true, maintenance: true, webhook: true, otp: true });
  await stack.client.addFlow('once', { ...documentOnly, maxAttemptsPerStep: 1 });
  const session = await stack.startSession('once');
  const socket = session.follow();
  try {
    expect((await session.upload(await smallPicture())).status).toBe(201);
    expect((await session.submit()).status).toBe(202);
    const isFinished = () => socket.messages.some(({ type }) => type === 'verification.finished');
    await eventually(isFinished, { withinMs: 120_000, what: 'the verdict on the socket' });
  } finally {
    socket.close();
  }
});

test('readiness sees Redis and the workers, and the limits are counted there', async () => {
  const { body } = await stack.api.get<{ parts: { name: string; status: string }[] }>('/health/ready');
  expect(body.parts.find(({ name }) => name === 'redis')?.status).toBe('up');
  expect(await stack.container.workers.list()).toBeInstanceOf(Array);
  const keys = await redis.keys();
  expect(keys[redis.holder]?.some((key) => key.startsWith(`${redis.tag}:rate:`))).toBe(true);
  expect(keys[redis.holder]?.some((key) => key.includes(':document:'))).toBe(true);
});

test('every key is in the one slot that scripts over several keys need', async () => {
  const keys = await redis.keys();
  expect(keys.map((some) => some.length > 0)).toEqual(keys.map((_, index) => index === redis.holder));
  expect(keys.flat().filter((key) => !key.startsWith(redis.tag))).toEqual([]);
});
