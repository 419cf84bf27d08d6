import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRootKey } from '../../src/adapters/root-keys/open-root-key.ts';
import { backUp, restore } from '../../src/db/upkeep/back-up.ts';
import { endAccessAtOnce } from '../../src/db/upkeep/end-access.ts';
import { signInAs } from '../support/operator.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let other: TestDatabase;
beforeAll(async () => {
  [stack, other] = await Promise.all([
    startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } }),
    createTestDatabase(),
  ]);
});
afterAll(async () => {
  await stack.close();
  await other.drop();
});

async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function takeBackUp(): Promise<string[]> {
  return onDatabase(stack.env.DATABASE_URL ?? '', async (client) => {
    const lines: string[] = [];
    for await (const line of backUp(client)) lines.push(line);
    return lines;
  });
}

const restoreInto = (client: pg.Client, lines: readonly string[]) =>
  restore(client, Readable.from(lines) as AsyncIterable<string>, {
    replace: true,
    rootKey: openRootKey(stack.container.config.rootKey),
  });

test('a restore brings back no session, link or invitation, and nothing that was withdrawn since the backup', async () => {
  const owner = await signInAs(stack, 'owner');
  const leaving = await signInAs(stack, 'developer');
  const { token } = stack.client;
  const json = { name: 'old', scopes: ['identities:read'] };
  const { body: made } = await owner.call<{ id: string }>('POST', '/v2/api-tokens', { json });
  const { body: endpoint } = await stack.api.post<{ id: string }>('/v2/webhook-endpoints', {
    token,
    json: { url: 'http://127.0.0.1:9/' },
  });
  await owner.call('POST', '/v2/invitations', { json: { email: 'new@example.com', role: 'admin' } });
  const session = await stack.startSession();
  expect((await stack.api.post('/v2/sdk/session/hand-over', { token: session.token })).status).toBe(201);
  const before = await takeBackUp();

  const withdrawn = [
    await owner.call('DELETE', `/v2/api-tokens/${made.id}`),
    await owner.call('DELETE', `/v2/operators/${leaving.operatorId}`),
    await stack.api.delete(`/v2/webhook-endpoints/${endpoint.id}`, { token }),
  ];
  expect(withdrawn.map(({ status }) => status)).toEqual([204, 204, 204]);
  const after = await takeBackUp();

  await onDatabase(other.url, async (client) => {
    expect((await restoreInto(client, after)).withdrawnAgain).toBe(0);
    const restored = await restoreInto(client, before);
    expect([restored.rows > 0, restored.withdrawnAgain]).toEqual([true, 3]);
    const { rows } = await client.query<Record<string, string>>(
      `select (select count(*) from operator_sessions) as sign_ins, (select count(*) from invitations) as invitations,
              (select count(*) from one_time_tokens) as links, (select count(*) from webhook_endpoints) as endpoints,
              (select count(*) from sessions where ended_at is null) as sessions,
              (select count(*) from installation where set_up_token_hash is not null) as set_ups,
              (select array_agg(id) from operators) as operators,
              (select count(*) from api_tokens where revoked_at is null) as tokens`,
    );
    expect(rows).toEqual([
      {
        sign_ins: '0',
        invitations: '0',
        links: '0',
        endpoints: '0',
        sessions: '0',
        set_ups: '0',
        operators: [owner.operatorId],
        tokens: '1',
      },
    ]);
  });
});

test('access after a restore by other tools ends as a whole, or not at all', async () => {
  const owner = await signInAs(stack, 'owner');
  await owner.call('POST', '/v2/invitations', { json: { email: 'other@example.com', role: 'admin' } });
  await stack.startSession();
  const open = `select (select count(*) from operator_sessions)::int as sign_ins,
                       (select count(*) from invitations)::int as invitations,
                       (select count(*) from sessions where ended_at is null)::int as sessions`;
  await onDatabase(stack.env.DATABASE_URL ?? '', async (client) => {
    const { rows: before } = await client.query(open);
    await client.query(`create function refuse() returns trigger as $$ begin raise 'no disk'; end $$ language plpgsql`);
    await client.query('create trigger refuse before update on sessions execute function refuse()');
    await expect(endAccessAtOnce(client)).rejects.toThrow('no disk');
    expect((await client.query(open)).rows).toEqual(before);
    await client.query('drop function refuse cascade');
    await endAccessAtOnce(client);
    expect((await client.query(open)).rows).toEqual([{ sign_ins: 0, invitations: 0, sessions: 0 }]);
  });
});
