import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { inject } from 'vitest';

/** A pool ends before the server has closed its connections. After this time they are taken as left open. */
const goodbyeMs = 250;

export interface TestDatabase {
  url: string;
  /** Ends connections that are still open, too. */
  drop(): Promise<void>;
}

/** A migrated, empty database for one test file: a copy of the template, made in some ten milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('templateDatabaseUrl'));
  const admin = new URL('/postgres', template).href;
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copying files beats copying through the log, since nothing is flushed to a disk here.
  await run(admin, `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`);
  const url = new URL(`/${name}`, template);
  // A caller that drops the parameter connects over TCP.
  const socketFolder = inject('databaseSocketFolder');
  if (socketFolder !== '') url.searchParams.set('host', socketFolder);
  return {
    url: url.href,
    drop: () => dropDatabase(admin, name),
  };
}

/** The database as it is now, as a restore of a dump would bring it back. Ends its connections; pools make new ones. */
export async function copyDatabase(url: string): Promise<TestDatabase> {
  const source = new URL(url).pathname.slice(1);
  const admin = new URL('/postgres', url).href;
  const name = `test_${randomBytes(8).toString('hex')}`;
  await run(admin, `alter database ${source} allow_connections false`);
  await run(admin, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${source}'`);
  await run(admin, `create database ${name} template ${source} strategy file_copy`);
  await run(admin, `alter database ${source} allow_connections true`);
  return {
    url: new URL(`/${name}`, url).href,
    drop: () => dropDatabase(admin, name),
  };
}

/**
 * First waits for connections that are being closed. If the server ended them instead, its error would reach a pool that has no listener, and
 * the run would fail although every test passed.
 */
async function dropDatabase(admin: string, name: string): Promise<void> {
  const everyMs = 5;
  await run(
    admin,
    `do $$ begin
       for wait in 1..${String(goodbyeMs / everyMs)} loop
         exit when not exists (select from pg_stat_activity where datname = '${name}' and backend_type = 'client backend');
         perform pg_sleep(${String(everyMs / 1000)}), pg_stat_clear_snapshot();
       end loop;
     end $$`,
    `drop database ${name} with (force)`,
  );
}

/** One connection for each server, in a process of the tests: a connection costs the server a process, and a file makes and drops a database. */
const admins = new Map<string, Pool>();

async function run(url: string, ...statements: string[]): Promise<void> {
  const pool = admins.get(url) ?? openAdmins(url);
  admins.set(url, pool);
  const client = await pool.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    client.release();
  }
}

function openAdmins(connectionString: string): Pool {
  const pool = new Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The server stops before the processes of the tests end.
  pool.on('error', () => undefined);
  return pool;
}
