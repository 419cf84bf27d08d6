import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

/** The statement of the version that had no partitions. */
const claimAsBefore = `
  insert into idempotency_keys (key_hash, request_hash, claim_id, expires_at)
  values ($1, $2, $3, now() + make_interval(hours => 24))
  on conflict (key_hash) do update
    set request_hash = excluded.request_hash, claim_id = excluded.claim_id, claimed_at = now(),
        expires_at = excluded.expires_at, status = null, response_sealed = null
    where idempotency_keys.expires_at < now()
       or (idempotency_keys.status is null and idempotency_keys.claimed_at < now() - make_interval(secs => 20))`;

interface Claim {
  claimed_on: string | null;
  status: number | null;
}

let database: TestDatabase;
let one: pg.Client;
let other: pg.Client;
let key: Buffer;
beforeAll(async () => {
  database = await createTestDatabase();
  [one, other] = [database.url, database.url].map((url) => new pg.Client({ connectionString: url })) as [
    pg.Client,
    pg.Client,
  ];
  await Promise.all([one.connect(), other.connect()]);
  // Each session has its own clock.
  await one.query(`update pg_proc set prosrc = replace(prosrc, 'clock_timestamp()', 'current_setting(''verify.clock'')::timestamptz')
                    where proname in ('claim_idempotency_key', 'heed_idempotency_claims')`);
  await other.query(`select set_config('lock_timeout', '5000', false)`);
});
afterAll(async () => {
  await Promise.all([one.end(), other.end()]);
  await database.drop();
});
beforeEach(async () => {
  await one.query('rollback; truncate idempotency_claims, idempotency_keys');
  key = randomBytes(32);
  for (const client of [one, other]) await setClock(client, noon);
});

const dayMs = 86_400_000;
const midnight = Date.now() - (Date.now() % dayMs) + dayMs;
const noon = midnight - dayMs / 2;
const setClock = (client: pg.Client, at: number) =>
  client.query(`select set_config('verify.clock', $1, false)`, [new Date(at).toISOString()]);
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

async function claim(client: pg.Client, claimId = 'x'): Promise<Claim | undefined> {
  const { rows } = await client.query<Claim>(
    `select * from claim_idempotency_key($1, $2, $3, interval '24 hours', interval '20 seconds')`,
    [key, createHash('sha256').update('request').digest(), claimId],
  );
  return rows[0];
}
const claimOld = async (client: pg.Client) => (await client.query(claimAsBefore, [key, key, 'old'])).rowCount === 1;

/** The second session begins while the first one's claim is not committed yet. */
async function during<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  await one.query('begin');
  const answer = await first();
  const waiting = second();
  await expect.poll(async () => await isWaiting()).toBe(true);
  await one.query('commit');
  return [answer, await waiting];
}
const isWaiting = async () =>
  (await one.query<{ waits: boolean }>('select count(*) > 0 as waits from pg_locks where not granted')).rows[0]?.waits;

describe('a key has one claim, although a unique index ends at the partition of its day', () => {
  test.each([
    ['before and after midnight', midnight - 1, midnight],
    ['after and before midnight, since clocks differ', midnight, midnight - 1],
    ['on one day', noon, noon],
  ])('for two requests at the same moment: %s', async (_, first, second) => {
    await setClock(one, first);
    await setClock(other, second);
    const [winner, loser] = await during(
      () => claim(one, 'a'),
      () => claim(other, 'b'),
    );
    expect(winner).toMatchObject({ claimed_on: dayOf(first) });
    expect(loser).toMatchObject({ claimed_on: null, status: null });
    expect((await one.query('select from idempotency_claims')).rowCount).toBe(1);
  });

  test('on the next day as on the same one, until it is over', async () => {
    expect(await claim(one)).toMatchObject({ claimed_on: dayOf(noon) });
    await one.query(`update idempotency_claims set status = 201, response_sealed = ''`);
    for (const at of [noon, midnight, noon + dayMs - 1]) {
      await setClock(one, at);
      expect(await claim(one)).toMatchObject({ claimed_on: null, status: 201 });
    }
    await one.query(`update idempotency_claims set expires_at = now() - interval '1 ms'`);
    expect(await claim(one)).toMatchObject({ claimed_on: dayOf(midnight) });
    expect((await one.query('select from idempotency_claims')).rowCount).toBe(1);
  });

  test('and passes on once its process has not renewed it', async () => {
    await claim(one, 'dead');
    await one.query(`update idempotency_claims set claimed_at = now() - interval '19 seconds'`);
    await setClock(other, midnight);
    expect(await claim(other, 'next')).toMatchObject({ claimed_on: null });
    await one.query(`update idempotency_claims set claimed_at = now() - interval '21 seconds'`);
    expect(await claim(other, 'next')).toMatchObject({ claimed_on: dayOf(midnight) });
    const { rows } = await one.query('select claim_id from idempotency_claims');
    expect(rows).toEqual([{ claim_id: 'next' }]);
  });

  test('which a request that stores its response at that moment keeps', async () => {
    await claim(one, 'slow');
    await one.query(`update idempotency_claims set claimed_at = now() - interval '21 seconds'`);
    const [, found] = await during(
      () => one.query(`update idempotency_claims set status = 201, response_sealed = '' where claim_id = 'slow'`),
      () => claim(other, 'next'),
    );
    expect(found).toMatchObject({ claimed_on: null, status: 201 });
  });
});

describe('the previous version, which runs next to this one for a while', () => {
  test('gets no key that this version has claimed', async () => {
    const [, old] = await during(
      () => claim(one),
      () => claimOld(other),
    );
    expect(old).toBe(false);
    expect((await one.query('select from idempotency_keys')).rowCount).toBe(0);
    await one.query(`update idempotency_claims set expires_at = now() - interval '1 ms'`);
    expect(await claimOld(other)).toBe(true);
  });

  test('keeps the keys that it has claimed, and their responses', async () => {
    const [old, found] = await during(
      () => claimOld(one),
      () => claim(other),
    );
    expect([old, found]).toEqual([true, expect.objectContaining({ claimed_on: null, status: null })]);
    await one.query(`update idempotency_keys set status = 201, response_sealed = ''`);
    expect(await claim(other)).toMatchObject({ claimed_on: null, status: 201 });
  });

  test('loses a key whose process has died', async () => {
    await claimOld(one);
    await one.query(`update idempotency_keys set claimed_at = now() - interval '21 seconds'`);
    expect(await claim(other)).toMatchObject({ claimed_on: dayOf(noon) });
    expect((await one.query('select from idempotency_keys')).rowCount).toBe(0);
  });
});
