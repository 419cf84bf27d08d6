import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../src/embedded/free-port.ts';
import { startPostgres, type RunningPostgres } from '../../src/embedded/postgres.ts';
import { applyMigrations } from '../../src/db/migrations/apply-migrations.ts';
import type { Session } from '../../src/contract/sessions/session.ts';
import { makeFolder } from '../embedded/support.ts';
import { problemOf, type Answer } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { blankPicture } from '../support/documents/pictures.ts';
import {
  startApiProcess,
  startWorkerProcess,
  type ApiProcess,
  type ServiceProcess,
} from '../support/programs/processes.ts';
import { createSdkSession, sessionStart, type SdkSession } from '../support/sdk-client.ts';
import { documentOnly, seedClient, type SeededClient } from '../support/seed.ts';
import { startStack, type Stack } from '../support/stack.ts';

const folder = makeFolder();
let postgres: RunningPostgres;
let stack: Stack;
let client: SeededClient;
let api: ApiProcess;
let worker: ServiceProcess;
let flowId: string;
let picture: Buffer;

const launchPostgres = (port: number) => startPostgres({ dataDir: folder.path, port, durable: true });

beforeAll(async () => {
  postgres = await launchPostgres(await findFreePort());
  await applyMigrations({ url: postgres.url });
  stack = await startStack({ env: { DATABASE_URL: postgres.url } });
  client = await seedClient(stack.container.db);
  flowId = await client.addFlow('one-attempt', { ...documentOnly, maxAttemptsPerStep: 1 });
  picture = await blankPicture(400, 300);
  [api, worker] = await Promise.all([startApiProcess(stack.env), startWorkerProcess(stack.env)]);
}, 120_000);
afterAll(async () => {
  await Promise.all([api.kill(), worker.kill()]);
  await stack.close();
  await postgres.stop();
  folder.remove();
});

/** What the service acknowledged. */
interface Acknowledged {
  session: SdkSession;
  mediaId: string | null;
  submitted: boolean;
}

/** Starts, uploads and submits until `until` resolves. Every call that is not acknowledged must say that it can be tried again. */
async function load(until: () => boolean): Promise<{ taken: Acknowledged[]; refusals: number }> {
  const taken: Acknowledged[] = [];
  let refusals = 0;
  const isTaken = (answer: Answer) => {
    if (answer.status < 300) return true;
    const problem = problemOf(answer);
    expect(`${problem.status} ${problem.code}`, JSON.stringify(answer.body)).toBe('503 service.unavailable');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    refusals += 1;
    return false;
  };
  while (!until()) {
    const started = await api.api.post<Session>('/v2/sdk/sessions', { json: sessionStart(client.clientId, flowId) });
    if (!isTaken(started)) continue;
    const session = createSdkSession(api.api, started.body);
    const one: Acknowledged = { session, mediaId: null, submitted: false };
    taken.push(one);
    const uploaded = await session.upload(picture);
    if (!isTaken(uploaded)) continue;
    one.mediaId = uploaded.body.mediaId;
    one.submitted = isTaken(await session.submit());
  }
  return { taken, refusals };
}

/** Everything that was acknowledged is there, and everything that was submitted ends. */
async function expectKept(taken: readonly Acknowledged[]): Promise<void> {
  for (const { session, mediaId } of taken) {
    const { status, body } = await session.state();
    expect(status).toBe(200);
    if (mediaId !== null) expect(body.steps[0]?.files.map((file) => file.mediaId)).toEqual([mediaId]);
  }
  const submitted = taken.filter((one) => one.submitted);
  expect(submitted.length).toBeGreaterThan(0);
  await eventually(
    async () => {
      const states = await Promise.all(submitted.map(({ session }) => session.state()));
      return states.every(({ body }) => body.status === 'finished');
    },
    { withinMs: 60_000, everyMs: 250, what: 'the end of everything that was submitted' },
  );
}

async function expectHealed(): Promise<void> {
  await eventually(
    async () => {
      const { status } = await api.api.post('/v2/sdk/sessions', { json: sessionStart(client.clientId, flowId) });
      return status === 201;
    },
    { withinMs: 60_000, everyMs: 100, what: 'a session after Postgres came back' },
  );
  await eventually(async () => (await api.api.get('/health/ready')).status === 200, { what: 'readiness' });
  expect([api.isRunning(), worker.isRunning()]).toEqual([true, true]);
}

describe('Postgres', () => {
  test('whose connections are cut every 200 ms: what was acknowledged is stored, the rest says 503', async () => {
    const admin = new pg.Client({ connectionString: new URL('/postgres', postgres.url).href });
    admin.on('error', () => undefined);
    await admin.connect();
    const endAt = performance.now() + 6_000;
    const cutter = (async () => {
      while (performance.now() < endAt) {
        await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'verify'`);
        await admin.query('select pg_sleep(0.2)');
      }
    })();
    const { taken, refusals } = await load(() => performance.now() > endAt);
    await cutter;
    await admin.end();
    expect(refusals).toBeGreaterThan(0);
    await expectHealed();
    await expectKept(taken);
  }, 120_000);

  test('that is killed and comes back: 503 meanwhile, and nothing acknowledged is lost', async () => {
    const port = Number(new URL(postgres.url).port);
    let back = false;
    const loading = load(() => back);
    await eventually(async () => (await stack.sql.query('select 1 from step_attempts')).rows.length > 0);
    process.kill(postgres.pid, 'SIGKILL');
    await postgres.ended;
    const ready = await eventually(async () => {
      const answer = await api.api.get<{ parts: { name: string; status: string }[] }>('/health/ready');
      return answer.status === 503 ? answer : null;
    });
    expect(ready.body.parts).toContainEqual(expect.objectContaining({ name: 'postgres', status: 'down' }));
    expect((await api.api.get('/health/live')).status).toBe(200);
    postgres = await launchPostgres(port);
    await expectHealed();
    back = true;
    const { taken, refusals } = await loading;
    expect(refusals).toBeGreaterThan(0);
    await expectKept(taken);
  }, 120_000);
});
