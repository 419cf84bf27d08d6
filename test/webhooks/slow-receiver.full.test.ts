import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let hanging: Receiver;
beforeAll(async () => {
  stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
  await stack.startWorkers({ webhook: true, maintenance: true });
  hanging = await startReceiver(() => undefined);
});
afterAll(async () => {
  await hanging.close();
  await stack.close();
});

test('a receiver that does not answer is cut off after 15 s', async () => {
  const { token } = stack.client;
  const endpoint = await stack.api.post<{ id: string }>('/v2/webhook-endpoints', { token, json: { url: hanging.url } });
  await stack.api.post(`/v2/webhook-endpoints/${endpoint.body.id}/test`, { token });
  const attempt = await eventually(async () => {
    const { rows } = await stack.sql.query<{ error: string; duration_ms: number }>(
      `select error, duration_ms from webhook_attempts`,
    );
    return rows[0];
  });
  expect(attempt.error).toBe('timeout');
  // A busy machine notices the end of the 15 s late, never early.
  expect(attempt.duration_ms).toBeGreaterThan(14_900);
});
