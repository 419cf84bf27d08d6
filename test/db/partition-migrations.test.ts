import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/domain/id.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { byMonth, byWeek, filesOf, partitionUnderWrites } from './partition-under-writes.ts';

describe('the migration of a database with webhooks', () => {
  let database: TestDatabase;
  let sql: pg.Pool;
  beforeAll(async () => {
    database = await createTestDatabase();
    sql = new pg.Pool({ connectionString: database.url, max: 2 });
  });
  afterAll(async () => {
    await sql.end();
    await database.drop();
  });

  test('loses, refuses and moves no row while writers run', async () => {
    const filled = 5_000;
    const { ids, refused, filesBefore } = await partitionUnderWrites(sql, database.url, byWeek, filled);
    expect(refused).toEqual([]);
    const { rows } = await sql.query(
      `select (select count(*)::int from webhook_events) as events, (select count(*)::int from webhook_deliveries) as deliveries,
              (select count(*)::int from webhook_attempts) as attempts`,
    );
    const all = filled + ids.length;
    expect(rows).toEqual([{ events: all, deliveries: all, attempts: all }]);
    const firsts = ['webhook_events_first', 'webhook_deliveries_first', 'webhook_attempts_first'];
    expect(await filesOf(sql, firsts)).toEqual(filesBefore);
  });

  test('keeps the keys: what refers to no row is refused, and a deleted event takes its deliveries and attempts', async () => {
    await expect(
      sql.query(`insert into webhook_deliveries (id, event_id, endpoint_id) values ($1, 'evt_x', 'whk_1')`, [
        newId('delivery'),
      ]),
    ).rejects.toThrow('violates foreign key constraint');
    await expect(
      sql.query(`insert into webhook_attempts (delivery_id, number, at, duration_ms) values ('dlv_x', 1, now(), 1)`),
    ).rejects.toThrow('violates foreign key constraint');
    const { rows } = await sql.query<{ id: string; event_id: string }>(
      'select id, event_id from webhook_deliveries limit 1',
    );
    const [delivery] = rows;
    await sql.query('delete from webhook_events where id = $1', [delivery?.event_id]);
    expect((await sql.query('select from webhook_deliveries where id = $1', [delivery?.id])).rowCount).toBe(0);
    expect((await sql.query('select from webhook_attempts where delivery_id = $1', [delivery?.id])).rowCount).toBe(0);
  });

  test('leaves each role the rights that it had, so that the previous version can continue', async () => {
    const role = `partition_${String(process.pid)}_${String(Date.now())}`;
    await sql.query(`create role ${role}`);
    try {
      await partitionUnderWrites(sql, database.url, byWeek, 10, () =>
        sql.query(`grant select, insert on webhook_events, webhook_attempts to ${role}`),
      );
      const { rows } = await sql.query<{ name: string }>(
        `select t || ' ' || r as name from unnest(array['webhook_events', 'webhook_deliveries', 'webhook_attempts']) t,
                unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) r where has_table_privilege('${role}', t, r) order by 1`,
      );
      expect(rows.map(({ name }) => name)).toEqual([
        'webhook_attempts INSERT',
        'webhook_attempts SELECT',
        'webhook_events INSERT',
        'webhook_events SELECT',
      ]);
    } finally {
      await sql.query(`drop owned by ${role}; drop role ${role}`);
    }
  });
});

describe('the migration of a database with messages and events of screens', () => {
  let database: TestDatabase;
  let sql: pg.Pool;
  const filled = 5_000;
  beforeAll(async () => {
    database = await createTestDatabase();
    sql = new pg.Pool({ connectionString: database.url, max: 2 });
  });
  afterAll(async () => {
    await sql.end();
    await database.drop();
  });

  test('loses, refuses, doubles and moves no row while writers run', async () => {
    const { ids, refused, filesBefore } = await partitionUnderWrites(sql, database.url, byMonth, filled);
    expect(refused).toEqual([]);
    for (const table of byMonth.tables) {
      const { rows } = await sql.query(`select count(*)::int as count from ${table}`);
      expect([table, rows]).toEqual([table, [{ count: filled + ids.length }]]);
    }
    expect(await filesOf(sql, ['session_messages_first', 'analytics_events_first'])).toEqual(filesBefore);
  });

  test('keeps the keys: a second row is refused, as is a row of no verification, and a deleted verification takes its rows', async () => {
    const { rows } = await sql.query<{ id: string }>('select verification_id as id from session_messages limit 1');
    const id = rows[0]?.id ?? '';
    const copyMessage = (of: string) =>
      sql.query(`insert into session_messages (verification_id, sequence, body) values ($1, 1, '{}')`, [of]);
    const copyEvent = (of: string) =>
      sql.query(
        `insert into analytics_events (verification_id, event_id, client_id, identity_id, kind, name, platform, at)
         select $2, event_id, client_id, identity_id, kind, name, platform, at from analytics_events where verification_id = $1 limit 1`,
        [id, of],
      );
    for (const copy of [copyMessage, copyEvent]) {
      await expect(copy(id)).rejects.toThrow('duplicate key');
      await expect(copy('ver_x')).rejects.toThrow('violates foreign key constraint');
    }
    await sql.query('delete from verifications where id = $1', [id]);
    for (const table of byMonth.tables)
      expect((await sql.query(`select from ${table} where verification_id = $1`, [id])).rowCount).toBe(0);
  });

  test('keeps the triggers of the rollups: a late event and a deleted one mark their hour, once each', async () => {
    const { rows } = await sql.query<{ id: string }>('select verification_id as id from analytics_events limit 1');
    await sql.query('truncate analytics_marks');
    await sql.query(
      `insert into analytics_events (verification_id, event_id, client_id, identity_id, kind, name, platform, at, received_at)
       values ($1, gen_random_uuid(), 'cli_1', 'idn_1', 'error', 'late', 'web', now(), now() - interval '1 day')`,
      [rows[0]?.id],
    );
    expect((await sql.query('select from analytics_marks')).rowCount).toBe(1);
    await sql.query(`delete from analytics_events where name = 'late'`);
    expect((await sql.query('select from analytics_marks')).rowCount).toBe(2);
  });
});
