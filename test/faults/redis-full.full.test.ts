import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRedis, type RunningRedis } from '../../src/embedded/redis.ts';
import { makeFolder } from '../embedded/support.ts';
import { eventually } from '../support/eventually.ts';
import { blankPicture } from '../support/documents/pictures.ts';
import { documentOnly } from '../support/seed.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { documentHandlers, emptyReader, outboxRows } from '../support/steps.ts';

const folder = makeFolder();
let redis: RunningRedis;
let admin: Redis;
let stack: Stack;
beforeAll(async () => {
  redis = await startRedis({ dir: folder.path, durable: false });
  admin = new Redis(redis.url);
  stack = await startStack({ env: { REDIS_URL: redis.url } });
});
afterAll(async () => {
  await stack.close();
  admin.disconnect();
  await redis.stop();
  folder.remove();
});

test('a Redis without room costs delay and nothing else', async () => {
  const flow = 'one-attempt';
  await stack.client.addFlow(flow, { ...documentOnly, maxAttemptsPerStep: 1 });
  await admin.config('SET', 'maxmemory', '1');
  await expect(admin.set('x', 'y')).rejects.toThrow('OOM');

  const session = await stack.startSession(flow);
  expect((await session.upload(await blankPicture(400, 300))).status).toBe(201);
  expect((await session.submit()).status).toBe(202);
  expect(await outboxRows(stack, 'document.read')).toHaveLength(1);
  expect((await session.state()).body.steps[0]?.status).toBe('processing');

  await admin.config('SET', 'maxmemory', '0');
  await stack.startWorkers({ documentHandlers: documentHandlers(stack, emptyReader), maintenance: true });
  await eventually(async () => (await session.state()).body.status === 'finished', {
    withinMs: 60_000,
    what: 'the end of what was submitted while Redis was full',
  });
});
