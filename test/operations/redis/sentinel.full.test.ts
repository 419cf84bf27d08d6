import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallPicture } from '../../support/documents/pictures.ts';
import { eventually } from '../../support/eventually.ts';
import { documentOnly } from '../../support/seed.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { startSentinelledRedis, type SentinelledRedis } from './sentinelled-redis.ts';

/** The service knows the sentinels alone: REDIS_URL names a machine that does not exist. */
let redis: SentinelledRedis;
let stack: Stack;

beforeAll(async () => {
  redis = await startSentinelledRedis();
  stack = await startStack({ env: redis.env });
  await stack.startWorkers({ quality: true, document: true, maintenance: true, webhook: true, otp: true });
  await stack.client.addFlow('once', { ...documentOnly, maxAttemptsPerStep: 1 });
}, 120_000);
afterAll(async () => {
  await stack.close();
  await redis.stop();
});

/** Three verifications, of which one is submitted before its primary goes away and two after it. */
async function verifyThrough(takeAway: (server: ChildProcess) => void): Promise<void> {
  const before = await redis.primaryPort();
  await eventually(() => redis.hasReplica(before), { withinMs: 60_000, what: 'the replica' });
  const sessions = await Promise.all([1, 2, 3].map(() => stack.startSession('once')));
  const [first, ...others] = sessions;
  if (first === undefined) throw new Error('no session');
  const socket = first.follow();
  for (const session of sessions) expect((await session.upload(await smallPicture())).status).toBe(201);
  expect((await first.submit()).status).toBe(202);
  takeAway(redis.processOf(before));
  // What is accepted while Redis is down waits in Postgres.
  for (const session of others) expect((await session.submit()).status).toBe(202);
  await eventually(async () => (await redis.primaryPort()) !== before, { withinMs: 60_000, what: 'the new primary' });
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

test('readiness sees Redis, and doctor asks the primary that the sentinels name', async () => {
  const { body } = await stack.api.get<{ parts: { name: string; status: string }[] }>('/health/ready');
  expect(body.parts.find(({ name }) => name === 'redis')?.status).toBe('up');
  const { openCheckContext } = await import('../../../src/commands/doctor/check-context.ts');
  const context = openCheckContext(stack.container, null);
  try {
    const facts = await context.redisFacts();
    expect([facts.get('role'), facts.get('tcp_port')]).toEqual(['master', String(await redis.primaryPort())]);
  } finally {
    await context.close();
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
    redis.reviveEnded();
    await verifyThrough((server) => server.kill('SIGSTOP'));
  },
);
