import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/domain/id.ts';
import type { WebhookAnswer } from '../../src/domain/ports/webhook-sender.ts';
import { createRunJob } from '../../src/services/jobs/run-job.ts';
import { createDeliveryHandler } from '../../src/services/webhooks/deliver-event.ts';
import { createEndpointCircuits, opensAfter } from '../../src/services/webhooks/endpoint-circuits.ts';
import { createEndpointShares, defaultShares } from '../../src/services/webhooks/endpoint-shares.ts';
import { startStack, type Stack } from '../support/stack.ts';

/** No worker runs here: the tests run the jobs themselves, on a clock that they move. */
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
});
afterAll(() => stack.close());

interface Job {
  deliveryId: string;
  outboxId: string;
}

let nowMs: number;
let answer: Pick<WebhookAnswer, 'status' | 'error'>;
let sent: string[];
let endpointId: string;
let run: (job: Job) => Promise<void>;
beforeEach(async () => {
  nowMs = 0;
  answer = { status: null, error: 'connection_failed' };
  sent = [];
  const { token } = stack.client;
  const json = { url: 'http://127.0.0.1:9/', eventTypes: ['verification.started'] };
  endpointId = (await stack.api.post<{ id: string }>('/v2/webhook-endpoints', { token, json })).body.id;
  const send = (message: { headers: Record<string, string> }): Promise<WebhookAnswer> => {
    sent.push(message.headers['webhook-id'] ?? '');
    return Promise.resolve({ ...answer, retryAfter: null, answer: null, durationMs: 5 });
  };
  const { container } = stack;
  const random = () => 0.5;
  const circuits = createEndpointCircuits({ random, nowMs: () => nowMs });
  const shares = createEndpointShares(defaultShares);
  const handler = createDeliveryHandler({ ...container, sender: { send }, shares, circuits, random });
  const runJob = createRunJob({ ...container, handlers: { 'webhook.deliver': handler }, random });
  run = ({ outboxId, deliveryId }) => runJob('webhook.deliver', outboxId, { deliveryId });
});

async function newDelivery(): Promise<Job> {
  const { clientId } = stack.client;
  const event = { id: newId('event'), clientId, identityId: null, verificationId: null, sequence: null };
  const [made] = await stack.container.db.transaction((tx) =>
    tx.webhookEvents.createAll([{ ...event, type: 'verification.started', body: {}, endpointIds: [endpointId] }]),
  );
  if (made === undefined) throw new Error('no delivery');
  return { deliveryId: made.id, outboxId: made.job.outboxId };
}

async function newDeliveries(count: number): Promise<Job[]> {
  const made: Job[] = [];
  for (let number = 0; number < count; number += 1) made.push(await newDelivery());
  return made;
}

/** `due`: in seconds from now; `places`: of the schedule, used or skipped. */
async function stateOf({ deliveryId, outboxId }: Job) {
  const { rows } = await stack.sql.query<{ status: string; attempts: number; places: number; due: number }>(
    `select d.status, d.attempts, d.attempts - d.attempts_before as places,
            round(extract(epoch from o.available_at - now()))::int as due
       from webhook_deliveries d left join outbox o on o.id = $2 where d.id = $1`,
    [deliveryId, outboxId],
  );
  return rows[0];
}

/** As many attempts as needed until the endpoint counts as away. */
async function runInto(status: number | null): Promise<Job[]> {
  answer = { status, error: status === null ? 'connection_failed' : null };
  const tried = await newDeliveries(opensAfter);
  for (const job of tried) await run(job);
  expect(sent).toHaveLength(opensAfter);
  sent = [];
  return tried;
}

describe('an endpoint that does not answer ten attempts in a row', () => {
  test.each([null, 503])(
    'gets a few probes; other new deliveries begin with the third attempt (%s)',
    async (status) => {
      await runInto(status);
      const jobs = await newDeliveries(12);
      for (const job of jobs) await run(job);
      expect(sent).toEqual([]);
      const states = await Promise.all(jobs.map(stateOf));
      expect(states.map((state) => state?.places)).toEqual([0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2]);
      expect(states.every((state) => state?.status === 'waiting' && state.attempts === 0 && state.due > 0)).toBe(true);
    },
  );

  test('a probe is sent when it is due, and keeps its schedule', async () => {
    await runInto(null);
    const probe = await newDelivery();
    await run(probe);
    expect(sent).toEqual([]);
    await run(probe);
    expect(sent).toHaveLength(1);
    expect(await stateOf(probe)).toMatchObject({ status: 'waiting', attempts: 1, places: 1 });
  });

  test('new deliveries probe it at a steady pace, however long it is down', async () => {
    await runInto(null);
    let planned = 0;
    for (nowMs = 0; nowMs < 1_800_000; nowMs += 20_000) {
      const job = await newDelivery();
      await run(job);
      if ((await stateOf(job))?.places === 0) planned += 1;
    }
    // Each minute, and six more that are planned ahead.
    expect(planned).toBeGreaterThanOrEqual(30);
    expect(planned).toBeLessThanOrEqual(36);
  });

  test('deliveries that skipped attempts are due at once when it answers again, and keep the rest of their schedule', async () => {
    await runInto(null);
    const jobs = await newDeliveries(9);
    for (const job of jobs) await run(job);
    const [probe, last] = [jobs[0], jobs[8]];
    if (probe === undefined || last === undefined) throw new Error('no deliveries');
    answer = { status: 204, error: null };
    await run(probe);
    await expect.poll(async () => (await stateOf(last))?.due).toBeLessThanOrEqual(0);
    const states = await Promise.all(jobs.slice(6).map(stateOf));
    expect(states.map((state) => (state?.due ?? 1) <= 0)).toEqual([true, true, true]);
    answer = { status: 500, error: null };
    await run(last);
    const state = await stateOf(last);
    expect(state).toMatchObject({ attempts: 1, places: 3 });
    // Half an hour: the pause after the third attempt of the schedule, and not five seconds or minutes.
    expect(state?.due).toBeGreaterThan(900);
  });

  test('a delivery that was tried before, a test event and a new address are still sent', async () => {
    const [tried] = await runInto(null);
    if (tried === undefined) throw new Error('no delivery');
    await run(tried);
    expect(sent).toHaveLength(1);
    const { token } = stack.client;
    const { body } = await stack.api.post<{ id: string }>(`/v2/webhook-endpoints/${endpointId}/test`, { token });
    const { rows } = await stack.sql.query<{ id: string }>(`select id from outbox where payload->>'deliveryId' = $1`, [
      body.id,
    ]);
    await run({ deliveryId: body.id, outboxId: rows[0]?.id ?? '' });
    expect(sent).toHaveLength(2);
    await stack.api.patch(`/v2/webhook-endpoints/${endpointId}`, { token, json: { url: 'http://127.0.0.1:10/' } });
    await run(await newDelivery());
    expect(sent).toHaveLength(3);
  });

  test('an operator who redelivers sends at once', async () => {
    await runInto(null);
    const jobs = await newDeliveries(7);
    for (const job of jobs) await run(job);
    const skipped = jobs[6];
    if (skipped === undefined) throw new Error('no delivery');
    expect(await stateOf(skipped)).toMatchObject({ places: 2 });
    expect(await stack.container.db.transaction((tx) => tx.webhookDeliveries.bringForward(skipped.deliveryId))).toBe(
      true,
    );
    await run(skipped);
    expect(sent).toHaveLength(1);
  });
});

test('probes come after 5, 15, 35, 75, 135 and 195 seconds, skipped deliveries after the pause of the schedule', () => {
  const circuits = createEndpointCircuits({ random: () => 0.5, nowMs: () => 0 });
  const due = { endpointId: 'whe_1', url: 'http://127.0.0.1/', isTest: false, attempts: 0, attemptsInSchedule: 0 };
  for (let failed = 0; failed < opensAfter; failed += 1) circuits.record(due, { status: null });
  const pauses = Array.from({ length: 8 }, (_, index) => circuits.decide({ ...due, id: `dlv_${index}` })).map(
    (decision) => (decision.send ? null : [decision.skips, decision.afterMs / 1_000]),
  );
  expect(pauses).toEqual([...[5, 15, 35, 75, 135, 195].map((seconds) => [0, seconds]), [2, 300], [2, 300]]);
});

test('an endpoint that answers with its own errors is never away', async () => {
  answer = { status: 500, error: null };
  for (const job of await newDeliveries(opensAfter + 5)) await run(job);
  expect(sent).toHaveLength(opensAfter + 5);
});

test('one answer among the failures keeps an endpoint from being away', async () => {
  const jobs = await newDeliveries(2 * opensAfter);
  for (const [number, job] of jobs.entries()) {
    answer = number === opensAfter - 1 ? { status: 400, error: null } : { status: null, error: 'timeout' };
    await run(job);
  }
  expect(sent).toHaveLength(2 * opensAfter);
});
