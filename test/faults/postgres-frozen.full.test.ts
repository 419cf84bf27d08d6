import { execFileSync } from 'node:child_process';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseHangs } from '../../src/db/connection/hang-breaker.ts';
import { startPostgres, type RunningPostgres } from '../../src/embedded/postgres.ts';
import { applyMigrations } from '../../src/db/migrations/apply-migrations.ts';
import { makeFolder } from '../embedded/support.ts';
import { problemLine } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { sessionStart } from '../support/sdk-client.ts';
import { startStack, type Stack } from '../support/stack.ts';

const folder = makeFolder();
let postgres: RunningPostgres;
let stack: Stack;
beforeAll(async () => {
  postgres = await startPostgres({ dataDir: folder.path, durable: true });
  await applyMigrations({ url: postgres.url });
  stack = await startStack({ env: { DATABASE_URL: postgres.url } });
}, 150_000);
afterAll(async () => {
  await stack.close();
  await postgres.stop();
  folder.remove();
});

/** Postgres and the processes of its connections. */
function signalAll(signal: 'STOP' | 'CONT'): void {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postgres.pid)], { encoding: 'utf8' });
  for (const pid of [String(postgres.pid), ...children.trim().split(/\s+/)]) process.kill(Number(pid), `SIG${signal}`);
}

/** How long a request waits for a connection. */
const waitMs = 5_000;

const start = () =>
  stack.api.post('/v2/sdk/sessions', {
    json: sessionStart(stack.client.clientId, stack.client.flowOf('document-only')),
  });

test('a frozen Postgres: requests get 503 soon, and afterwards no lock is left and cron jobs run', async () => {
  const { db } = stack.container;
  signalAll('STOP');
  let thawed = false;
  try {
    // A cron job that requests its lock while nothing answers, and a request that is already on its way.
    const cronJob = db.exclusively('frozen', () => Promise.resolve()).catch((error: unknown) => error);
    const first = start();
    await eventually(
      () =>
        db.probe().then(
          () => false,
          (error: unknown) => error instanceof DatabaseHangs,
        ),
      {
        withinMs: 60_000,
        what: 'the breaker',
      },
    );
    const before = performance.now();
    for (let count = 0; count < 20; count += 1) expect(problemLine(await start())).toBe('503 service.unavailable');
    // Each of twenty in a row would have waited for a connection.
    expect(performance.now() - before).toBeLessThan(20 * waitMs);
    expect((await stack.api.get('/health/ready')).status).toBe(503);
    expect(problemLine(await first)).toBe('503 service.unavailable');
    expect(await cronJob).toBeInstanceOf(Error);
    signalAll('CONT');
    thawed = true;
  } finally {
    if (!thawed) signalAll('CONT');
  }
  await eventually(async () => (await start()).status === 201, { withinMs: 60_000, what: 'a start after the thaw' });
  let ran = false;
  await eventually(
    async () => {
      await db.exclusively('frozen', () => {
        ran = true;
        return Promise.resolve();
      });
      return ran;
    },
    { what: 'the cron job' },
  );
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  const { rows } = await admin.query(`select 1 from pg_locks where locktype = 'advisory'`);
  await admin.end();
  expect(rows).toEqual([]);
}, 150_000);
