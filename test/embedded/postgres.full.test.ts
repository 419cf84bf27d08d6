import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startPostgres, type RunningPostgres } from '../../src/embedded/postgres.ts';
import { isAlive } from '../../src/embedded/process-identity.ts';
import { makeFolder, startElsewhere, untilGone } from './support.ts';

const folder = makeFolder();
const dataDir = join(folder.path, 'postgres');
let server: RunningPostgres | undefined;

async function start(): Promise<RunningPostgres> {
  server = await startPostgres({ dataDir, durable: true });
  return server;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows.map((row) => Object.values(row)[0]);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  // Makes the cluster, so that no single test pays for it.
  await (await start()).stop();
});

afterEach(async () => {
  await server?.stop();
});

afterAll(folder.remove);

it('listens on 127.0.0.1 only and on no socket file', async () => {
  const { url } = await start();
  expect(new URL(url).hostname).toBe('127.0.0.1');
  expect(await query(url, 'show listen_addresses')).toEqual(['127.0.0.1']);
  expect(await query(url, 'show unix_socket_directories')).toEqual(['']);
});

it('keeps its rows and its password across a stop and a start', async () => {
  const first = await start();
  await query(first.url, 'create table kept (value int)');
  await query(first.url, 'insert into kept values (7)');
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  const second = await start();
  expect(await query(second.url, 'select value from kept')).toEqual([7]);
  expect(new URL(second.url).password).toBe(new URL(first.url).password);
});

it('refuses a wrong password and shows the right one to nobody else', async () => {
  const { url } = await start();
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
  expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600);
});

it('may be stopped twice', async () => {
  const { stop } = await start();
  await Promise.all([stop(), stop()]);
  await stop();
});

it('ends when the process that started it is killed', async () => {
  const { starter, serverPid } = await startElsewhere('postgres', dataDir);
  starter.kill('SIGKILL');
  await untilGone(serverPid);
});

it('stops a server that an earlier run left behind', async () => {
  const { starter, serverPid } = await startElsewhere('postgres', dataDir);
  // Stopped, not killed: its server has no reason to end.
  starter.kill('SIGSTOP');
  try {
    const { url } = await start();
    expect(isAlive(serverPid)).toBe(false);
    expect(await query(url, 'select 1')).toEqual([1]);
  } finally {
    starter.kill('SIGKILL');
  }
});

it('starts although the process id in an old lock file now belongs to another program', async () => {
  const pidFile = join(dataDir, 'cluster/postmaster.pid');
  writeFileSync(pidFile, `${String(process.pid)}\n${join(dataDir, 'cluster')}\n`);
  const { pid } = await start();
  expect(readFileSync(pidFile, 'utf8').split('\n')[0]).toBe(String(pid));
});

it('creates the database again if its creation was interrupted', async () => {
  const other = join(folder.path, 'interrupted');
  mkdirSync(join(other, 'cluster.unfinished'), { recursive: true });
  writeFileSync(join(other, 'cluster.unfinished/PG_VERSION'), '18\n');
  const { url, stop } = await startPostgres({ dataDir: other, durable: false });
  expect(await query(url, 'select 1')).toEqual([1]);
  await stop();
});

it('repeats what Postgres says if it cannot start', async () => {
  const { url } = await start();
  const port = Number(new URL(url).port);
  const second = startPostgres({ dataDir: join(folder.path, 'second'), port, durable: false });
  await expect(second).rejects.toThrow(/did not start[^]*could not bind/);
});
