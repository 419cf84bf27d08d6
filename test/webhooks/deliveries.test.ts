import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type {
  createdWebhookEndpointSchema,
  deliverySchema,
  webhookEndpointSchema,
} from '../../src/contract/webhook.ts';
import type { WebhookEvent } from '../../src/contract/webhook-event.ts';
import { attemptTimeoutMs } from '../../src/domain/ports/webhook-sender.ts';
import { eventually } from '../support/eventually.ts';
import { isFullSuite } from '../support/sample-of.ts';
import { startReceiver, type Answering, type Receiver } from '../support/servers/receiver.ts';
import { startStack, type Stack } from '../support/stack.ts';

type Created = z.output<typeof createdWebhookEndpointSchema>;
type Endpoint = z.output<typeof webhookEndpointSchema>;
type Delivery = z.output<typeof deliverySchema>;

let stack: Stack;
const receivers: Receiver[] = [];
beforeAll(async () => {
  stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
  await stack.startWorkers({ webhook: true, maintenance: true });
});
afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
  await stack.close();
});

async function addEndpoint(url: string, eventTypes: string[] = ['webhook.test']): Promise<Created> {
  const { token } = stack.client;
  const { status, body } = await stack.api.post<Created>('/v2/webhook-endpoints', { token, json: { url, eventTypes } });
  expect(status).toBe(201);
  return body;
}

async function receive(answer?: Answering, eventTypes?: string[]) {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  return { receiver, endpoint: await addEndpoint(receiver.url, eventTypes) };
}

async function sendTest(endpointId: string): Promise<Delivery> {
  const { token } = stack.client;
  const { status, body } = await stack.api.post<Delivery>(`/v2/webhook-endpoints/${endpointId}/test`, { token });
  expect(status).toBe(201);
  return body;
}

const endpointOf = async (endpointId: string): Promise<Endpoint> =>
  (await stack.api.get<Endpoint>(`/v2/webhook-endpoints/${endpointId}`, { token: stack.client.token })).body;

async function deliveryOf({ id, eventId }: Pick<Delivery, 'id' | 'eventId'>): Promise<Delivery> {
  const { token } = stack.client;
  const { body } = await stack.api.get<{ data: Delivery[] }>(`/v2/deliveries?eventId=${eventId}`, { token });
  const found = body.data.find((delivery) => delivery.id === id);
  if (found === undefined) throw new Error('the delivery is not listed');
  return found;
}

const attempted = (delivery: Delivery, times = 1): Promise<Delivery> =>
  eventually(async () => {
    const now = await deliveryOf(delivery);
    return now.attempts.length >= times ? now : null;
  });

/** The next attempt is due. */
const skipPause = (delivery: Delivery) =>
  stack.sql.query(`update outbox set available_at = now() where payload->>'deliveryId' = $1`, [delivery.id]);

const pauseMs = (delivery: Delivery) =>
  Date.parse(delivery.nextAttemptAt ?? '') - Date.parse(delivery.attempts.at(-1)?.at ?? '');

describe('a delivery', () => {
  test('delivers the signed event, and keeps the answer', async () => {
    const { receiver, endpoint } = await receive((response) => response.writeHead(200).end('thank you'));
    const delivery = await attempted(await sendTest(endpoint.id));
    expect(delivery).toMatchObject({ state: 'delivered', nextAttemptAt: null });
    expect(delivery.attempts).toMatchObject([{ status: 200, error: null, answer: 'thank you' }]);

    const [request] = receiver.requests;
    if (request === undefined) throw new Error('nothing was received');
    const headers = request.headers as Record<string, string>;
    expect(new Webhook(endpoint.secret).verify(request.body, headers)).toMatchObject({
      type: 'webhook.test',
      data: { endpointId: endpoint.id },
    });
    expect(headers['webhook-id']).toBe(delivery.eventId);
  });

  test('is signed with both secrets while they rotate', async () => {
    const { receiver, endpoint } = await receive();
    const path = `/v2/webhook-endpoints/${endpoint.id}/rotate-secret`;
    const { body } = await stack.api.post<{ secret: string; rotatesUntil: string }>(path, {
      token: stack.client.token,
    });
    expect(Date.parse(body.rotatesUntil) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    await attempted(await sendTest(endpoint.id));
    await stack.sql.query(`update webhook_endpoints set rotates_until = now() where id = $1`, [endpoint.id]);
    await attempted(await sendTest(endpoint.id));
    const verifies = (index: number, secret: string) => {
      const { body: text, headers } = receiver.requests[index] ?? { body: '', headers: {} };
      try {
        return new Webhook(secret).verify(text, headers as Record<string, string>) !== null;
      } catch {
        return false;
      }
    };
    expect([verifies(0, endpoint.secret), verifies(0, body.secret)]).toEqual([true, true]);
    expect([verifies(1, endpoint.secret), verifies(1, body.secret)]).toEqual([false, true]);
  });

  test('that failed is tried again 5 s later, under the same id, until it arrives', async () => {
    let calls = 0;
    const { receiver, endpoint } = await receive((response) => response.writeHead(++calls === 1 ? 500 : 204).end());
    const first = await attempted(await sendTest(endpoint.id));
    expect(first).toMatchObject({ state: 'waiting', attempts: [{ status: 500 }] });
    expect(pauseMs(first)).toBeGreaterThanOrEqual(4_000);
    expect(pauseMs(first)).toBeLessThanOrEqual(6_500);
    await skipPause(first);
    const second = await attempted(first, 2);
    expect(second).toMatchObject({ state: 'delivered', attempts: [{ status: 500 }, { status: 204 }] });
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([first.eventId, first.eventId]);
  });

  test('waits as long as the receiver asks', async () => {
    const { endpoint } = await receive((response) => response.writeHead(429, { 'retry-after': '7200' }).end());
    const delivery = await attempted(await sendTest(endpoint.id));
    expect(delivery).toMatchObject({ state: 'waiting', attempts: [{ status: 429 }] });
    expect(Math.abs(pauseMs(delivery) - 7_200_000)).toBeLessThan(2_000);
  });

  test('is not redirected', async () => {
    const target = await receive();
    const { endpoint } = await receive((response) => response.writeHead(308, { location: target.receiver.url }).end());
    expect(await attempted(await sendTest(endpoint.id))).toMatchObject({
      state: 'waiting',
      attempts: [{ status: 308 }],
    });
    expect(target.receiver.connections()).toBe(0);
  });

  test('to nobody says so', async () => {
    const { receiver, endpoint } = await receive();
    await receiver.close();
    const delivery = await attempted(await sendTest(endpoint.id));
    expect(delivery).toMatchObject({ state: 'waiting', attempts: [{ status: null, error: 'connection_failed' }] });
  });

  test('fails after the tenth attempt, and can be started again', async () => {
    let status = 503;
    const { endpoint } = await receive((response) => response.writeHead(status).end());
    const first = await attempted(await sendTest(endpoint.id));
    await stack.sql.query(`update webhook_deliveries set attempts = 9 where id = $1`, [first.id]);
    await skipPause(first);
    const last = await attempted(first, 2);
    expect(last).toMatchObject({ state: 'failed', nextAttemptAt: null });
    expect(await outboxRowsOf(last)).toBe(0);

    status = 200;
    const path = `/v2/deliveries/${first.id}/redeliver`;
    expect((await stack.api.post<Delivery>(path, { token: stack.client.token })).body.state).toBe('waiting');
    expect(await attempted(first, 3)).toMatchObject({ state: 'delivered' });
  });

  test('that is waiting is tried at once, one time, and keeps its place in the schedule', async () => {
    let status = 500;
    const { endpoint, receiver } = await receive((response) => response.writeHead(status).end());
    const delivery = await attempted(await sendTest(endpoint.id));
    expect(pauseMs(delivery)).toBeGreaterThan(1_000);
    status = 503;
    const path = `/v2/deliveries/${delivery.id}/redeliver`;
    const answer = await stack.api.post<Delivery>(path, { token: stack.client.token });
    expect(answer).toMatchObject({ status: 202, body: { state: 'waiting' } });
    expect(Date.parse(answer.body.nextAttemptAt ?? '')).toBeLessThan(Date.parse(delivery.nextAttemptAt ?? ''));
    const second = await attempted(delivery, 2);
    expect(second).toMatchObject({ state: 'waiting', attempts: [{ status: 500 }, { status: 503 }] });
    expect(receiver.requests).toHaveLength(2);
    const place = await stack.sql.query(`select attempts, attempts_before from webhook_deliveries where id = $1`, [
      delivery.id,
    ]);
    expect(place.rows).toEqual([{ attempts: 2, attempts_before: 0 }]);
    expect(await outboxRowsOf(delivery)).toBe(1);
  });

  test('whose attempt is due or in progress is not tried a second time', async () => {
    const { endpoint } = await receive((response) => response.writeHead(500).end());
    const delivery = await attempted(await sendTest(endpoint.id));
    await stack.sql.query(`update outbox set enqueued_at = now() where payload->>'deliveryId' = $1`, [delivery.id]);
    const answer = await stack.api.post(`/v2/deliveries/${delivery.id}/redeliver`, { token: stack.client.token });
    expect(answer).toMatchObject({ status: 409, body: { code: 'webhook.delivery_waiting' } });
  });
});

async function outboxRowsOf(delivery: Delivery): Promise<number> {
  const { rowCount } = await stack.sql.query(`select 1 from outbox where payload->>'deliveryId' = $1`, [delivery.id]);
  return rowCount ?? 0;
}

describe('an endpoint', () => {
  test('that answers 410 is disabled and gets nothing more', async () => {
    const { receiver, endpoint } = await receive((response) => response.writeHead(410).end(), []);
    const delivery = await attempted(await sendTest(endpoint.id));
    expect(delivery).toMatchObject({ state: 'failed', attempts: [{ status: 410 }] });
    expect(await endpointOf(endpoint.id)).toMatchObject({ enabled: false, disabledReason: 'gone' });
    const before = receiver.requests.length;
    const next = await sendTest(endpoint.id);
    await eventually(async () => (await deliveryOf(next)).state === 'failed');
    expect((await deliveryOf(next)).attempts).toEqual([]);
    expect(receiver.requests.length).toBe(before);
  });

  test('that was disabled and is enabled again has no failures counted, and gets the failed events if somebody asks for them', async () => {
    let gone = true;
    const { receiver, endpoint } = await receive((response) => response.writeHead(gone ? 410 : 204).end());
    const failed = await attempted(await sendTest(endpoint.id));
    const { token } = stack.client;
    const path = `/v2/webhook-endpoints/${endpoint.id}`;
    expect(await endpointOf(endpoint.id)).toMatchObject({ enabled: false, disabledReason: 'gone' });
    gone = false;
    const since = new Date(Date.now() + 3_600_000).toISOString();
    const again = (from: string) =>
      stack.api.post<{ deliveries: number }>(`${path}/redeliver-failed`, { token, json: { since: from } });
    const enabled = await stack.api.patch<Endpoint>(path, { token, json: { enabled: true, description: 'back' } });
    expect(enabled.body).toMatchObject({ enabled: true, disabledReason: null, description: 'back' });
    expect((await again(since)).body).toEqual({ deliveries: 0 });
    const before = receiver.requests.length;
    expect((await again(failed.createdAt)).body).toEqual({ deliveries: 1 });
    await eventually(async () => (await deliveryOf(failed)).state === 'delivered');
    expect(receiver.requests).toHaveLength(before + 1);

    const refused = await stack.api.patch(path, { token, json: { url: 'http://10.0.0.1/' } });
    expect(refused.status).toBe(422);
    const paused = await stack.api.patch<Endpoint>(path, { token, json: { enabled: false } });
    expect(paused.body).toMatchObject({ enabled: false, disabledReason: 'operator' });
  });

  test('that has failed for five days is disabled', async () => {
    const { endpoint } = await receive((response) => response.writeHead(500).end());
    const first = await attempted(await sendTest(endpoint.id));
    expect(await endpointOf(endpoint.id)).toMatchObject({ enabled: true });
    const fiveDaysAgo = `update webhook_endpoints set failing_since = now() - interval '5 days' where id = $1`;
    await stack.sql.query(fiveDaysAgo, [endpoint.id]);
    await skipPause(first);
    await attempted(first, 2);
    expect(await endpointOf(endpoint.id)).toMatchObject({ enabled: false, disabledReason: 'failing' });
    expect(stack.logLines.join('')).toContain('webhook endpoint disabled');
  });

  test('that has failed for long and then succeeds once starts to count again', async () => {
    let status = 500;
    const { endpoint } = await receive((response) => response.writeHead(status).end());
    await attempted(await sendTest(endpoint.id));
    await stack.sql.query(`update webhook_endpoints set failing_since = now() - interval '119 hours' where id = $1`, [
      endpoint.id,
    ]);
    status = 200;
    await attempted(await sendTest(endpoint.id));
    status = 500;
    await attempted(await sendTest(endpoint.id));
    const { rows } = await stack.sql.query<{ fresh: boolean }>(
      `select failing_since > now() - interval '1 minute' as fresh from webhook_endpoints where id = $1`,
      [endpoint.id],
    );
    expect(rows).toEqual([{ fresh: true }]);
  });

  test('gets only the types that it asked for', async () => {
    const { receiver } = await receive(undefined, ['verification.cancelled']);
    const session = await stack.startSession();
    await session.cancel();
    await eventually(() => receiver.requests.length > 0);
    expect(receiver.requests.map(({ body }) => (JSON.parse(body) as WebhookEvent).type)).toEqual([
      'verification.cancelled',
    ]);
  });

  test('is not held up by another that hangs', async () => {
    const [many, few] = isFullSuite ? [120, 40] : [60, 12];
    const hanging = await receive(() => undefined);
    const fast = await receive();
    await Promise.all(Array.from({ length: many }, () => sendTest(hanging.endpoint.id)));
    await eventually(() => hanging.receiver.requests.length >= 8);
    for (let index = 0; index < few; index += 1) await sendTest(fast.endpoint.id);
    await eventually(() => fast.receiver.requests.length === few);
    // All of them arrived while the other one had no more than eight attempts at once: on a slow machine, some of these have timed out.
    const [first] = hanging.receiver.requests;
    const timedOut = Math.floor((performance.now() - (first?.atMs ?? 0)) / attemptTimeoutMs);
    expect(hanging.receiver.requests.length).toBeLessThanOrEqual(8 * (1 + timedOut));
    expect(hanging.receiver.requests.length).toBeLessThan(many);
    await hanging.receiver.close();
  });
});
