import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect, type Connections } from '../../src/db/connection/connection.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

let database: TestDatabase;
let connections: Connections;
beforeAll(async () => {
  database = await createTestDatabase();
  connections = connect({ url: database.url, poolSize: 3 });
});
afterAll(async () => {
  await connections.close();
  await database.drop();
});

const limits = `select name, setting::int as ms from pg_settings
  where name in ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout') order by name`;
const wanted = [
  { name: 'idle_in_transaction_session_timeout', ms: 30_000 },
  { name: 'lock_timeout', ms: 2_000 },
  { name: 'statement_timeout', ms: 25_000 },
];

it('every kind of connection has a limit on waiting for a lock, a statement and a silent transaction', async () => {
  expect((await connections.pool.query(limits)).rows).toEqual(wanted);
  expect(await connections.prisma.$queryRawUnsafe(limits)).toEqual(wanted);
  const inside = connections.transaction(async (prisma, statements) => [
    (await statements.query({ text: limits })).rows,
    await prisma.$queryRawUnsafe(limits),
  ]);
  expect(await inside).toEqual([wanted, wanted]);
});

it('each kind of connection stops waiting for a lock at its limit', async () => {
  const holder = await connections.pool.connect();
  try {
    await holder.query('begin; create table held (id int); commit; begin; lock table held');
    const ways = [
      () => connections.pool.query('select * from held'),
      () => connections.prisma.$queryRawUnsafe('select * from held'),
    ];
    for (const way of ways) await expect(way()).rejects.toThrow(/lock timeout/);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});
