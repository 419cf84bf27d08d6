import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { splitStatements, withoutComments } from './split-statements.ts';

/**
 * Traffic on a table queues behind a statement that waits for the table's lock. So the statement stops waiting after this long, lets the
 * traffic through and tries again.
 */
const lockTimeoutMs = 500;
/** Pauses between tries, growing. */
const firstPauseMs = 500;
const longestPauseMs = 10_000;
/** The reader may be a backup or a report: waiting for it costs nobody anything. */
const patienceMs = 60 * 60_000;
/** Prisma's own lock, so that its command line and this code exclude each other. */
const migrationLock = 72_707_369;

/** `lock_not_available` and `deadlock_detected`: somebody else was there first. */
const heldUpCodes = new Set(['55P03', '40P01']);
const noSuchDatabase = '3D000';

export interface Migration {
  name: string;
  sql: string;
}

export interface MigrationStep {
  migration: string;
  statement: string;
  /** Built while there is traffic, outside a transaction. */
  concurrently: boolean;
}

export interface ApplyOptions {
  url: string;
  migrations?: readonly Migration[];
  /** A line of progress for an operator. */
  say?: (line: string) => void;
  /** Called with each statement before its transaction is committed; with a concurrent one, after it. */
  watch?: (client: pg.Client, step: MigrationStep) => Promise<void>;
}

/** A migration cannot continue: Postgres refuses its SQL, or somebody holds what it needs for too long. Repeating it does not help. */
export class MigrationFailed extends Error {
  constructor(text: string) {
    super(text);
    this.name = 'MigrationFailed';
  }
}

/** The migrations of this version, oldest first. */
export function readMigrations(
  folder = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url)),
): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, sql: readFileSync(join(folder, name, 'migration.sql'), 'utf8') }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * Migrates a database to the newest version while the service runs on it, and creates the database if there is none. Each statement runs in
 * a separate transaction that also records the migration's progress in Prisma's table: locks are held for one statement, and an interrupted
 * run continues where it stopped. The previous version of the service runs on every state in between, because migrations only add. Returns
 * the number of migrations applied.
 * @throws MigrationFailed
 */
export async function applyMigrations(options: ApplyOptions): Promise<number> {
  const { migrations = readMigrations(), say = () => undefined } = options;
  const client = await openOrCreate(options.url);
  const deadline = Date.now() + patienceMs;
  try {
    await takeTurn(client, deadline, say);
    await client.query(prismaTable);
    let applied = 0;
    for (const migration of migrations) {
      if (await applyOne(client, migration, { ...options, say, deadline })) applied += 1;
    }
    return applied;
  } finally {
    // The lock is released with the session.
    await client.end().catch(() => undefined);
  }
}

const prismaTable = `
  create table if not exists _prisma_migrations (
    id varchar(36) primary key not null, checksum varchar(64) not null, finished_at timestamptz,
    migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
    started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`;

async function openOrCreate(url: string): Promise<pg.Client> {
  try {
    return await open(url);
  } catch (error) {
    if (codeOf(error) !== noSuchDatabase) throw error;
  }
  const address = new URL(url);
  const name = decodeURIComponent(address.pathname.slice(1));
  address.pathname = '/postgres';
  const admin = await open(address.href);
  try {
    await admin.query(`create database ${pg.escapeIdentifier(name)}`);
  } finally {
    await admin.end();
  }
  return open(url);
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'verify migrate',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A broken connection fails the running query.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Only one process migrates at a time. This polls instead of waiting inside Postgres: a session that waits there holds a snapshot, for
 * which a concurrent index build would wait in turn.
 */
async function takeTurn(client: pg.Client, deadline: number, say: (line: string) => void): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [migrationLock]);
    if (rows[0]?.held === true) return;
    if (Date.now() > deadline)
      throw new MigrationFailed('another process has been migrating this database for too long');
    if (tries === 0) say('another process is migrating this database; waiting for it');
    await pause(firstPauseMs);
  }
}

interface Run extends ApplyOptions {
  say: (line: string) => void;
  deadline: number;
}

async function applyOne(client: pg.Client, { name, sql }: Migration, run: Run): Promise<boolean> {
  const checksum = createHash('sha256').update(sql).digest('hex');
  const { rows } = await client.query<{ id: string; checksum: string; finished: boolean; steps: number }>(
    `select id, checksum, finished_at is not null as finished, applied_steps_count as steps from _prisma_migrations
      where migration_name = $1 and rolled_back_at is null order by started_at desc limit 1`,
    [name],
  );
  const [begun] = rows;
  if (begun?.finished === true) return false;
  if (begun !== undefined && begun.steps > 0 && begun.checksum !== checksum) {
    throw new MigrationFailed(
      `migration ${name} was begun with another text; finish it with the version that began it`,
    );
  }
  const id = begun?.id ?? randomUUID();
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name) values ($1, $2, $3)
     on conflict (id) do update set checksum = excluded.checksum`,
    [id, checksum, name],
  );
  const statements = splitStatements(sql);
  for (const [index, statement] of statements.entries()) {
    if (index < (begun?.steps ?? 0)) continue;
    const step = { migration: name, statement, concurrently: isConcurrent(statement) };
    await patiently(client, run, step, () =>
      step.concurrently ? runConcurrently(client, id, step, run) : runInTransaction(client, id, step, run),
    );
  }
  await client.query('update _prisma_migrations set finished_at = now(), logs = null where id = $1', [id]);
  return true;
}

async function runInTransaction(client: pg.Client, id: string, step: MigrationStep, run: Run): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`);
  await client.query(step.statement);
  await run.watch?.(client, step);
  await countStep(client, id);
  await client.query('commit');
}

/**
 * Takes no lock that blocks reads or writes, so it may wait for long readers indefinitely. An interrupted run leaves an invalid index,
 * which is dropped first.
 */
async function runConcurrently(client: pg.Client, id: string, step: MigrationStep, run: Run): Promise<void> {
  const made = /^create\b.*?\bconcurrently\s+(?:if\s+not\s+exists\s+)?"?([^"\s]+)"?/is.exec(
    withoutComments(step.statement),
  )?.[1];
  const found = made === undefined ? null : await findIndex(client, made);
  if (found?.valid === false) await client.query(`drop index concurrently ${pg.escapeIdentifier(made ?? '')}`);
  if (found?.valid !== true) await client.query(step.statement);
  await run.watch?.(client, step);
  await countStep(client, id);
}

async function findIndex(client: pg.Client, name: string): Promise<{ valid: boolean } | null> {
  const { rows } = await client.query<{ valid: boolean }>(
    `select i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relname = $1 and c.relnamespace = current_schema()::regnamespace`,
    [name],
  );
  return rows[0] ?? null;
}

async function countStep(client: pg.Client, id: string): Promise<void> {
  await client.query('update _prisma_migrations set applied_steps_count = applied_steps_count + 1 where id = $1', [id]);
}

function isConcurrent(statement: string): boolean {
  return /^(create\s+(unique\s+)?index|drop\s+index)\s+concurrently\b/i.test(withoutComments(statement));
}

/** Tries until nobody is in the way, with pauses that let the traffic through. */
async function patiently(client: pg.Client, run: Run, step: MigrationStep, task: () => Promise<void>): Promise<void> {
  let pauseMs = firstPauseMs;
  for (let tries = 1; ; tries += 1) {
    try {
      await task();
      return;
    } catch (error) {
      const code = codeOf(error);
      // Also ends a transaction that the failure has aborted. A broken connection refuses, and the failure says why.
      await client.query('rollback').catch(() => undefined);
      const text = error instanceof Error ? error.message : 'unknown';
      if (code === null) throw error;
      if (!heldUpCodes.has(code)) throw new MigrationFailed(`migration ${step.migration}: ${text}\n${step.statement}`);
      const holder = await describeOldest(client);
      if (Date.now() > run.deadline) throw new MigrationFailed(`migration ${step.migration} is held up by ${holder}`);
      run.say(
        `migration ${step.migration} is held up by ${holder}; try ${tries + 1} in ${Math.ceil(pauseMs / 1000)} s`,
      );
    }
    await pause(pauseMs);
    pauseMs = Math.min(longestPauseMs, pauseMs * 2);
  }
}

/** The sessions that block, which an operator could ask, or end with `select pg_terminate_backend(pid)`. */
async function describeOldest(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; application: string; seconds: number }>(
    `select pid, application_name as application, round(extract(epoch from now() - xact_start))::int as seconds
       from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
      order by xact_start limit 1`,
  );
  const [oldest] = rows;
  if (oldest === undefined) return 'a transaction that has just ended';
  const { pid, application, seconds } = oldest;
  return `a transaction that has been open for ${seconds} s (process ${pid}, "${application}")`;
}

/** Postgres's code for its refusal; null for anything else, such as a broken connection. */
function codeOf(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null;
}
