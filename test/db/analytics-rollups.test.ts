import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEnvRootKey } from '../../src/adapters/root-keys/env-root-key.ts';
import { createDatabase } from '../../src/db/database.ts';
import { dayMs, hourMs, startOfDay, startOfHour, startOfMonth } from '../../src/domain/analytics/cover-span.ts';
import { keyBytes } from '../../src/domain/encryption/encryption.ts';
import type { Database } from '../../src/domain/repositories/repositories.ts';
import { createRollUpAnalytics } from '../../src/services/analytics/roll-up.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { scanAnalytics } from './scan-analytics.ts';
import { isFullSuite } from '../support/sample-of.ts';
import { seedClient, documentOnly, type SeededClient } from '../support/seed.ts';

let database: TestDatabase;
let db: Database;
let sql: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase({ url: database.url, poolSize: 5, rootKey: createEnvRootKey(randomBytes(keyBytes)) });
  sql = new pg.Pool({ connectionString: database.url, max: 3 });
});
afterAll(async () => {
  await db.close();
  await sql.end();
  await database.drop();
});

/** The same numbers in every run (mulberry32). */
function createDice(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (most: number) => Math.floor(next() * (most + 1));
  const among = <T>(all: readonly [T, ...T[]]): T => all[upTo(all.length - 1)] ?? all[0];
  return { upTo, among, maybe: (chance: number) => next() < chance };
}
type Dice = ReturnType<typeof createDice>;

const days = 100;
const statuses = ['pending', 'running', 'verified', 'reviewNeeded', 'rejected', 'cancelled', 'expired', 'deleted'] as const; // prettier-ignore
const stepStatuses = ['waiting', 'processing', 'finished', 'skipped'] as const;
const anyTime = (dice: Dice) => new Date(Date.now() - dice.upTo(days * dayMs));
/** From a few ms to weeks. */
const later = (dice: Dice, at: Date) => new Date(at.getTime() + dice.upTo(10 ** (1 + dice.upTo(8))) - 3);

interface World {
  client: SeededClient;
  versions: [string, ...string[]];
  ids: string[];
}

async function addVerification({ client, versions, ids }: World, dice: Dice, at = anyTime(dice)): Promise<void> {
  const id = `ver_${randomUUID()}`;
  const inputsAt = dice.maybe(0.6) ? later(dice, at) : null;
  await sql.query(`insert into identities (id, client_id) values ($1, $2)`, [`idn_${id}`, client.clientId]);
  await sql.query(
    `insert into verifications (id, client_id, identity_id, flow_version_id, status, language, metadata_sealed, expires_at, created_at,
                                inputs_completed_at, finished_at)
     values ($1, $2, $3, $4, $5, 'en', '', now(), $6, $7, $8)`,
    [id, client.clientId, `idn_${id}`, dice.among(versions), dice.among(statuses), at, inputsAt, inputsAt && later(dice, inputsAt)], // prettier-ignore
  );
  ids.push(id);
  for (const [position, type] of (['document', 'selfie', 'email'] as const).entries()) {
    await sql.query(
      `insert into step_runs (id, verification_id, step_id, type, position, status, codes) values ($1, $2, $3, $4, $5, $6, '{}')`,
      [`${id}-${position}`, id, `step-${position}`, type, position, dice.among(stepStatuses)],
    );
    if (dice.maybe(0.7)) await addAttempt(id, dice, position, at);
  }
  for (let count = dice.upTo(2); count > 0; count -= 1) await addEvent(id, client.clientId, dice, later(dice, at));
}

async function addAttempt(id: string, dice: Dice, position: number, after: Date): Promise<void> {
  await sql.query(
    `insert into step_attempts (step_run_id, attempt, input_sealed, codes, submitted_at)
     select $1, 1 + (select count(*) from step_attempts where step_run_id = $1), '', '{}', $2
      where exists (select 1 from step_runs where id = $1)`,
    [`${id}-${position}`, later(dice, after)],
  );
}

async function addEvent(id: string, clientId: string, dice: Dice, receivedAt: Date): Promise<void> {
  const values = [id, randomUUID(), clientId, dice.among(['error', 'progress']), dice.maybe(0.8) ? dice.among(['a.b', 'a_b', 'c']) : null, dice.among(['web', 'ios']), dice.among(['BR', 'DE', null]), receivedAt]; // prettier-ignore
  await sql.query(
    `insert into analytics_events (verification_id, event_id, client_id, identity_id, kind, name, code, platform, country, at, received_at)
     select $1, $2, $3, 'x', $4, 'screen', $5, $6, $7, now(), $8 where exists (select 1 from verifications where id = $1)`,
    values,
  );
}

/** Late changes: reviews, expiries, erasures, retakes, and starts by a process whose clock is slow. */
async function changeSomething(world: World, dice: Dice): Promise<void> {
  const { client, ids } = world;
  const id = ids[dice.upTo(ids.length - 1)] ?? '';
  const position = dice.upTo(2);
  const changes = [
    () => sql.query(`update verifications set status = $2 where id = $1`, [id, dice.among(statuses)]),
    () => sql.query(`update verifications set finished_at = $2 where id = $1`, [id, anyTime(dice)]),
    () => sql.query(`update verifications set inputs_completed_at = null where id = $1`, [id]),
    () => sql.query(`update step_runs set status = $2 where id = $1`, [`${id}-${position}`, dice.among(stepStatuses)]),
    () => sql.query(`delete from step_attempts where step_run_id = $1`, [`${id}-${position}`]),
    () => sql.query(`delete from step_runs where id = $1`, [`${id}-${position}`]),
    () => sql.query(`delete from analytics_events where verification_id = $1`, [id]),
    () => sql.query(`delete from verifications where id = $1`, [id]),
    () => addAttempt(id, dice, position, anyTime(dice)),
    () => addEvent(id, client.clientId, dice, anyTime(dice)),
    () => addVerification(world, dice),
  ] as const;
  await dice.among<() => Promise<unknown>>(changes)();
}

/** Of any length, with edges anywhere or on an hour, a day or a month. */
function anySpan(dice: Dice): { from: Date; to: Date } {
  const round = dice.among([(ms: number) => ms, startOfHour, startOfDay, (ms: number) => startOfMonth(ms, 1)]);
  const [one, other] = [anyTime(dice).getTime() - dice.upTo(dayMs), Date.now() - dice.upTo(days * dayMs)];
  return { from: new Date(round(Math.min(one, other))), to: new Date(round(Math.max(one, other)) + 1) };
}

const rollUpAll = async () => {
  const rollUp = createRollUpAnalytics({ db });
  while ((await db.analytics.listToRollUp()).length > 0) await rollUp();
};

async function createWorld(): Promise<World> {
  const client = await seedClient(db);
  await client.addFlow('second', documentOnly);
  const { rows } = await sql.query<{ id: string }>(
    `select v.id from flow_versions v join flows f on f.id = v.flow_id where f.client_id = $1 order by 1`,
    [client.clientId],
  );
  const [first = '', ...others] = rows.map(({ id }) => id);
  return { client, versions: [first, ...others], ids: [] };
}

test('a report from rollups equals a scan of the rows, whatever changes late, before the rollups are made again and after', async () => {
  const dice = createDice(20261126);
  const world = await createWorld();
  const { clientId } = world.client;
  const [verifications, rounds] = isFullSuite ? [120, 5] : [60, 3];
  for (let count = 0; count < verifications; count += 1) await addVerification(world, dice);
  const flows = [null, world.client.flowOf('document-only'), world.client.flowOf('second')] as const;
  let compared = 0;
  const compare = async (spans: number) => {
    for (let count = 0; count < spans; count += 1) {
      const asked = { clientId, flowId: dice.among(flows), ...anySpan(dice) };
      expect(await db.analytics.read(asked)).toEqual(await scanAnalytics(sql, asked));
      compared += 1;
    }
  };
  await compare(10);
  await rollUpAll();
  await compare(40);
  for (let round = 0; round < rounds; round += 1) {
    for (let count = 0; count < 15; count += 1) await changeSomething(world, dice);
    await compare(12);
    await rollUpAll();
    await compare(12);
  }
  expect(compared).toBe(50 + 24 * rounds);
  const { rows } = await sql.query<{ level: string }>(
    `select distinct level from analytics_rollups where client_id = $1 order by 1`,
    [clientId],
  );
  expect(rows.map(({ level }) => level)).toEqual(['day', 'hour', 'month']);
});

test('changes in progress while hours are counted again are in the next report', async () => {
  const dice = createDice(7);
  const world = await createWorld();
  const { clientId } = world.client;
  const at = new Date(startOfHour(Date.now() - 30 * hourMs) + 1_000);
  for (let count = 0; count < 5; count += 1) await addVerification(world, dice, at);
  await rollUpAll();
  const asked = { clientId, flowId: null, from: new Date(at.getTime() - dayMs), to: new Date() };
  await Promise.all([
    ...world.ids.map((id) => sql.query(`update verifications set status = 'verified' where id = $1`, [id])),
    ...Array.from({ length: 4 }, () => db.transaction((tx) => tx.analytics.rollUp(clientId))),
  ]);
  expect((await db.analytics.read(asked)).totals.verified).toBe(5);
  await rollUpAll();
  expect(await db.analytics.read(asked)).toEqual(await scanAnalytics(sql, asked));
});

test('whole hours, days and months come from rollups, and a change of a recent attempt leaves no mark', async () => {
  const dice = createDice(11);
  const world = await createWorld();
  const { clientId } = world.client;
  for (let count = 0; count < 30; count += 1) await addVerification(world, dice);
  await rollUpAll();
  await addVerification(world, dice, new Date());
  const recent = world.ids.at(-1);
  await sql.query(`update verifications set status = 'cancelled' where id = $1`, [recent]);
  await sql.query(`update step_runs set status = 'finished' where verification_id = $1`, [recent]);
  await sql.query(`delete from step_attempts where step_run_id like $1 || '%'`, [recent]);
  // Events and times of a made-up future are not in a completed hour.
  const marks = await sql.query(`select 1 from analytics_marks where client_id = $1 and hour < now() - interval '90 minutes'`, [clientId]); // prettier-ignore
  expect(marks.rowCount).toBe(0);
  const to = new Date(startOfDay(Date.now() - dayMs));
  const asked = { clientId, flowId: null, from: new Date(to.getTime() - (days + 40) * dayMs), to };
  const before = await db.analytics.read(asked);
  expect(before.totals.started).toBeGreaterThan(20);
  await sql.query('alter table verifications disable trigger user');
  await sql.query('delete from verifications where client_id = $1', [clientId]);
  await sql.query('alter table verifications enable trigger user');
  await sql.query('delete from analytics_marks where client_id = $1', [clientId]);
  expect(await db.analytics.read(asked)).toEqual(before);
});

test('attempts that arrive late, for hundreds of counted hours, are in the report at once and in the rollups after two runs', async () => {
  const world = await createWorld();
  const { clientId } = world.client;
  await rollUpAll();
  await sql.query(
    `with late as (select 'late' || n as id, date_trunc('hour', now()) - make_interval(hours => n + 3) as at from generate_series(1, 300) n),
          people as (insert into identities (id, client_id) select 'idn_' || id, $1 from late)
     insert into verifications (id, client_id, identity_id, flow_version_id, status, language, metadata_sealed, expires_at, created_at)
     select 'ver_' || id, $1, 'idn_' || id, $2, 'verified', 'en', '', now(), at from late`,
    [clientId, world.versions[0]],
  );
  const asked = { clientId, flowId: null, from: new Date(Date.now() - 20 * dayMs), to: new Date() };
  const report = await db.analytics.read(asked);
  expect(report.totals.started).toBe(300);
  expect(report).toEqual(await scanAnalytics(sql, asked));
  const rollUp = createRollUpAnalytics({ db });
  await rollUp();
  await rollUp();
  expect(await db.analytics.listToRollUp()).not.toContain(clientId);
  // Nothing but rollups is left to read.
  await sql.query('alter table verifications disable trigger user');
  await sql.query('delete from verifications where client_id = $1', [clientId]);
  await sql.query('alter table verifications enable trigger user');
  expect(await db.analytics.read(asked)).toEqual(report);
});
