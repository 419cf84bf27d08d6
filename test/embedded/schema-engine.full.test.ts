import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runPrisma } from '../../src/embedded/prisma-cli.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { makeFolder } from './support.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = makeFolder();
const migrations = join(folder.path, 'migrations');
const schema = join(folder.path, 'schema.prisma');
const config = join(folder.path, 'prisma.config.ts');
let database: TestDatabase;

const datasource = 'datasource db {\n  provider = "postgresql"\n}\n';
const person = 'model Person {\n  id String @id\n  name String\n}\n';

beforeAll(() => {
  mkdirSync(join(migrations, '20260101000000_first'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'));
  writeFileSync(join(migrations, 'migration_lock.toml'), 'provider = "postgresql"\n');
  writeFileSync(
    join(migrations, '20260101000000_first/migration.sql'),
    `CREATE TABLE "Person" ("id" TEXT NOT NULL, CONSTRAINT "Person_pkey" PRIMARY KEY ("id"));
     CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no; never'; END; $$;\n`,
  );
  writeFileSync(schema, datasource + person);
  writeFileSync(
    config,
    `process.env.PRISMA_SCHEMA_ENGINE_BINARY = ${JSON.stringify(join(root, 'prisma/schema-engine.mjs'))};
     export default { schema: ${JSON.stringify(schema)}, migrations: { path: ${JSON.stringify(migrations)} },
       datasource: { url: process.env.DATABASE_URL } };\n`,
  );
});

beforeEach(async () => {
  database = await createTestDatabase();
  await query('drop schema public cascade; create schema public');
  return () => database.drop();
});

afterAll(folder.remove);

function prisma(...args: string[]): Promise<string> {
  return runPrisma([...args, '--config', config], { DATABASE_URL: database.url });
}

async function query(text: string, url = database.url): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

const tables = () => query("select table_name from information_schema.tables where table_schema = 'public'");
const shadows = () => query("select datname from pg_database where datname like 'prisma_migrate_shadow%'");

it('replays migrations in a shadow database and never in the real one', async () => {
  await query('create table canary (value int); insert into canary values (1)');
  const sql = await prisma('migrate', 'diff', '--from-migrations', migrations, '--to-schema', schema, '--script');
  expect(sql).toContain('ALTER TABLE "Person" ADD COLUMN     "name" TEXT NOT NULL');
  // Had the shadow connection led to the real database, the table would be there, or the canary dead.
  expect(await tables()).toEqual([{ table_name: 'canary' }]);
  expect(await query('select value from canary')).toEqual([{ value: 1 }]);
  expect(await shadows()).toEqual([]);
});

it('keeps to the shadow database when the address carries parameters of Prisma', async () => {
  await query('create table canary (value int)');
  const url = new URL(database.url);
  url.searchParams.set('schema', 'public');
  url.searchParams.set('connection_limit', '2');
  await runPrisma(
    ['migrate', 'diff', '--from-migrations', migrations, '--to-schema', schema, '--script', '--config', config],
    { DATABASE_URL: url.href },
  );
  expect(await tables()).toEqual([{ table_name: 'canary' }]);
});

it('deploys a migration with a function body, once, into a database that it creates', async () => {
  const fresh = new URL(database.url);
  fresh.pathname = `${fresh.pathname}_fresh`;
  await runPrisma(['migrate', 'deploy', '--config', config], { DATABASE_URL: fresh.href });
  const again = await runPrisma(['migrate', 'deploy', '--config', config], { DATABASE_URL: fresh.href });
  expect(again).toContain('No pending migrations');
  expect(await query("select proname from pg_proc where proname = 'refuse'", fresh.href)).toHaveLength(1);
  await query(`drop database ${fresh.pathname.slice(1)} with (force)`);
});

it('applies a migration wholly or not at all', async () => {
  const bad = join(migrations, '20260102000000_bad');
  mkdirSync(bad);
  writeFileSync(join(bad, 'migration.sql'), 'CREATE TABLE half (id int); CREATE TABLE half (id int);\n');
  try {
    await expect(prisma('migrate', 'deploy')).rejects.toThrow('already exists');
    expect(await tables()).not.toContainEqual({ table_name: 'half' });
  } finally {
    rmSync(bad, { recursive: true });
  }
});

it('writes the next migration from the schema', async () => {
  await prisma('migrate', 'deploy');
  await prisma('migrate', 'dev', '--name', 'name');
  const made = readdirSync(migrations).find((name) => name.endsWith('_name')) ?? '';
  expect(readFileSync(join(migrations, made, 'migration.sql'), 'utf8')).toContain('ADD COLUMN     "name"');
  const difference = ['migrate', 'diff', '--from-config-datasource', '--to-schema', schema, '--exit-code'];
  expect(await prisma(...difference)).toContain('No difference detected');
});

it('says in Prisma’s words that the database does not answer, without the password', async () => {
  const url = 'postgresql://someone:the-secret@127.0.0.1:1/nothing';
  const failure = runPrisma(['migrate', 'deploy'], { DATABASE_URL: url });
  await expect(failure).rejects.toThrow('P1001');
  await expect(failure).rejects.not.toThrow('the-secret');
});
