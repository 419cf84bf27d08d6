import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const counts = [
  { name: 'sms-recipient', value: '+5511980000000', windowSeconds: 3600 },
  { name: 'sms-country', value: 'BR', windowSeconds: 3600 },
  { name: 'sms-client', value: '', windowSeconds: 3600 },
];

test('counting a confirmed code locks the rows in the same order as counting a message, so there is no deadlock', async () => {
  const { clientId } = stack.client;
  const { db } = stack.container;
  // In the opposite order.
  await db.transaction((tx) => tx.codeSends.count(clientId, counts.toReversed()));
  const [holder, asker] = [await stack.sql.connect(), await stack.sql.connect()];
  const lock = (name: string) => `select 1 from send_counts where name = '${name}' for update nowait`;
  try {
    await holder.query('begin');
    await holder.query(lock('sms-recipient'));
    const confirming = db.transaction((tx) => tx.codeSends.countConfirmed(clientId, counts));
    const isWaiting = async () =>
      (
        await asker.query(
          `select 1 from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
        )
      ).rowCount === 1;
    await eventually(isWaiting, { withinMs: 60_000, what: 'the wait for the first row' });
    expect((await asker.query(lock('sms-client'))).rowCount).toBe(1);
    await holder.query('rollback');
    await confirming;
  } finally {
    holder.release();
    asker.release();
  }
  const { rows } = await stack.sql.query<{ confirmed: number }>('select confirmed from send_counts');
  expect(rows.map(({ confirmed }) => confirmed)).toEqual([1, 1, 1]);
});
