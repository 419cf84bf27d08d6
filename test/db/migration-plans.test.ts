import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readMigrations } from '../../src/db/migrations/apply-migrations.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { judgeMigrations } from './judge-migrations.ts';

/**
 * While a new version starts, the previous one still runs on the same database. So a migration may add, but never remove or narrow what the
 * previous version reads or writes, nor read or rewrite a table while its writers wait. What is no longer used is removed one version
 * later, and is listed here with its effect.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // No stricter than what they replace: a number that must exist, and exist once.
  '20261126061500_audit_beyond_int4': [
    'restricts audit_entries: CHECK ((num_nonnulls(sequence, long_sequence) = 1))',
    'restricts audit_heads: CHECK ((num_nonnulls(sequence, long_sequence) = 1))',
    'restricts audit_entries: CREATE UNIQUE INDEX audit_entries_client_id_number_key ON public.audit_entries USING btree (client_id, COALESCE(long_sequence, (sequence)::bigint))',
  ],
};

/** From before there was a service to keep running: they built indexes while writers waited. */
const lastBeforeTheRule = '20261121064046_fewer_indexes_of_hot_rows';

let database: TestDatabase;
let sql: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = new pg.Pool({ connectionString: database.url, max: 2 });
});
beforeEach(async () => {
  await sql.query('drop schema public cascade; create schema public');
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

it('no migration holds up the traffic of a filled table, or removes what the previous version uses', async () => {
  const found = await judgeMigrations(sql, database.url, readMigrations());
  const early = found.filter(({ migration }) => migration <= lastBeforeTheRule);
  expect(early.filter((one) => !one.found.startsWith('reads all of'))).toEqual([]);
  const late = found.filter(({ migration }) => migration > lastBeforeTheRule);
  expect(late.filter((one) => allowed[one.migration]?.includes(one.found) !== true)).toEqual([]);
});

const tables = `
  create table a (id int primary key, word text not null, maybe text);
  create table b (id int primary key, a_id int not null);`;

it.each([
  ['alter table a add column more text', []],
  ["alter table a add column more text not null default 'x'", []],
  ['create index concurrently a_word on a (word)', []],
  ['create table c (id int primary key, a_id int references a (id))', []],
  ['alter table b add constraint b_a foreign key (a_id) references a (id) not valid', ['restricts b: FOREIGN KEY']],
  ['alter table a set (fillfactor = 70)', []],
  ['create index a_word on a (word)', ['reads all of a while others wait']],
  ['alter table a add column more uuid not null default gen_random_uuid()', ['rewrites a while others wait']],
  ['alter table a add column more text not null', ['refused']],
  [
    'delete from a; alter table a add column more text not null',
    ['changes rows of a', 'reads all of a while others wait', 'requires the new a.more'],
  ],
  ["update a set word = 'x' where id = 1", ['changes rows of a']],
  ['alter table a alter column id type bigint', ['rewrites a while others wait', 'changes the type of a.id']],
  ['alter table a alter column word type varchar(20)', ['rewrites a while others wait', 'changes the type of a.word']],
  [
    "update a set maybe = 'x'; alter table a alter column maybe set not null",
    ['changes rows of a', 'reads all of a while others wait', 'requires a.maybe'],
  ],
  ['alter table a drop column maybe', ['takes a.maybe away']],
  ['alter table a rename column maybe to perhaps', ['takes a.maybe away']],
  ['alter table a rename to c', ['takes the table a away']],
  ['drop table b', ['takes the table b away']],
  ['create unique index concurrently a_word on a (word)', ['restricts a: CREATE UNIQUE INDEX']],
  ['alter table a add constraint a_id check (id > 0)', ['reads all of a while others wait', 'restricts a: CHECK']],
  [
    `alter table a add constraint bound check (id < 5000) not valid; alter table a validate constraint bound;
     do $$ begin
       alter table a rename to a_first; alter index a_pkey rename to a_first_pkey;
       create table a (like a_first) partition by range (id);
       alter table a add primary key (id);
       alter table a attach partition a_first for values from (minvalue) to (5000);
       alter table a_first drop constraint bound;
     end $$`,
    [],
  ],
  [
    `do $$ begin
       alter table a rename to a_first; alter index a_pkey rename to a_first_pkey;
       create table a (like a_first) partition by range (id);
       alter table a add primary key (id);
       alter table a attach partition a_first for values from (minvalue) to (5000);
     end $$`,
    ['reads all of a while others wait'],
  ],
  ['vacuum full a', ['refused']],
])('judges by what Postgres does: %s', async (statement, wanted) => {
  const made = [
    { name: '1', sql: tables },
    { name: '2', sql: statement },
  ];
  const found = await judgeMigrations(sql, database.url, made).catch(() => [{ found: 'refused' }]);
  expect(found).toEqual(
    wanted.map((text) => expect.objectContaining({ found: expect.stringContaining(text) as unknown }) as unknown),
  );
});
