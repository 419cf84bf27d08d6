import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { filesOf, partitionUnderWrites } from './partition-under-writes.ts';

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

test(
  'a million events are partitioned while writers run: no write is refused, and no row is lost or moved',
  { timeout: 900_000 },
  async () => {
    const filled = 1_000_000;
    const { events, refused, filesBefore, migrationMs, longestMs } = await partitionUnderWrites(
      sql,
      database.url,
      filled,
    );
    console.log(
      `partitioned ${filled} events in ${(migrationMs / 1_000).toFixed(1)} s; ${events.length} writes, the longest ${Math.round(longestMs)} ms`,
    );
    expect(refused).toEqual([]);
    const all = filled + events.length;
    for (const table of ['webhook_events', 'webhook_deliveries', 'webhook_attempts']) {
      const { rows } = await sql.query(`select count(*)::int as count from ${table}`);
      expect([table, rows]).toEqual([table, [{ count: all }]]);
    }
    const firsts = ['webhook_events_first', 'webhook_deliveries_first', 'webhook_attempts_first'];
    expect(await filesOf(sql, firsts)).toEqual(filesBefore);
    await dropAsIfOld();
  },
);

/** The first partition is dropped as if all of its rows were past their age. */
async function dropAsIfOld(): Promise<void> {
  await sql.query(`update pg_proc set prosrc = replace(prosrc, 'now() - interval ''31 days''', 'now() + interval ''60 days''')
                    where proname = 'drop_webhook_partition'`);
  const client = await sql.connect();
  const took: string[] = [];
  try {
    for (let partition = 0; partition < 3; partition += 1) {
      const from = performance.now();
      const { rows } = await client.query<{ name: string }>('select drop_webhook_partition() as name');
      took.push(`${rows[0]?.name ?? 'none'} ${Math.round(performance.now() - from)} ms`);
    }
  } finally {
    client.release();
  }
  console.log(`dropped ${took.join(', ')}`);
  expect((await sql.query('select from webhook_events limit 1')).rowCount).toBe(0);
}
