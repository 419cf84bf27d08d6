import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

/**
 * Every column of four bytes or less, and why its numbers end before the column does. A new one needs a reason, or eight bytes.
 */
const reasons = {
  'counts what one attempt of a person does, which ends with its session': [
    'challenges.attempt',
    'code_sends.tries',
    'media.attempt',
    'session_messages.sequence',
    'step_attempts.attempt',
    'step_runs.attempt',
    'step_runs.position',
    'step_runs.version',
    'verifications.last_sequence',
    'verifications.version',
  ],
  'counts events of one attempt and its reviews': ['verifications.last_event_sequence', 'webhook_events.sequence'],
  'counts within a window of days, under a limit': [
    'code_sends.recent_sends',
    'send_counts.confirmed',
    'send_counts.sends',
    'sign_in_tries.tries',
  ],
  'counts tries of one event on a schedule that ends, and those that an operator asks for': [
    'outbox.attempts',
    'outbox.round',
    'webhook_attempts.number',
    'webhook_deliveries.attempts',
    'webhook_deliveries.attempts_before',
  ],
  'a limit of the API or of a setting holds it down': [
    'analytics_events.duration_ms',
    'idempotency_claims.status',
    'idempotency_keys.status',
    'media.bytes',
    'media.height_px',
    'media.width_px',
    'test_clock_moves.seconds',
    'webhook_attempts.duration_ms',
    'webhook_attempts.status',
  ],
  'counts what operators publish by hand': ['flow_versions.version', 'flows.version'],
  'one row': ['installation.id'],
  'half-minutes since 1970, until the year 4011': ['operators.totp_counter'],
  'continues in `long_sequence`': ['audit_entries.sequence', 'audit_heads.sequence'],
} as const;

let database: TestDatabase;
let sql: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

test('every number that grows for as long as the service runs has eight bytes', async () => {
  const { rows } = await sql.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type in ('integer', 'smallint') and table_name <> '_prisma_migrations'
        and not exists (select from pg_class where oid = table_name::regclass and relispartition) order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.values(reasons).flat().toSorted());
  const sequences = await sql.query<{ name: string }>(
    `select seqrelid::regclass::text as name from pg_sequence where seqtypid <> 'bigint'::regtype`,
  );
  expect(sequences.rows).toEqual([]);
});
