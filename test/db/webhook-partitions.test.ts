import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { grantAppRole } from '../../src/db/migrations/grant-app-role.ts';
import { firstIdAt, newId } from '../../src/domain/id.ts';
import { createKeepPartitions } from '../../src/services/webhooks/keep-partitions.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { filesOf, partitionUnderWrites } from './partition-under-writes.ts';

const dayMs = 86_400_000;
const mondayOf = (at: number) => new Date(at - ((Math.floor(at / dayMs) + 3) % 7) * dayMs - (at % dayMs));

describe('the migration of a database with rows', () => {
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
    const { events, refused, filesBefore } = await partitionUnderWrites(sql, database.url, filled);
    expect(refused).toEqual([]);
    const { rows } = await sql.query(
      `select (select count(*)::int from webhook_events) as events, (select count(*)::int from webhook_deliveries) as deliveries,
              (select count(*)::int from webhook_attempts) as attempts`,
    );
    const all = filled + events.length;
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
      await partitionUnderWrites(sql, database.url, 10, () =>
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

describe('the weeks of a running service', () => {
  let database: TestDatabase;
  let owner: pg.Pool;
  let stack: Stack;
  let keepPartitions: () => Promise<void>;
  const role = `app_${String(process.pid)}_${String(Date.now())}`;
  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new pg.Pool({ connectionString: database.url, max: 2 });
    const address = Object.assign(new URL(database.url), { username: role, password: 'p' });
    await grantAppRole({ ownerUrl: database.url, appUrl: address.href });
    // The role that owns no table.
    stack = await startStack({ env: { DATABASE_URL: address.href } });
    keepPartitions = createKeepPartitions(stack.container);
    await owner.query(
      `insert into webhook_endpoints (id, client_id, url, secret_sealed, event_types) values ('whk_1', $1, 'https://x', '', '{}')`,
      [stack.client.clientId],
    );
  });
  afterAll(async () => {
    await stack.close();
    await owner.query(`drop owned by ${role}; drop role ${role}`);
    await owner.end();
    await database.drop();
  });
  beforeEach(() => owner.query('delete from webhook_events'));

  const names = async () =>
    (await owner.query<{ name: string }>('select name from webhook_partitions order by 1')).rows.map(
      ({ name }) => name,
    );
  const placesOf = async (table: string, key = 'id') =>
    (
      await owner.query<{ place: string }>(`select tableoid::regclass::text as place from ${table} order by ${key}`)
    ).rows.map(({ place }) => place);

  /** As if the first partition had ended with this week's beginning, or at another time. */
  async function endFirstAt(at: Date): Promise<void> {
    for (const table of ['webhook_attempts', 'webhook_deliveries', 'webhook_events'])
      await owner.query(`alter table ${table} detach partition ${table}_first`);
    for (const [table, kind] of [
      ['webhook_events', 'event'],
      ['webhook_deliveries', 'delivery'],
      ['webhook_attempts', 'delivery'],
    ] as const)
      // prettier-ignore
      await owner.query(
        `alter table ${table} attach partition ${table}_first for values from (minvalue) to ('${firstIdAt(kind, at)}')`,
      );
  }

  async function addEvent(at: Date, deliveredAt = at): Promise<{ eventId: string; deliveryId: string }> {
    const tail = newId('event').slice(-16);
    const eventId = `${firstIdAt('event', at).slice(0, -16)}${tail}`;
    const deliveryId = `${firstIdAt('delivery', deliveredAt).slice(0, -16)}${tail}`;
    await stack.sql.query(
      `with event as (insert into webhook_events (id, client_id, type, body_sealed, created_at) values ($1, $2, 'x', '', $4)),
            delivery as (insert into webhook_deliveries (id, event_id, endpoint_id) values ($3, $1, 'whk_1'))
       insert into webhook_attempts (delivery_id, number, at, duration_ms) values ($3, 1, now(), 1)`,
      [eventId, stack.client.clientId, deliveryId, at],
    );
    return { eventId, deliveryId };
  }

  const week = (number: number) => new Date(mondayOf(Date.now()).getTime() + number * 7 * dayMs);
  const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

  test('are created ahead by a role that owns no table, and each row goes into its own', async () => {
    await endFirstAt(week(0));
    await keepPartitions();
    await keepPartitions();
    expect((await names()).filter((name) => name.startsWith('webhook_events_2'))).toEqual(
      [0, 1, 2, 3].map((number) => `webhook_events_${week(number).toISOString().slice(0, 10).replaceAll('-', '')}`),
    );
    await addEvent(later(week(-1), dayMs));
    await addEvent(later(week(1), dayMs));
    const stamp = week(1).toISOString().slice(0, 10).replaceAll('-', '');
    expect(await placesOf('webhook_events')).toEqual(['webhook_events_first', `webhook_events_${stamp}`]);
    expect(await placesOf('webhook_deliveries')).toEqual(['webhook_deliveries_first', `webhook_deliveries_${stamp}`]);
    expect(await placesOf('webhook_attempts', 'delivery_id')).toEqual([
      'webhook_attempts_first',
      `webhook_attempts_${stamp}`,
    ]);
  });

  test('a row of a week without a partition is still stored, is reported, and prevents the partition of no other week', async () => {
    const { db } = stack.container;
    expect(await db.webhookPartitions.measure()).toMatchObject({ rowsOutside: 0 });
    await addEvent(later(week(4), dayMs));
    expect(await placesOf('webhook_events')).toEqual(['webhook_events_default']);
    const made = [];
    while (await db.transaction((tx) => tx.webhookPartitions.makeNext(7))) made.push(1);
    const weeks = (await names()).filter((name) => name.startsWith('webhook_events_2'));
    expect(weeks).not.toContain(`webhook_events_${week(4).toISOString().slice(0, 10).replaceAll('-', '')}`);
    expect(weeks).toContain(`webhook_events_${week(5).toISOString().slice(0, 10).replaceAll('-', '')}`);
    const measured = await db.webhookPartitions.measure();
    expect(measured.rowsOutside).toBe(3);
    expect(measured.daysAhead).toBeGreaterThan(21);
    expect(measured.daysAhead).toBeLessThanOrEqual(28);
  });

  test('are dropped whole when all of their events are past their age, with what refers to them, and nothing else is deleted', async () => {
    const ended = new Date(Date.now() - 32 * dayMs);
    await endFirstAt(ended);
    await addEvent(later(ended, -dayMs));
    // The first delivery of the next week, of an event of the last moment of the old one.
    await addEvent(later(ended, -1), week(0));
    const kept = await addEvent(later(week(0), dayMs));
    await keepPartitions();
    expect((await names()).filter((name) => name.endsWith('_first'))).toEqual([]);
    const { rows } = await owner.query<{ id: string }>('select id from webhook_events');
    expect(rows).toEqual([{ id: kept.eventId }]);
    expect((await owner.query('select from webhook_deliveries')).rowCount).toBe(1);
    expect((await owner.query('select from webhook_attempts')).rowCount).toBe(1);
    // A late event of that time is not refused.
    await addEvent(later(ended, -dayMs));
    expect(await placesOf('webhook_events')).toContain('webhook_events_default');
  });
});
