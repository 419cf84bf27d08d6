import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordTestEvent } from '../../src/services/webhooks/client-events.ts';
import { eventually } from '../support/eventually.ts';
import { isFullSuite } from '../support/sample-of.ts';
import { seedClient, type SeededClient } from '../support/seed.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
import { startStack, type Stack } from '../support/stack.ts';

/** Twice as many in the quick suite as may be before the other client's event. */
const events = isFullSuite ? 2_000 : 600;
/** Several endpoints, so that the share of one does not decide. */
const endpoints = 20;
/** The number of a client's jobs that may be ahead in the queue and run in one worker before another client's turn. */
const mostBefore = 32 + 256;

let stack: Stack;
const receivers: Receiver[] = [];
beforeAll(async () => {
  stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
});
afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
  await stack.close();
});

async function receiveFor(client: Pick<SeededClient, 'token'>, count: number) {
  const receiver = await startReceiver();
  receivers.push(receiver);
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const json = { url: `${receiver.url}${made}`, eventTypes: ['webhook.test'] };
    const { body } = await stack.api.post<{ id: string }>('/v2/webhook-endpoints', { token: client.token, json });
    ids.push(body.id);
  }
  return { receiver, ids };
}

test("hundreds of waiting events of one client do not delay another client's single event, and all arrive once", async () => {
  const [flooding, other] = [await seedClient(stack.container.db), await seedClient(stack.container.db)];
  const flood = await receiveFor(flooding, endpoints);
  const single = await receiveFor(other, 1);
  await stack.container.db.transaction(async (tx) => {
    for (let made = 0; made < events; made += 1) {
      const endpointId = flood.ids[made % endpoints] ?? '';
      await recordTestEvent(tx, { clientId: flooding.clientId, endpointId, at: new Date() });
    }
  });
  const { rows } = await stack.sql.query<{ count: number }>('select count(*)::int as count from outbox');
  expect(rows[0]?.count).toBe(events);
  await stack.container.db.transaction((tx) =>
    recordTestEvent(tx, { clientId: other.clientId, endpointId: single.ids[0] ?? '', at: new Date() }),
  );

  await stack.startWorkers({ webhook: true, maintenance: true });
  const arrived = (receiver: Receiver, count: number) =>
    eventually(() => Promise.resolve(receiver.requests.length >= count), { withinMs: 120_000, what: 'the events' });
  await arrived(single.receiver, 1);
  const singleAt = single.receiver.requests[0]?.atMs ?? 0;
  await arrived(flood.receiver, events);
  const before = flood.receiver.requests.filter(({ atMs }) => atMs < singleAt).length;
  expect(before).toBeLessThanOrEqual(mostBefore);
  const eventIds = flood.receiver.requests.map(({ headers }) => headers['webhook-id']);
  expect(new Set(eventIds).size).toBe(events);
  expect(eventIds).toHaveLength(events);
});
