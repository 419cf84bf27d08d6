import { randomBytes } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../src/embedded/free-port.ts';
import { findRedisBinary } from '../../src/embedded/redis-binary.ts';
import { endOf, stopChild } from '../../src/embedded/stop-child.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { eventually } from '../support/eventually.ts';
import { documentOnly } from '../support/seed.ts';
import { startStack, type Stack } from '../support/stack.ts';

/** The service on a Redis Cluster of three nodes, of which one holds its keys and another is the one that REDIS_URL names. */
const slots = 16_384;
const password = randomBytes(12).toString('hex');
const folder = mkdtempSync(join(tmpdir(), 'verify-redis-cluster-'));
const children: ChildProcess[] = [];
const nodes: { redis: Redis; port: number; first: number; last: number }[] = [];
const prefix = 'clustered';
let stack: Stack;
let holder: number;

async function startNode(index: number): Promise<void> {
  const [port, bus] = [await findFreePort(), await findFreePort()];
  const dir = join(folder, String(index));
  mkdirSync(dir);
  const binary = await findRedisBinary(new URL('../../.cache', import.meta.url).pathname, () => undefined);
  const settings = [
    '--bind',
    '127.0.0.1',
    '--port',
    port,
    '--cluster-enabled',
    'yes',
    '--cluster-port',
    bus,
    '--dir',
    dir,
  ];
  const secrets = [
    '--requirepass',
    password,
    '--masterauth',
    password,
    '--maxmemory-policy',
    'noeviction',
    '--save',
    '',
  ];
  const args = [...settings, ...secrets].map(String);
  children.push(spawn(binary.path, args, { env: binary.environment ?? process.env, stdio: 'ignore' }));
  const redis = new Redis({ host: '127.0.0.1', port, password, maxRetriesPerRequest: 100 });
  redis.on('error', () => undefined);
  const first = Math.floor((slots * index) / 3);
  const last = Math.floor((slots * (index + 1)) / 3) - 1;
  await redis.cluster('ADDSLOTS', ...Array.from({ length: last - first + 1 }, (_, at) => first + at));
  await nodes[0]?.redis.call('CLUSTER', 'MEET', '127.0.0.1', port, bus);
  nodes.push({ redis, port, first, last });
}

beforeAll(async () => {
  for (let index = 0; index < 3; index += 1) await startNode(index);
  const isReady = async () => {
    const told = await Promise.all(nodes.map(({ redis }) => redis.cluster('INFO')));
    return told.every((text) => text.includes('cluster_state:ok') && text.includes('cluster_known_nodes:3'));
  };
  await eventually(isReady, { withinMs: 30_000, what: 'the cluster' });
  const slot = Number(await nodes[0]?.redis.cluster('KEYSLOT', `{${prefix}}:workers`));
  holder = nodes.findIndex(({ first, last }) => slot >= first && slot <= last);
  const named = nodes[(holder + 1) % 3];
  stack = await startStack({
    env: {
      REDIS_URL: `redis://:${password}@127.0.0.1:${named?.port ?? 0}`,
      REDIS_CLUSTER: 'true',
      REDIS_PREFIX: prefix,
    },
  });
}, 120_000);
afterAll(async () => {
  await stack.close();
  for (const { redis } of nodes) redis.disconnect();
  for (const child of children) await stopChild(child, endOf(child), ['SIGTERM', 'SIGKILL']);
  rmSync(folder, { recursive: true, force: true });
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
  const keys = await Promise.all(nodes.map(({ redis }) => redis.keys('*')));
  expect(keys[holder]?.some((key) => key.startsWith(`{${prefix}}:rate:`))).toBe(true);
  expect(keys[holder]?.some((key) => key.includes(':document:'))).toBe(true);
});

test('every key is in the one slot that scripts over several keys need', async () => {
  const keys = await Promise.all(nodes.map(({ redis }) => redis.keys('*')));
  expect(keys.map((some) => some.length > 0)).toEqual(nodes.map((_, index) => index === holder));
  expect(keys.flat().filter((key) => !key.startsWith(`{${prefix}}`))).toEqual([]);
});
