import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBatchedStatements } from '../../src/db/connection/batched-statements.ts';
import { connect, type Connections } from '../../src/db/connection/connection.ts';
import { createOutboxRepository } from '../../src/db/jobs/outbox.ts';
import { createStartStatements } from '../../src/db/verifications/starts.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

/** Postgres plans a prepared statement five times before it may keep a plan, which it does only if that looks no dearer. */
const runs = 10;
/** More than the clients or flows that meet in one batch. */
const ids = Array.from({ length: 3 }, (_, at) => `cli_${String(at).padStart(26, '0')}`);

let database: TestDatabase;
let connections: Connections;
beforeAll(async () => {
  database = await createTestDatabase();
  connections = connect({ url: database.url, poolSize: 2 });
});
afterAll(async () => {
  await connections.close();
  await database.drop();
});

test.each([1, ids.length])(
  'what every start runs is not planned again each time, for %i of a client',
  async (count) => {
    const session = new pg.Client({ connectionString: database.url });
    await session.connect();
    const clientIds = ids.slice(0, count);
    const outbox = createOutboxRepository(connections.prisma, session, createBatchedStatements(connections.pool));
    const starts = createStartStatements(session);
    for (let run = 0; run < runs; run += 1) {
      await outbox.claimShares('webhook', { clientIds, atMost: { waiting: 512, enqueued: 2_048, first: 32 } });
      for (const clientId of clientIds) await starts.findStartContext({ clientId, flowId: 'flw_0' });
    }
    const { rows } = await session.query<{ name: string; kept: boolean }>(
      'select name, generic_plans > 0 as kept from pg_prepared_statements order by name',
    );
    await session.end();
    expect(rows).toEqual([
      { name: 'claim-shares', kept: true },
      { name: 'find-start-contexts', kept: true },
    ]);
  },
);
