import pg from 'pg';
import { sessionTimeouts } from '../../src/db/connection/connection.ts';
import { applyMigrations, readMigrations } from '../../src/db/migrations/apply-migrations.ts';
import { newId } from '../../src/domain/id.ts';

export const partitioning = '20261126133000_webhook_partitions';
const writers = 4;

interface Written {
  /** Ids of events whose writer got an answer. */
  events: string[];
  refused: string[];
  longestMs: number;
}

/**
 * Fills the tables of the version before with `rows` events, each with a delivery and an attempt, and migrates while writers add others the
 * way the service does, with its timeouts.
 */
export async function partitionUnderWrites(
  sql: pg.Pool,
  url: string,
  rows: number,
  prepare: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Written & { filesBefore: string[]; migrationMs: number }> {
  await sql.query('drop schema public cascade; create schema public');
  const all = readMigrations();
  await applyMigrations({ url, migrations: all.filter(({ name }) => name < partitioning) });
  await prepare();
  await fill(sql, rows);
  const filesBefore = await filesOf(sql, ['webhook_events', 'webhook_deliveries', 'webhook_attempts']);
  const pool = new pg.Pool({ connectionString: url, max: writers, ...sessionTimeouts });
  const written: Written = { events: [], refused: [], longestMs: 0 };
  let over = false;
  const writing = Array.from({ length: writers }, async () => {
    while (!over) await writeOne(pool, written);
  });
  try {
    await reached(() => written.events.length > writers);
    const from = performance.now();
    await applyMigrations({ url, migrations: all });
    const migrationMs = performance.now() - from;
    const until = written.events.length + 2 * writers;
    await reached(() => written.events.length > until || written.refused.length > 0);
    return { ...written, filesBefore, migrationMs };
  } finally {
    over = true;
    await Promise.all(writing);
    await pool.end();
  }
}

async function reached(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

export async function filesOf(sql: pg.Pool, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ file: string }>(
    `select relfilenode::text as file from pg_class where oid = any($1::text[]::regclass[]) order by 1`,
    [tables],
  );
  return rows.map(({ file }) => file);
}

async function fill(sql: pg.Pool, rows: number): Promise<void> {
  const client = await sql.connect();
  try {
    await client.query(`insert into clients (id, name, mode, wrapped_key) values ('cli_1', 'x', 'live', '')`);
    await client.query(
      `insert into webhook_endpoints (id, client_id, url, secret_sealed, event_types) values ('whk_1', 'cli_1', 'https://x', '', '{}')`,
    );
    // Without the foreign keys' checks, row by row, a million rows take seconds and not minutes.
    await client.query(`set session_replication_role = replica`);
    const ids = (prefix: string) => `'${prefix}_01m' || lpad(n::text, 23, '0')`;
    await client.query(
      `insert into webhook_events (id, client_id, type, body_sealed)
       select ${ids('evt')}, 'cli_1', 'x', decode(repeat('ab', 500), 'hex') from generate_series(1, $1) n`,
      [rows],
    );
    await client.query(
      `insert into webhook_deliveries (id, event_id, endpoint_id, status)
       select ${ids('dlv')}, ${ids('evt')}, 'whk_1', 'delivered' from generate_series(1, $1) n`,
      [rows],
    );
    await client.query(
      `insert into webhook_attempts (delivery_id, number, at, duration_ms, status)
       select ${ids('dlv')}, 1, now(), 5, 200 from generate_series(1, $1) n`,
      [rows],
    );
    await client.query('analyze webhook_events, webhook_deliveries, webhook_attempts');
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
}

/** An event with its delivery in one statement, prepared under a name, and then the attempt. */
async function writeOne(pool: pg.Pool, written: Written): Promise<void> {
  const [eventId, deliveryId] = [newId('event'), newId('delivery')];
  const from = performance.now();
  try {
    await pool.query({
      name: 'write-event',
      text: `with event as (
               insert into webhook_events (id, client_id, type, body_sealed) values ($1, 'cli_1', 'x', ''))
             insert into webhook_deliveries (id, event_id, endpoint_id) values ($2, $1, 'whk_1')`,
      values: [eventId, deliveryId],
    });
    written.events.push(eventId);
    await pool.query({
      name: 'write-attempt',
      text: `with moved as (
               update webhook_deliveries set status = 'delivered', attempts = 1
                where id in (select id from webhook_deliveries where id = $1 and status = 'waiting' for update) returning id)
             insert into webhook_attempts (delivery_id, number, at, duration_ms) select id, 1, now(), 1 from moved`,
      values: [deliveryId],
    });
  } catch (error) {
    written.refused.push(error instanceof Error ? error.message : 'unknown');
  }
  written.longestMs = Math.max(written.longestMs, performance.now() - from);
}
