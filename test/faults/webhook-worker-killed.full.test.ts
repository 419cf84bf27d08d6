import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startWorkerProcess } from '../support/programs/processes.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let slow: Receiver;
let quick: Receiver;
let isHanging = true;

beforeAll(async () => {
  stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
  await stack.startWorkers({ maintenance: true });
  slow = await startReceiver((response) => {
    if (!isHanging) response.writeHead(204).end();
  });
  quick = await startReceiver();
});
afterAll(async () => {
  await slow.close();
  await quick.close();
  await stack.close();
});

test('a delivery whose worker is killed while the receiver thinks arrives from another one, once and under its id', async () => {
  const { token } = stack.client;
  const endpointOf = async ({ url }: Receiver) =>
    (await stack.api.post<{ id: string }>('/v2/webhook-endpoints', { token, json: { url } })).body.id;
  const slowId = await endpointOf(slow);
  const quickId = await endpointOf(quick);
  const worker = await startWorkerProcess(stack.env, 'webhook');
  await stack.api.post(`/v2/webhook-endpoints/${slowId}/test`, { token });
  await eventually(() => Promise.resolve(slow.requests.length === 1), { withinMs: 60_000, what: 'the first attempt' });
  await worker.kill('SIGKILL');

  isHanging = false;
  const other = await startWorkerProcess(stack.env, 'webhook');
  try {
    // The other endpoint does not wait for the one whose attempt was lost.
    await stack.api.post(`/v2/webhook-endpoints/${quickId}/test`, { token });
    await eventually(() => Promise.resolve(quick.requests.length === 1), { withinMs: 60_000, what: 'the other one' });
    const delivered = async () => {
      const { rows } = await stack.sql.query<{ status: string; attempts: number }>(
        `select status, attempts from webhook_deliveries where endpoint_id = $1`,
        [slowId],
      );
      return rows.length === 1 && rows[0]?.status === 'delivered' ? rows[0] : null;
    };
    // An attempt that no process recorded did not happen: the schedule has lost nothing.
    expect((await eventually(delivered, { withinMs: 60_000, what: 'the delivery' })).attempts).toBe(1);
    expect(new Set(slow.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const { rows: left } = await stack.sql.query(`select 1 from outbox where job = 'webhook.deliver'`);
    expect(left).toEqual([]);
  } finally {
    await other.kill();
  }
}, 180_000);
