import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../src/embedded/free-port.ts';
import { startRedis, type RunningRedis } from '../../src/embedded/redis.ts';
import { makeFolder } from '../embedded/support.ts';
import { eventually } from '../support/eventually.ts';
import { blankPicture } from '../support/documents/pictures.ts';
import {
  startApiProcess,
  startWorkerProcess,
  type ApiProcess,
  type ServiceProcess,
} from '../support/programs/processes.ts';
import { sessionStart, startSdkSession, type SdkSession } from '../support/sdk-client.ts';
import { documentOnly } from '../support/seed.ts';
import { startStack, type Stack } from '../support/stack.ts';

const folder = makeFolder();
let redis: RunningRedis;
let stack: Stack;
let api: ApiProcess;
const workers: ServiceProcess[] = [];
let flowId: string;
let picture: Buffer;

const launchRedis = (port: number) => startRedis({ dir: folder.path, port, durable: false });
const redisPort = () => Number(new URL(redis.url).port);

beforeAll(async () => {
  redis = await launchRedis(await findFreePort());
  stack = await startStack({ env: { REDIS_URL: redis.url } });
  api = await startApiProcess(stack.env);
  flowId = await stack.client.addFlow('one-attempt', { ...documentOnly, maxAttemptsPerStep: 1 });
  picture = await blankPicture(400, 300);
});
afterAll(async () => {
  await Promise.all([api, ...workers].map((running) => running.kill()));
  await stack.close();
  await redis.stop();
  folder.remove();
});

async function submitOne(): Promise<SdkSession> {
  const session = await startSdkSession(api.api, sessionStart(stack.client.clientId, flowId));
  expect((await session.upload(picture)).status).toBe(201);
  expect((await session.submit()).status).toBe(202);
  return session;
}

const read = (session: SdkSession) =>
  api.api.get<{ status: string }>(`/v2/identities/${session.identityId}`, { token: stack.client.token });

async function expectAllEnd(sessions: readonly SdkSession[]): Promise<void> {
  await eventually(
    async () => (await Promise.all(sessions.map(read))).every(({ body }) => body.status === 'reviewNeeded'),
    { withinMs: 60_000, everyMs: 250, what: 'the end of everything that was submitted' },
  );
  const { rows } = await stack.sql.query(
    `select verification_id from session_messages where body->>'type' = 'verification.finished' group by 1 having count(*) <> 1`,
  );
  expect(rows).toEqual([]);
}

test('Redis flushed and then killed without its file, while work is pending: everything ends within 60 s', async () => {
  const flushed = [await submitOne(), await submitOne(), await submitOne()];
  const admin = new Redis(redis.url);
  await eventually(async () => (await admin.keys('*:document:*')).length > 0);
  await admin.flushall();
  admin.disconnect();
  workers.push(...(await Promise.all([startWorkerProcess(stack.env, 'quality', 'document', 'maintenance')])));
  await expectAllEnd(flushed);

  // The worker is busy, or about to be, when its queue disappears.
  const killed = [await submitOne(), await submitOne()];
  process.kill(redis.pid, 'SIGKILL');
  await redis.ended;
  rmSync(join(folder.path, 'data'), { recursive: true, force: true });

  // In the meantime the service answers, accepts, and reports what is missing.
  expect((await read(killed[0] ?? fail())).status).toBe(200);
  killed.push(await submitOne());
  const ready = await api.api.get<{ status: string; parts: { name: string; status: string }[] }>('/health/ready');
  expect([ready.status, ready.body.status]).toEqual([200, 'degraded']);
  expect(ready.body.parts).toContainEqual(expect.objectContaining({ name: 'redis', status: 'down' }));
  expect(ready.body.parts).toContainEqual(expect.objectContaining({ name: 'postgres', status: 'up' }));

  redis = await launchRedis(redisPort());
  await expectAllEnd(killed);
  expect([api, ...workers].every((running) => running.isRunning())).toBe(true);
}, 180_000);

function fail(): never {
  throw new Error('there is no such session');
}
