import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantAppRole } from '../../src/db/migrations/grant-app-role.ts';
import { signInAs } from '../support/operator.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

/** The service in the application's role, which `migrate` makes in addition to the owner's. */
let database: TestDatabase;
let owner: pg.Pool;
let stack: Stack;
const role = `app_${String(process.pid)}_${String(Date.now())}`;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.url, max: 2 });
  const address = new URL(database.url);
  address.username = role;
  address.password = 'p%40ss%20word%2F1';
  // Runs with every migration: the second time the role exists.
  for (let time = 0; time < 2; time += 1) await grantAppRole({ ownerUrl: database.url, appUrl: address.href });
  stack = await startStack({ env: { DATABASE_URL: address.href } });
});
afterAll(async () => {
  await stack.close();
  await owner.query(`drop owned by ${role}`);
  await owner.query(`drop role ${role}`);
  await owner.end();
  await database.drop();
});

test('the application signs operators in, creates flows and tokens and reads its log', async () => {
  const ana = await signInAs(stack, 'owner');
  const json = { name: 'backend', scopes: ['flows:write'] };
  expect((await ana.call('POST', '/v2/api-tokens', { json })).status).toBe(201);
  const session = await stack.startSession();
  expect((await session.state()).status).toBe(200);
  expect((await ana.call('GET', '/v2/audit-log')).status).toBe(200);
});

test('it owns nothing, and can change no rule of the database', async () => {
  const { rows } = await owner.query(
    `select relname from pg_class where relowner = (select oid from pg_roles where rolname = $1)`,
    [role],
  );
  expect(rows).toEqual([]);
  for (const statement of [
    'alter table audit_entries disable trigger all',
    'drop table audit_entries',
    'truncate audit_entries',
    'truncate identities',
    'create table mine (id int)',
    `set session_replication_role = replica`,
    `update audit_entries set actor = 'nobody'`,
    'delete from audit_entries',
    'delete from audit_checkpoints',
    'update audit_checkpoints set at = now()',
    'delete from _prisma_migrations',
    `create role another`,
  ]) {
    const refused = await stack.sql.query(statement).then(
      () => 'done',
      (error: unknown) => (error instanceof pg.DatabaseError ? error.code : 'unknown'),
    );
    expect([statement, refused]).toEqual([statement, '42501']);
  }
});

test('it can read and write every table except the log and the migrations, so a new one cannot be forgotten', async () => {
  const { rows } = await owner.query<{ name: string; rights: string[] }>(
    `select c.relname as name,
            array(select r from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) r
                   where has_table_privilege($1, c.oid, r)) as rights
       from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
    [role],
  );
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter(({ rights }) => rights.length < 4)).toEqual(
    expect.arrayContaining([
      { name: 'audit_entries', rights: ['SELECT', 'INSERT'] },
      { name: 'audit_checkpoints', rights: ['SELECT', 'INSERT'] },
      { name: '_prisma_migrations', rights: ['SELECT'] },
    ]),
  );
  expect(rows.filter(({ rights }) => rights.length < 4)).toHaveLength(3);
});
