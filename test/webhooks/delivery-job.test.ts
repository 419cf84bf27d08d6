import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebhookAnswer } from '../../src/domain/ports/webhook-sender.ts';
import { createRunJob } from '../../src/services/jobs/run-job.ts';
import { createDeliveryHandler } from '../../src/services/webhooks/deliver-event.ts';
import { createEndpointCircuits } from '../../src/services/webhooks/endpoint-circuits.ts';
import { createEndpointShares, defaultShares } from '../../src/services/webhooks/endpoint-shares.ts';
import { startStack, type Stack } from '../support/stack.ts';

/** No worker runs here: the tests run the jobs themselves. */
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
});
afterAll(() => stack.close());

async function addEndpoint(url: string): Promise<string> {
  const { token } = stack.client;
  const { body } = await stack.api.post<{ id: string }>('/v2/webhook-endpoints', { token, json: { url } });
  return body.id;
}

describe('a delivery job', () => {
  /** A delivery that no worker here takes, and its row of the outbox. */
  async function waitingDelivery(): Promise<{ deliveryId: string; outboxId: string }> {
    const endpointId = await addEndpoint('http://127.0.0.1:9/');
    const { token } = stack.client;
    const path = `/v2/webhook-endpoints/${endpointId}/test`;
    const { body } = await stack.api.post<{ id: string }>(path, { token });
    const { rows } = await stack.sql.query<{ id: string }>(`select id from outbox where payload->>'deliveryId' = $1`, [
      body.id,
    ]);
    return { deliveryId: body.id, outboxId: rows[0]?.id ?? '' };
  }

  /** Runs jobs with a sender whose answers the test decides on. */
  function runnerWith(send: () => Promise<WebhookAnswer>) {
    const { container } = stack;
    const shares = createEndpointShares(defaultShares);
    const circuits = createEndpointCircuits({ random: () => 0.5 });
    const handler = createDeliveryHandler({ ...container, sender: { send }, shares, circuits, random: () => 0.5 });
    return createRunJob({ ...container, handlers: { 'webhook.deliver': handler }, random: () => 0.5 });
  }

  const answerOf = (status: number): WebhookAnswer => ({
    ...{ status, error: null, retryAfter: null, answer: Buffer.from('answer'), durationMs: 5 },
  });

  async function attemptsOf(deliveryId: string) {
    const { rows } = await stack.sql.query<{ number: number; status: number | null; error: string | null }>(
      `select number, status, error from webhook_attempts where delivery_id = $1`,
      [deliveryId],
    );
    return rows;
  }

  async function outboxRow(outboxId: string) {
    const { rows } = await stack.sql.query<{ attempts: number; round: number; pause: string; enqueued: boolean }>(
      `select attempts, round, extract(epoch from available_at - now()) as pause, enqueued_at is not null as enqueued
         from outbox where id = $1`,
      [outboxId],
    );
    return rows[0] ?? null;
  }

  test.each([200, 500])('that runs twice at the same time is recorded once (answer %s)', async (status) => {
    const { deliveryId, outboxId } = await waitingDelivery();
    let sent = 0;
    const both = new Promise<void>((resolve) => {
      const poll = setInterval(() => {
        if (sent < 2) return;
        clearInterval(poll);
        resolve();
      }, 5);
    });
    const runJob = runnerWith(async () => {
      sent += 1;
      await both;
      return answerOf(status);
    });
    await Promise.all([1, 2].map(() => runJob('webhook.deliver', outboxId, { deliveryId })));
    expect(sent).toBe(2);
    expect(await attemptsOf(deliveryId)).toEqual([{ number: 1, status, error: null }]);
    expect(await outboxRow(outboxId)).toEqual(
      status === 200
        ? null
        : { attempts: 0, round: 1, pause: expect.stringMatching(/^4\.\d+$/) as string, enqueued: false },
    );
  });

  test('that fails does not wait for a lock on its endpoint, and the next one records that the endpoint fails', async () => {
    const [first, second] = [await waitingDelivery(), await waitingDelivery()];
    await stack.sql.query(
      `update webhook_deliveries set endpoint_id = (select endpoint_id from webhook_deliveries where id = $1) where id = $2`,
      [first.deliveryId, second.deliveryId],
    );
    const runJob = runnerWith(() => Promise.resolve(answerOf(503)));
    const failingSince = async () => {
      const { rows } = await stack.sql.query<{ failing_since: Date | null }>(
        `select failing_since from webhook_endpoints p join webhook_deliveries d on d.endpoint_id = p.id where d.id = $1`,
        [first.deliveryId],
      );
      return rows[0]?.failing_since;
    };
    const holder = await stack.sql.connect();
    await holder.query('begin');
    await holder.query(
      `select 1 from webhook_endpoints where id = (select endpoint_id from webhook_deliveries where id = $1) for no key update`,
      [first.deliveryId],
    );
    await runJob('webhook.deliver', first.outboxId, { deliveryId: first.deliveryId });
    expect(await attemptsOf(first.deliveryId)).toEqual([{ number: 1, status: 503, error: null }]);
    expect(await outboxRow(first.outboxId)).toMatchObject({ attempts: 0, round: 1, enqueued: false });
    expect(await failingSince()).toBeNull();
    await holder.query('commit');
    holder.release();
    await runJob('webhook.deliver', second.outboxId, { deliveryId: second.deliveryId });
    expect(await failingSince()).toBeInstanceOf(Date);
  });

  test('that finds no place at its endpoint is put off without an attempt, and stays in the schedule', async () => {
    const { deliveryId, outboxId } = await waitingDelivery();
    const shares = { enter: () => Promise.resolve({ admitted: false as const, retryAfterMs: 90_000 }) };
    const sender = { send: () => Promise.reject(new Error('never asked')) };
    const circuits = createEndpointCircuits({ random: () => 0.5 });
    const handler = createDeliveryHandler({ ...stack.container, sender, shares, circuits, random: () => 0.5 });
    const handlers = { 'webhook.deliver': handler };
    const runJob = createRunJob({ ...stack.container, handlers, random: () => 0.5 });
    await runJob('webhook.deliver', outboxId, { deliveryId });
    expect(await attemptsOf(deliveryId)).toEqual([]);
    const row = await outboxRow(outboxId);
    expect(row).toMatchObject({ attempts: 0, round: 1, enqueued: false });
    expect(Number(row?.pause)).toBeGreaterThan(60);
  });

  test('that runs again after its end does nothing', async () => {
    const { deliveryId, outboxId } = await waitingDelivery();
    let sent = 0;
    const runJob = runnerWith(async () => {
      sent += 1;
      return answerOf(204);
    });
    for (let run = 0; run < 3; run += 1) await runJob('webhook.deliver', outboxId, { deliveryId });
    expect(sent).toBe(1);
    expect(await attemptsOf(deliveryId)).toHaveLength(1);
  });

  test('whose worker dies again and again counts as a failed attempt, and the schedule continues', async () => {
    const { deliveryId, outboxId } = await waitingDelivery();
    await stack.sql.query(`update outbox set attempts = 5 where id = $1`, [outboxId]);
    await runnerWith(() => Promise.reject(new Error('never asked')))('webhook.deliver', outboxId, { deliveryId });
    expect(await attemptsOf(deliveryId)).toEqual([{ number: 1, status: null, error: 'interrupted' }]);
    expect(await outboxRow(outboxId)).toMatchObject({ attempts: 0, round: 1 });
  });

  test('of an endpoint that was removed ends without an effect', async () => {
    const { deliveryId, outboxId } = await waitingDelivery();
    const { rows } = await stack.sql.query<{ endpoint_id: string }>(
      `select endpoint_id from webhook_deliveries where id = $1`,
      [deliveryId],
    );
    const path = `/v2/webhook-endpoints/${rows[0]?.endpoint_id ?? ''}`;
    expect((await stack.api.delete(path, { token: stack.client.token })).status).toBe(204);
    await runnerWith(() => Promise.reject(new Error('never asked')))('webhook.deliver', outboxId, { deliveryId });
    expect(await outboxRow(outboxId)).toBeNull();
  });

  test('of an event about an erased person sends nothing', async () => {
    await addEndpoint('http://127.0.0.1:9/');
    const session = await stack.startSession();
    const { rows } = await stack.sql.query<{ id: string; delivery_id: string }>(
      `select o.id, d.id as delivery_id from outbox o join webhook_deliveries d on d.id = o.payload->>'deliveryId'
         join webhook_events e on e.id = d.event_id where e.verification_id = $1 limit 1`,
      [session.verificationId],
    );
    const [row] = rows;
    if (row === undefined) throw new Error('there is no delivery');
    await stack.sql.query(`update identities set wrapped_data_key = null where id = $1`, [session.identityId]);
    await runnerWith(() => Promise.reject(new Error('never asked')))('webhook.deliver', row.id, {
      deliveryId: row.delivery_id,
    });
    expect(await outboxRow(row.id)).toBeNull();
    const path = `/v2/events?verificationId=${session.verificationId}`;
    const { body } = await stack.api.get<{ data: unknown[] }>(path, { token: stack.client.token });
    expect(body.data).toEqual([]);
  });
});
