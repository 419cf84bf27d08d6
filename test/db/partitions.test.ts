import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { grantAppRole } from '../../src/db/migrations/grant-app-role.ts';
import { firstIdAt, newId } from '../../src/domain/id.ts';
import { createKeepPartitions } from '../../src/services/retention/keep-partitions.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { byMonth, byWeek } from './partition-under-writes.ts';

const dayMs = 86_400_000;
const mondayOf = (at: number) => new Date(at - ((Math.floor(at / dayMs) + 3) % 7) * dayMs - (at % dayMs));

describe('the partitions of a running service', () => {
  let database: TestDatabase;
  let owner: pg.Pool;
  let stack: Stack;
  let keepPartitions: () => Promise<void>;
  const role = `app_${String(process.pid)}_${String(Date.now())}`;
  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new pg.Pool({ connectionString: database.url, max: 2 });
    // Weeks and months count in UTC, even if the server uses another time zone.
    await owner.query(`alter database ${new URL(database.url).pathname.slice(1)} set timezone = 'Europe/Berlin'`);
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
  const deleteAll = () =>
    owner.query('delete from webhook_events; delete from session_messages; delete from analytics_events');
  beforeEach(deleteAll);

  const namesOf = async (table: string) =>
    (
      await owner.query<{ name: string }>('select name from table_partitions where parent = $1 order by 1', [table])
    ).rows.map(({ name }) => name);
  const placesOf = async (table: string) =>
    (
      await owner.query<{ place: string }>(`select distinct tableoid::regclass::text as place from ${table} order by 1`)
    ).rows.map(({ place }) => place);

  const kinds = {
    webhook_attempts: 'delivery',
    webhook_deliveries: 'delivery',
    webhook_events: 'event',
    session_messages: 'verification',
    analytics_events: 'verification',
  } as const;
  /** As if the first partition had ended at another time, and no other partition had been made. */
  async function endFirstAt(at: Date, tables: readonly string[]): Promise<void> {
    for (const [table, kind] of Object.entries(kinds).filter(([name]) => tables.includes(name))) {
      for (const name of await namesOf(table))
        if (!name.endsWith('_default')) await owner.query(`alter table ${table} detach partition ${name}`);
      await owner.query(
        `alter table ${table} attach partition ${table}_first for values from (minvalue) to ('${firstIdAt(kind, at)}')`,
      );
      for (const name of await detachedOf(table)) await owner.query(`drop table ${name}`);
    }
  }
  const detachedOf = async (table: string) =>
    (
      await owner.query<{ name: string }>(
        `select relname as name from pg_class where relname ~ ('^' || $1 || '_[0-9]{8}$') and relkind = 'r' and not relispartition`,
        [table],
      )
    ).rows.map(({ name }) => name);

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

  /** A session that was started then, with two messages and an event of a screen. */
  async function addSession(at: Date): Promise<void> {
    const { identityId, verificationId } = await stack.startSession();
    const movedId = `${firstIdAt('verification', at).slice(0, -16)}${newId('verification').slice(-16)}`;
    // The foreign keys take the rows along.
    await owner.query(`update verifications set id = $2, created_at = $3 where id = $1`, [verificationId, movedId, at]);
    await stack.sql.query(
      `insert into session_messages (verification_id, sequence, body) values ($1, 1000, '{}'), ($1, 1001, '{}')`,
      [movedId],
    );
    await addScreen(movedId, identityId);
  }

  const addScreen = (verificationId: string, identityId: string) =>
    stack.sql.query(
      `insert into analytics_events (verification_id, event_id, client_id, identity_id, kind, name, platform, at)
       values ($1, gen_random_uuid(), $2, $3, 'error', 'x', 'web', now())`,
      [verificationId, stack.client.clientId, identityId],
    );

  const week = (number: number) => new Date(mondayOf(Date.now()).getTime() + number * 7 * dayMs);
  const month = (number: number) => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + number));
  };
  const later = (at: Date, ms: number) => new Date(at.getTime() + ms);
  const stampOf = (at: Date) => at.toISOString().slice(0, 10).replaceAll('-', '');

  test('are made for every table that is partitioned, and for no other', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual((await stack.container.db.partitions.listTables()).toSorted());
    for (const act of ['make', 'drop'])
      await expect(stack.sql.query(`select ${act}_partition('identities')`)).rejects.toThrow('query returned no rows');
  });

  test('are created ahead by a role that owns no table, and each row goes into its own', async () => {
    await endFirstAt(week(0), byWeek.tables);
    await endFirstAt(month(0), byMonth.tables);
    await keepPartitions();
    await keepPartitions();
    for (const [tables, starts, ahead] of [
      [byWeek.tables, [0, 1, 2, 3].map(week), 21],
      [byMonth.tables, [0, 1, 2].map(month), 28],
    ] as const) {
      const made = starts.filter((start) => start.getTime() < Date.now() + ahead * dayMs);
      for (const table of tables)
        expect((await namesOf(table)).filter((name) => name.startsWith(`${table}_2`))).toEqual(
          made.map((start) => `${table}_${stampOf(start)}`),
        );
    }
    const { rows } = await owner.query<{ name: string; days: number }>(
      `select name, extract(day from ahead)::int as days from partitioned_tables`,
    );
    const daysOf = new Map(rows.map(({ name, days }) => [name, days]));
    for (const { table, daysAhead, rowsOutside } of await stack.container.db.partitions.measure()) {
      // The service's doctor asks for a week.
      expect(daysOf.get(table)).toBeGreaterThan(7);
      expect(daysAhead).toBeGreaterThanOrEqual(daysOf.get(table) ?? Infinity);
      expect(rowsOutside).toBe(0);
    }
    await addEvent(later(week(1), -1));
    await addEvent(week(1));
    for (const table of byWeek.tables)
      expect(await placesOf(table)).toEqual([`${table}_${stampOf(week(0))}`, `${table}_${stampOf(week(1))}`]);
    await addSession(later(month(0), -1));
    await addSession(month(0));
    for (const table of byMonth.tables)
      expect(await placesOf(table)).toEqual([`${table}_${stampOf(month(0))}`, `${table}_first`]);
  });

  test('meet at their bounds', async () => {
    const { rows } = await owner.query<{ parent: string; lower: string; upper: string }>(
      `select parent, lower, upper from table_partitions where not is_default order by parent, upper`,
    );
    expect(rows.length).toBeGreaterThan(10);
    for (const [index, { parent, lower }] of rows.entries()) {
      const before = rows[index - 1];
      if (before?.parent === parent) expect([parent, lower]).toEqual([parent, before.upper]);
    }
  });

  test('a row without a partition is still stored, is reported, and prevents the partition of no other time', async () => {
    await endFirstAt(week(0), byWeek.tables);
    await endFirstAt(month(0), byMonth.tables);
    await addEvent(later(week(1), dayMs));
    await addSession(later(month(0), dayMs));
    for (const table of [...byWeek.tables, ...byMonth.tables])
      expect(await placesOf(table)).toEqual([`${table}_default`]);
    await keepPartitions();
    for (const table of byWeek.tables) {
      expect(await namesOf(table)).not.toContain(`${table}_${stampOf(week(1))}`);
      expect(await namesOf(table)).toContain(`${table}_${stampOf(week(2))}`);
    }
    for (const table of byMonth.tables) expect(await namesOf(table)).not.toContain(`${table}_${stampOf(month(0))}`);
    const measured = new Map((await stack.container.db.partitions.measure()).map((one) => [one.table, one]));
    expect(measured.get('webhook_attempts')).toMatchObject({ rowsOutside: 1 });
    expect(measured.get('analytics_events')).toMatchObject({ rowsOutside: 1, daysAhead: 0 });
    expect(measured.get('session_messages')?.rowsOutside).toBeGreaterThanOrEqual(2);
    await deleteAll();
    await keepPartitions();
    for (const table of byMonth.tables) expect(await namesOf(table)).toContain(`${table}_${stampOf(month(0))}`);
  });

  test('of weeks are dropped whole when all of their events are past their age, with what refers to them, and nothing else is deleted', async () => {
    const ended = new Date(Date.now() - 32 * dayMs);
    await endFirstAt(ended, byWeek.tables);
    await addEvent(later(ended, -dayMs));
    // The first delivery of the next week, of an event of the last moment of the old one.
    await addEvent(later(ended, -1), week(0));
    const kept = await addEvent(later(week(0), dayMs));
    await keepPartitions();
    for (const table of byWeek.tables) expect(await namesOf(table)).not.toContain(`${table}_first`);
    const { rows } = await owner.query<{ id: string }>('select id from webhook_events');
    expect(rows).toEqual([{ id: kept.eventId }]);
    expect((await owner.query('select from webhook_deliveries')).rowCount).toBe(1);
    expect((await owner.query('select from webhook_attempts')).rowCount).toBe(1);
    // A late event of that time is not refused.
    await addEvent(later(ended, -dayMs));
    expect(await placesOf('webhook_events')).toContain('webhook_events_default');
  });

  test('of days are dropped once every claim on them is over, and not an hour before', async () => {
    const midnight = Date.now() - (Date.now() % dayMs);
    const day = (number: number) => new Date(midnight + number * dayMs).toISOString().slice(0, 10);
    const name = (number: number) => `idempotency_claims_${day(number).replaceAll('-', '')}`;
    for (const number of [-3, -2, -1]) {
      await owner.query(
        `create table ${name(number)} partition of idempotency_claims for values from ('${day(number)}') to ('${day(number + 1)}')`,
      );
      await owner.query(
        `insert into idempotency_claims (key_hash, day, request_hash, claim_id, status, expires_at) values ('\\x01', $1, '', 'x', 201, $2)`,
        [day(number), new Date(midnight + (number + 2) * dayMs - 1)],
      );
    }
    await keepPartitions();
    const names = await namesOf('idempotency_claims');
    expect(names).not.toContain(name(-3));
    // A claim of the last moment of that day ended at midnight.
    expect(names.includes(name(-2))).toBe(Date.now() < midnight + 3_600_000);
    expect(names).toContain(name(-1));
    const { rows } = await owner.query<{ live: number }>(
      'select count(*)::int as live from idempotency_claims where expires_at > now()',
    );
    expect(rows).toEqual([{ live: 1 }]);
  });

  test('of months stay as long as one person is kept, and are dropped once the last one has been erased', async () => {
    await endFirstAt(month(1), byMonth.tables);
    await keepPartitions();
    const before = await namesOf('session_messages');
    await keepPartitions();
    // Their time is not over, so they stay although they are empty.
    expect(await namesOf('session_messages')).toEqual(before);
    const sessions = [await stack.startSession(), await stack.startSession()];
    for (const { verificationId, identityId } of sessions) {
      await stack.sql.query(`insert into session_messages (verification_id, sequence, body) values ($1, 1000, '{}')`, [
        verificationId,
      ]);
      await addScreen(verificationId, identityId);
    }
    const erase = async ({ identityId, verificationId }: { identityId: string; verificationId: string }) => {
      const { status } = await stack.api.delete(`/v2/identities/${identityId}`, { token: stack.client.token });
      expect(status).toBe(204);
      // The last message tells a device that is still connected. It names no person.
      const { rows } = await owner.query<{ type: string }>(
        `select body->>'type' as type from session_messages where verification_id = $1`,
        [verificationId],
      );
      expect(rows).toEqual([{ type: 'verification.finished' }]);
      expect(
        (await owner.query('select from analytics_events where verification_id = $1', [verificationId])).rowCount,
      ).toBe(0);
    };
    const moveTime = (from: string, to: string) =>
      owner.query(`update pg_proc set prosrc = replace(prosrc, $1, $2) where proname = 'drop_partition'`, [from, to]);
    await moveTime('now() - listed.kept', `now() + interval '70 days'`);
    try {
      const [one, other] = sessions as [(typeof sessions)[0], (typeof sessions)[0]];
      await erase(one);
      await keepPartitions();
      for (const table of byMonth.tables) expect(await namesOf(table)).toEqual([`${table}_default`, `${table}_first`]);
      const messages = await stack.container.db.messages.listAfter(other.verificationId, 0, 1_000);
      expect(messages.map(({ sequence }) => sequence)).toContain(1000);
      await erase(other);
      await keepPartitions();
      for (const table of byMonth.tables) expect(await namesOf(table)).toEqual([`${table}_default`]);
    } finally {
      await moveTime(`now() + interval '70 days'`, 'now() - listed.kept');
    }
  });
});
