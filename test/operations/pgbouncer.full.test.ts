import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../src/adapters/telemetry/logger.ts';
import { databaseChecks } from '../../src/commands/doctor/checks/database.ts';
import { openCheckContext } from '../../src/commands/doctor/check-context.ts';
import { loadConfig } from '../../src/config.ts';
import { createContainer } from '../../src/container.ts';
import { findFreePort } from '../../src/embedded/free-port.ts';
import { stopChild, endOf } from '../../src/embedded/stop-child.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { eventually } from '../support/eventually.ts';
import { openComposition, type Composition } from '../support/programs/composition.ts';
import { fetchDebianProgram } from '../support/programs/debian-program.ts';
import { runComposition } from '../support/programs/run-composition.ts';

/** The service behind PgBouncer in transaction mode, as deploy/pgbouncer says, with fewer sessions than the service has connections. */
const sessions = 5;
const settings = readFileSync(new URL('../../deploy/pgbouncer/pgbouncer.ini', import.meta.url), 'utf8');
const pgbouncer = fetchDebianProgram('pgbouncer', 'usr/sbin/pgbouncer');
if (pgbouncer === null) console.log('skipped: PgBouncer is not in the Debian packages within reach');

const given: Record<string, string> = {};
const folder = mkdtempSync(join(tmpdir(), 'verify-pgbouncer-'));
const children: ChildProcess[] = [];
let composition: Composition;
let direct: string;

beforeAll(async () => {
  composition = await openComposition('pooled', given);
  const file = join(composition.folder, 'database_url');
  direct = readFileSync(file, 'utf8');
  // The role is made by `migrate`, and PgBouncer connects once it is asked for something.
  writeFileSync(file, await startPooler(settings));
  given.DATABASE_DIRECT_URL = direct;
}, 180_000);
afterAll(async () => {
  await composition.close();
  for (const child of children) await stopChild(child, endOf(child), ['SIGTERM', 'SIGKILL']);
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the address that leads through it. */
async function startPooler(text: string): Promise<string> {
  if (pgbouncer === null) return direct;
  const { username, password, hostname, port, pathname } = new URL(direct);
  const own = await findFreePort();
  const users = join(folder, `users-${own}.txt`);
  const file = join(folder, `${own}.ini`);
  writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  const ini = text
    .replace('verify = host=postgres port=5432', `${pathname.slice(1)} = host=${hostname} port=${port}`)
    .replace('listen_addr = *', 'listen_addr = 127.0.0.1')
    .replace('listen_port = 6432', `listen_port = ${own}\nunix_socket_dir =`)
    .replace('default_pool_size = 40', `default_pool_size = ${sessions}`)
    .replace('/etc/pgbouncer/userlist.txt', users);
  // It refuses to run as root.
  writeFileSync(file, process.getuid?.() === 0 ? `${ini}\nuser = nobody\n` : ini);
  for (const path of [users, file]) chmodSync(path, 0o644);
  chmodSync(folder, 0o755);
  const child = spawn(pgbouncer.path, ['-q', file], { env: pgbouncer.env, stdio: ['ignore', 'inherit', 'inherit'] });
  children.push(child);
  return Object.assign(new URL(direct), { hostname: '127.0.0.1', port: String(own) }).href;
}

const open = (more: Record<string, string> = {}, options = {}) =>
  createContainer(
    loadConfig({ ...composition.environmentOf('api'), ...more }),
    createLogger({ level: 'silent', process: 'admin' }),
    options,
  );

test.skipIf(pgbouncer === null)(
  'from the migration over a start and an upload to the verdict, every process works through the pooler and stops in peace',
  { timeout: 500_000 },
  async () => {
    const { status, exitCodes } = await runComposition(composition, await smallPicture());
    expect(status).toMatch(/^(reviewNeeded|rejected)$/);
    expect(exitCodes.every((code) => code === 0)).toBe(true);
  },
);

test.skipIf(pgbouncer === null)(
  'a lock of a cron job is held by one process at a time, over many transactions, and is released',
  async () => {
    const [one, other] = [open(), open()];
    const sql = new pg.Client({ connectionString: direct });
    await sql.connect();
    try {
      let [ran, refused] = [0, 0];
      await one.db.exclusively('a-cron-job', async () => {
        ran += 1;
        for (let count = 0; count < 2 * sessions; count += 1) {
          await Promise.all([one.db.probe(), other.db.probe(), other.db.transaction((tx) => tx.clients.listIds())]);
          await other.db.exclusively('a-cron-job', () => Promise.resolve(void (refused -= 1)));
          refused += 1;
        }
      });
      await other.db.exclusively('a-cron-job', () => Promise.resolve(void (ran += 1)));
      expect([ran, refused]).toEqual([2, 2 * sessions]);
      const held = async () => (await sql.query(`select 1 from pg_locks where locktype = 'advisory'`)).rowCount;
      await eventually(async () => (await held()) === 0, { what: 'locks that are let go' });
    } finally {
      await sql.end();
      await Promise.all([one.close(), other.close()]);
    }
  },
);

test.skipIf(pgbouncer === null)(
  'statements through the pooler end in time, and doctor says where they would not',
  async () => {
    const without = await startPooler(settings.replace(/ connect_query='.*'/, ''));
    const find = async (more: Record<string, string>) => {
      const container = open(more);
      const context = openCheckContext(container, null);
      try {
        const findings = await Promise.all(databaseChecks.map((one) => one.run(context)));
        return findings.flat().map(({ code }) => code);
      } finally {
        await context.close();
        await container.close();
      }
    };
    expect(await find({})).not.toContain('database.pooler_without_timeouts');
    expect(await find({ DATABASE_URL: without, DATABASE_URL_FILE: '' })).toContain('database.pooler_without_timeouts');
  },
);
