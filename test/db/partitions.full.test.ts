import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { byMonth, byWeek, filesOf, partitionUnderWrites } from './partition-under-writes.ts';

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
    const { ids, refused, filesBefore, migrationMs, longestMs } = await partitionUnderWrites(
      sql,
      database.url,
      byWeek,
      filled,
    );
    console.log(
      `partitioned ${filled} events in ${(migrationMs / 1_000).toFixed(1)} s; ${ids.length} writes, the longest ${Math.round(longestMs)} ms`,
    );
    expect(refused).toEqual([]);
    const all = filled + ids.length;
    for (const table of ['webhook_events', 'webhook_deliveries', 'webhook_attempts']) {
      const { rows } = await sql.query(`select count(*)::int as count from ${table}`);
      expect([table, rows]).toEqual([table, [{ count: all }]]);
    }
    const firsts = ['webhook_events_first', 'webhook_deliveries_first', 'webhook_attempts_first'];
    expect(await filesOf(sql, firsts)).toEqual(filesBefore);
    await dropAsIfOld(['webhook_attempts', 'webhook_deliveries', 'webhook_events']);
  },
);

test(
  'a million messages and a million events of screens are partitioned while writers run, and their partitions are dropped once they are empty',
  { timeout: 900_000 },
  async () => {
    const filled = 1_000_000;
    const { ids, refused, filesBefore, migrationMs, longestMs } = await partitionUnderWrites(
      sql,
      database.url,
      byMonth,
      filled,
    );
    console.log(
      `partitioned 2 × ${filled} rows in ${(migrationMs / 1_000).toFixed(1)} s; ${ids.length} writes, the longest ${Math.round(longestMs)} ms`,
    );
    expect(refused).toEqual([]);
    for (const table of byMonth.tables) {
      const { rows } = await sql.query(`select count(*)::int as count from ${table}`);
      expect([table, rows]).toEqual([table, [{ count: filled + ids.length }]]);
    }
    expect(await filesOf(sql, ['session_messages_first', 'analytics_events_first'])).toEqual(filesBefore);
    await sql.query('delete from session_messages; delete from analytics_events');
    // As autovacuum does within a minute. Until then, looking for the last kept row reads the index entries of a million deleted ones.
    for (const table of byMonth.tables) await sql.query(`vacuum ${table}`);
    await dropAsIfOld(byMonth.tables);
  },
);

/** The first partition is dropped as if all of its rows were past their age. */
async function dropAsIfOld(tables: readonly string[]): Promise<void> {
  await sql.query(`update pg_proc set prosrc = replace(prosrc, 'now() - listed.kept', 'now() + interval ''70 days''')
                    where proname = 'drop_partition'`);
  const client = await sql.connect();
  const took: string[] = [];
  try {
    // What takes longer in the service is cancelled.
    await client.query('set statement_timeout = 1500');
    for (const table of tables) {
      const from = performance.now();
      const { rows } = await client.query<{ name: string }>('select drop_partition($1) as name', [table]);
      took.push(`${rows[0]?.name ?? 'none'} ${Math.round(performance.now() - from)} ms`);
    }
  } finally {
    client.release(true);
  }
  console.log(`dropped ${took.join(', ')}`);
  const { rows } = await sql.query<{ name: string }>('select name from table_partitions');
  for (const table of tables) expect(rows.map(({ name }) => name)).not.toContain(`${table}_first`);
}
