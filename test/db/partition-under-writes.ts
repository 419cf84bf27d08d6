import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { sessionTimeouts } from '../../src/db/connection/connection.ts';
import { applyMigrations, readMigrations } from '../../src/db/migrations/apply-migrations.ts';
import { newId } from '../../src/domain/id.ts';

const writers = 4;

/** Tables that a migration partitions, and how rows come into them. */
interface PartitionedByMigration {
  migration: string;
  tables: readonly string[];
  fill: (client: pg.PoolClient, rows: number) => Promise<void>;
  /** Writes a row into each table the way the service does. Returns its id once the first statement was answered. */
  writeOne: (pool: pg.Pool, done: (id: string) => void) => Promise<void>;
}

interface Written {
  /** Ids of rows whose writer got an answer. */
  ids: string[];
  refused: string[];
  longestMs: number;
}

/**
 * Fills the tables of the version before with `rows` rows, and migrates while writers add others the way the service does, with its timeouts.
 */
export async function partitionUnderWrites(
  sql: pg.Pool,
  url: string,
  { migration, tables, fill, writeOne }: PartitionedByMigration,
  rows: number,
  prepare: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Written & { filesBefore: string[]; migrationMs: number }> {
  await sql.query('drop schema public cascade; create schema public');
  const all = readMigrations();
  await applyMigrations({ url, migrations: all.filter(({ name }) => name < migration) });
  await prepare();
  await fillUnchecked(sql, (client) => fill(client, rows));
  await sql.query(`analyze ${tables.join(', ')}`);
  const filesBefore = await filesOf(sql, tables);
  const pool = new pg.Pool({ connectionString: url, max: writers, ...sessionTimeouts });
  const written: Written = { ids: [], refused: [], longestMs: 0 };
  let over = false;
  const writing = Array.from({ length: writers }, async () => {
    while (!over) await timed(written, () => writeOne(pool, (id) => written.ids.push(id)));
  });
  try {
    await reached(() => written.ids.length > writers);
    const from = performance.now();
    await applyMigrations({ url, migrations: all });
    const migrationMs = performance.now() - from;
    const until = written.ids.length + 2 * writers;
    await reached(() => written.ids.length > until || written.refused.length > 0);
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

/** Without the foreign keys' checks, row by row, a million rows take seconds and not minutes. */
async function fillUnchecked(sql: pg.Pool, fill: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await sql.connect();
  try {
    await client.query(`set session_replication_role = replica`);
    await fill(client);
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
}

async function timed(written: Written, write: () => Promise<void>): Promise<void> {
  const from = performance.now();
  try {
    await write();
  } catch (error) {
    written.refused.push(error instanceof Error ? error.message : 'unknown');
  }
  written.longestMs = Math.max(written.longestMs, performance.now() - from);
}

const ids = (prefix: string) => `'${prefix}_01m' || lpad(n::text, 23, '0')`;

export const byWeek: PartitionedByMigration = {
  migration: '20261126133000_webhook_partitions',
  tables: ['webhook_events', 'webhook_deliveries', 'webhook_attempts'],

  async fill(client, rows) {
    await client.query(`insert into clients (id, name, mode, wrapped_key) values ('cli_1', 'x', 'live', '')`);
    await client.query(
      `insert into webhook_endpoints (id, client_id, url, secret_sealed, event_types) values ('whk_1', 'cli_1', 'https://x', '', '{}')`,
    );
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
  },

  /** An event with its delivery in one statement, prepared under a name, and then the attempt. */
  async writeOne(pool, done) {
    const [eventId, deliveryId] = [newId('event'), newId('delivery')];
    await pool.query({
      name: 'write-event',
      text: `with event as (
               insert into webhook_events (id, client_id, type, body_sealed) values ($1, 'cli_1', 'x', ''))
             insert into webhook_deliveries (id, event_id, endpoint_id) values ($2, $1, 'whk_1')`,
      values: [eventId, deliveryId],
    });
    done(eventId);
    await pool.query({
      name: 'write-attempt',
      text: `with moved as (
               update webhook_deliveries set status = 'delivered', attempts = 1
                where id in (select id from webhook_deliveries where id = $1 and status = 'waiting' for update) returning id)
             insert into webhook_attempts (delivery_id, number, at, duration_ms) select id, 1, now(), 1 from moved`,
      values: [deliveryId],
    });
  },
};

const messagesPerVerification = 10;
/** Those that the writers write to. More are filled in. */
const filledVerifications = 100;

export const byMonth: PartitionedByMigration = {
  migration: '20261127074500_partitions_by_month',
  tables: ['session_messages', 'analytics_events'],

  /** Ten messages and ten events for each verification. */
  async fill(client, rows) {
    await client.query(
      `insert into verifications (id, client_id, identity_id, flow_version_id, status, language, metadata_sealed, expires_at, last_sequence)
       select ${ids('ver')}, 'cli_1', 'idn_1', 'flv_1', 'verified', 'en', '', now(), ${messagesPerVerification}
         from generate_series(1, $1::int / ${messagesPerVerification}) n`,
      [rows],
    );
    await client.query(
      `insert into session_messages (verification_id, sequence, body)
       select id, s, jsonb_build_object('type', 'step.changed', 'step', repeat('x', 300))
         from verifications, generate_series(1, ${messagesPerVerification}) s`,
    );
    await client.query(
      `insert into analytics_events (verification_id, event_id, client_id, identity_id, kind, name, platform, at)
       select id, gen_random_uuid(), client_id, identity_id, 'progress', 'screen.shown', 'web', now()
         from verifications, generate_series(1, ${messagesPerVerification}) s`,
    );
  },

  /** A message as a submit writes it, and then an event that is sent twice. */
  async writeOne(pool, done) {
    const id = `ver_01m${String(Math.ceil(Math.random() * filledVerifications)).padStart(23, '0')}`;
    await pool.query({
      name: 'append',
      text: `with counted as (
               update verifications set last_sequence = last_sequence + 1 where id = $1 returning id, last_sequence)
             insert into session_messages (verification_id, sequence, body) select id, last_sequence, '{}' from counted`,
      values: [id],
    });
    done(id);
    const event = { name: 'event', text: eventTwice, values: [id, randomUUID()] };
    await pool.query(event);
    await pool.query(event);
  },
};

const eventTwice = `insert into analytics_events (verification_id, event_id, client_id, identity_id, kind, name, platform, at)
  values ($1, $2, 'cli_1', 'idn_1', 'error', 'x', 'web', now()) on conflict do nothing`;
