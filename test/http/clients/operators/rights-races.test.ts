import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemLine } from '../../../support/api-client.ts';
import { eventually } from '../../../support/eventually.ts';
import { addOperator, signInAs } from '../../../support/operator.ts';
import { seedClient } from '../../../support/seed.ts';
import { startStack, type Stack } from '../../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

/** Makes a change that is not committed, lets a request wait for it, and then commits. */
async function whileChanging<T>(change: string, values: unknown[], request: () => Promise<T>): Promise<T> {
  const other = await stack.sql.connect();
  try {
    await other.query('begin');
    await other.query(change, values);
    const answer = request();
    await eventually(async () => {
      const { rowCount } = await stack.sql.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return (rowCount ?? 0) > 0;
    });
    await other.query('commit');
    return await answer;
  } finally {
    other.release();
  }
}

test('a change of clients does not give an operator the role back that was taken from them at the same moment', async () => {
  const [owner, { operatorId }] = [await signInAs(stack, 'owner'), await addOperator(stack, 'admin')];
  const json = { clientIds: [stack.client.clientId] };
  const answer = await whileChanging(`update operators set role = 'read-only' where id = $1`, [operatorId], () =>
    owner.call('PATCH', `/v2/operators/${operatorId}`, { json }),
  );
  expect(answer).toMatchObject({ status: 200, body: { role: 'read-only', clientIds: json.clientIds } });
  expect(await stack.container.db.operators.find(operatorId)).toMatchObject({ role: 'read-only' });
});

test('a page of a developer that sends all settings back does not undo an admin’s change of the same moment', async () => {
  const live = await seedClient(stack.container.db, 'live');
  const developer = await signInAs(stack, 'developer');
  const json = { strictStart: false, dataRetentionDays: null, buttonColor: '#112233' };
  const answer = await whileChanging(
    `update clients set settings = settings || '{"strictStart": true, "dataRetentionDays": 30}' where id = $1`,
    [live.clientId],
    () => developer.call('PATCH', '/v2/settings', { json, headers: { 'x-client-id': live.clientId } }),
  );
  expect(answer).toMatchObject({
    status: 200,
    body: { strictStart: true, dataRetentionDays: 30, buttonColor: '#112233' },
  });
});

test.each([
  ['loses a right', `role = 'developer'`, '403 auth.role_missing'],
  ['is bound to other clients', `client_ids = array['another']`, '404 client.not_found'],
])('an operator who %s at the same moment gets no token that keeps it', async (_what, change, refused) => {
  const live = await seedClient(stack.container.db, 'live');
  const admin = await signInAs(stack, 'admin');
  const json = { name: 'kept', scopes: ['account:write'] };
  const answer = await whileChanging(`update operators set ${change} where id = $1`, [admin.operatorId], () =>
    admin.call('POST', '/v2/api-tokens', { json, headers: { 'x-client-id': live.clientId } }),
  );
  expect(problemLine(answer)).toBe(refused);
  const { rowCount } = await stack.sql.query('select 1 from api_tokens where created_by = $1', [admin.operatorId]);
  expect(rowCount).toBe(0);
});
