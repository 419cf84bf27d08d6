import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

/** One primary, one replica and three sentinels. The service knows the sentinels alone: REDIS_URL names a machine that does not exist. */
const password = randomBytes(12).toString('hex');
const sentinelPassword = randomBytes(12).toString('hex');
const folder = mkdtempSync(join(tmpdir(), 'verify-redis-sentinel-'));
const children = new Map<number, ChildProcess>();
/** Starts a server again that has ended. */
const startAgain = new Map<number, () => void>();
const sentinels: number[] = [];
const primary = 'verify-primary';
let stack: Stack;

async function start(name: string, settings: readonly string[], mode: readonly string[] = []): Promise<number> {
  const port = await findFreePort();
  const dir = join(folder, name);
  mkdirSync(dir);
  const file = join(dir, 'redis.conf');
  const lines = ['bind 127.0.0.1', `port ${port}`, `dir ${dir}`, `logfile ${join(dir, 'log')}`, ...settings];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const binary = await findRedisBinary(new URL('../../.cache', import.meta.url).pathname, () => undefined);
  const env = binary.environment ?? process.env;
  const launch = () => void children.set(port, spawn(binary.path, [file, ...mode], { env, stdio: 'ignore' }));
  launch();
  startAgain.set(port, launch);
  return port;
}

async function ask<T>(port: number, secret: string, question: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis({ host: '127.0.0.1', port, password: secret, maxRetriesPerRequest: 100 });
  redis.on('error', () => undefined);
  try {
    return await question(redis);
  } finally {
    redis.disconnect();
  }
}

/** The port of the server that a sentinel calls the primary. */
async function primaryPort(): Promise<number> {
  const [, port] = await ask(sentinels[0] ?? 0, sentinelPassword, async (redis) => {
    return (await redis.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', primary)) as [string, string];
  });
  return Number(port);
}

beforeAll(async () => {
  const secrets = [`requirepass ${password}`, `masterauth ${password}`, 'maxmemory-policy noeviction', 'save ""'];
  const first = await start('first', secrets);
  await start('second', [...secrets, `replicaof 127.0.0.1 ${first}`]);
  for (const name of ['one', 'two', 'three']) {
    const watches = [
      `requirepass ${sentinelPassword}`,
      `sentinel sentinel-pass ${sentinelPassword}`,
      `sentinel monitor ${primary} 127.0.0.1 ${first} 2`,
      `sentinel auth-pass ${primary} ${password}`,
      `sentinel down-after-milliseconds ${primary} 2000`,
      `sentinel failover-timeout ${primary} 10000`,
    ];
    sentinels.push(await start(name, watches, ['--sentinel']));
  }
  const knowsAll = async () => {
    const told = await Promise.all(
      sentinels.map((port) =>
        ask(port, sentinelPassword, async (redis) => String(await redis.call('SENTINEL', 'CKQUORUM', primary))),
      ),
    );
    return told.every((text) => text.startsWith('OK 3'));
  };
  await eventually(() => knowsAll().catch(() => false), { withinMs: 30_000, what: 'the sentinels' });
  stack = await startStack({
    env: {
      REDIS_URL: `redis://:${password}@redis.invalid:6379`,
      REDIS_SENTINELS: sentinels.map((port) => `127.0.0.1:${port}`).join(', '),
      REDIS_SENTINEL_NAME: primary,
      REDIS_SENTINEL_PASSWORD: sentinelPassword,
    },
  });
  await stack.startWorkers({ quality: true, document: true, maintenance: true, webhook: true, otp: true });
  await stack.client.addFlow('once', { ...documentOnly, maxAttemptsPerStep: 1 });
}, 120_000);
afterAll(async () => {
  await stack.close();
  // A server that was stopped by a signal ends once it goes on.
  for (const child of children.values()) {
    child.kill('SIGCONT');
    await stopChild(child, endOf(child), ['SIGTERM', 'SIGKILL']);
  }
  rmSync(folder, { recursive: true, force: true });
});

const hasReplica = (port: number) =>
  ask(port, password, async (redis) => (await redis.info('replication')).includes('state=online'));

/** Three verifications, of which one is submitted before its primary goes away and two after it. */
async function verifyThrough(takeAway: (server: ChildProcess) => void): Promise<void> {
  const before = await primaryPort();
  await eventually(() => hasReplica(before), { withinMs: 60_000, what: 'the replica' });
  const server = children.get(before);
  if (server === undefined) throw new Error('the primary is none of ours');
  const sessions = await Promise.all([1, 2, 3].map(() => stack.startSession('once')));
  const [first, ...others] = sessions;
  if (first === undefined) throw new Error('no session');
  const socket = first.follow();
  for (const session of sessions) expect((await session.upload(await smallPicture())).status).toBe(201);
  expect((await first.submit()).status).toBe(202);
  takeAway(server);
  // What is accepted while Redis is away waits in Postgres.
  for (const session of others) expect((await session.submit()).status).toBe(202);
  await eventually(async () => (await primaryPort()) !== before, { withinMs: 60_000, what: 'the new primary' });
  const isFinished = () => socket.messages.some(({ type }) => type === 'verification.finished');
  await eventually(isFinished, { withinMs: 120_000, what: 'the end on the socket' });
  socket.close();
  const unfinished = async () => {
    const ids = sessions.map(({ verificationId }) => verificationId);
    const { rows } = await stack.sql.query<{ status: string }>(
      `select status from verifications where id = any($1) and finished_at is null`,
      [ids],
    );
    return rows.length === 0;
  };
  await eventually(unfinished, { withinMs: 120_000, what: 'every verdict' });
}

test('readiness sees Redis, and doctor asks the primary that the sentinels name', { timeout: 60_000 }, async () => {
  const { body } = await stack.api.get<{ parts: { name: string; status: string }[] }>('/health/ready');
  expect(body.parts.find(({ name }) => name === 'redis')?.status).toBe('up');
  const { openSurroundings } = await import('../../src/commands/doctor/surroundings.ts');
  const place = openSurroundings(stack.container, null);
  try {
    const facts = await place.redisFacts();
    expect([facts.get('role'), facts.get('tcp_port')]).toEqual(['master', String(await primaryPort())]);
  } finally {
    await place.close();
  }
});

test(
  'verdicts arrive although the primary is killed in the middle, and nothing accepted is lost',
  { timeout: 300_000 },
  async () => {
    await verifyThrough((server) => server.kill('SIGKILL'));
  },
);

test(
  'a primary that hangs and keeps its connections open is left for the one that the sentinels name',
  { timeout: 300_000 },
  async () => {
    const now = await primaryPort();
    for (const [port, child] of children)
      if (port !== now && child.exitCode === null && child.signalCode !== null) startAgain.get(port)?.();
    await verifyThrough((server) => server.kill('SIGSTOP'));
  },
);
