import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type Connections, type Statements } from '../../src/db/connection/connection.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

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

const ended = 'the transaction has ended';
const one = { text: 'select 1' };

describe('the statements of a transaction', () => {
  test('are refused once its work has settled, so that none runs on a connection that serves others', async () => {
    let kept: Statements | null = null;
    await connections.transaction(async (_connection, statements) => {
      kept = statements;
      await statements.query(one);
    });
    await expect((kept as Statements | null)?.query(one)).rejects.toThrow(ended);

    const failed = connections.transaction(async (_connection, statements) => {
      kept = statements;
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await expect((kept as Statements | null)?.query(one)).rejects.toThrow(ended);
  });

  test('are refused after its time is up, before Prisma rolls it back', async () => {
    await connections.transaction(
      async (_connection, statements) => {
        await statements.query({ text: 'select pg_sleep(0.25)' });
        await expect(statements.query(one)).rejects.toThrow(ended);
      },
      { timeoutMs: 200 },
    );
  });

  test('are not recognised by their words: a text that says commit ends nothing', async () => {
    await connections.transaction(async (_connection, statements) => {
      await statements.query({ text: 'savepoint here' });
      await statements.query({ text: `select 'commit' as word` });
      await statements.query({ text: 'release savepoint here' });
      const { rows } = await statements.query<{ n: number }>({ text: 'select 1 as n' });
      expect(rows).toEqual([{ n: 1 }]);
    });
  });
});
