import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { applyMigrations, MigrationFailed, readMigrations } from '../../src/db/migrations/apply-migrations.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

let database: TestDatabase;
let sql: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = new pg.Pool({ connectionString: database.url, max: 4 });
});
beforeEach(async () => {
  await sql.query('drop schema public cascade; create schema public');
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const first = { name: '1_first', sql: 'create table a (id int primary key); create table b (id int);' };
const apply = (...migrations: { name: string; sql: string }[]) => applyMigrations({ url: database.url, migrations });
const columns = async () =>
  (
    await sql.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and table_name <> '_prisma_migrations' order by 1`,
    )
  ).rows.map(({ name }) => name);

it('applies each migration once, into a database that it creates', async () => {
  const url = new URL(database.url);
  url.pathname = `${url.pathname}_fresh`;
  try {
    const all = readMigrations();
    expect(await applyMigrations({ url: url.href })).toBe(all.length);
    expect(await applyMigrations({ url: url.href })).toBe(0);
  } finally {
    await sql.query(`drop database ${url.pathname.slice(1)} with (force)`);
  }
});

it('continues at the statement that was refused, without the statements before it', async () => {
  const broken = { name: '2_more', sql: 'alter table a add column more int; alter table b add column id int;' };
  await expect(apply(first, broken)).rejects.toThrow(MigrationFailed);
  expect(await columns()).toEqual(['a.id', 'a.more', 'b.id']);
  await sql.query('alter table b rename column id to other');
  expect(await apply(first, broken)).toBe(1);
  expect(await columns()).toEqual(['a.id', 'a.more', 'b.id', 'b.other']);
});

it('refuses to continue a migration whose text has changed since it was begun', async () => {
  await expect(apply(first, { name: '2', sql: 'alter table a add column x int; select 1/0' })).rejects.toThrow('zero');
  const changed = { name: '2', sql: 'alter table b add column x int; select 1' };
  await expect(apply(first, changed)).rejects.toThrow('begun with another text');
});

it('builds an index again if an earlier run was ended while it built that index', async () => {
  const index = 'create unique index concurrently a_id on b (id)';
  await apply(first);
  await sql.query('insert into b values (1), (1)');
  await expect(apply(first, { name: '2', sql: index })).rejects.toThrow('could not create unique index');
  const valid = () =>
    sql.query<{ valid: boolean }>(`select indisvalid as valid from pg_index where indexrelid = 'a_id'::regclass`);
  expect((await valid()).rows).toEqual([{ valid: false }]);
  await sql.query('delete from b');
  expect(await apply(first, { name: '2', sql: index })).toBe(1);
  expect((await valid()).rows).toEqual([{ valid: true }]);
});

it('takes turns with another process that migrates', async () => {
  const one = { name: '2', sql: 'alter table a add column x int' };
  const counts = await Promise.all([apply(first, one), apply(first, one), apply(first, one)]);
  expect(counts.sort()).toEqual([0, 0, 2]);
});

it('lets the traffic of a table through while a long reader of it is open, and continues when that has ended', async () => {
  await apply(first);
  await sql.query('insert into a select generate_series(1, 100)');
  const reader = await sql.connect();
  // As the service's own connections are: a statement that waits longer is refused.
  const traffic = new pg.Pool({ connectionString: database.url, max: 2, lock_timeout: 2_000 });
  const said: string[] = [];
  const hold = { ended: false };
  const free = async () => {
    hold.ended = true;
    await reader.query('commit');
  };
  try {
    await reader.query('begin; select count(*) from a');
    const migrated = applyMigrations({
      url: database.url,
      migrations: [
        first,
        { name: '2', sql: 'create index concurrently b_id on b (id); alter table a add column x int' },
      ],
      say: (line) => {
        said.push(line);
        if (said.length === 3) void free();
      },
    });
    let served = 0;
    while (!hold.ended) {
      await Promise.all([
        traffic.query('select count(*) from a'),
        traffic.query('update a set id = id where id = 1'),
        traffic.query('insert into b values (1)'),
      ]);
      served += 1;
      // Without a pause, thousands of rounds would take a processor for five seconds.
      await setTimeout(10);
    }
    expect(await migrated).toBe(1);
    expect(served).toBeGreaterThan(0);
    expect(said[0]).toMatch(
      /^migration 2 is held up by a transaction that has been open for \d+ s \(process \d+, ".*"\)/,
    );
    expect(await columns()).toContain('a.x');
  } finally {
    if (!hold.ended) await free();
    reader.release();
    await traffic.end();
  }
});

it('says that the database does not answer, without the password', async () => {
  const failure = applyMigrations({ url: 'postgresql://someone:the-secret@127.0.0.1:1/nothing' });
  await expect(failure).rejects.toThrow('ECONNREFUSED');
  await expect(failure).rejects.not.toThrow('the-secret');
});
