import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApiProcess, type ApiProcess } from '../support/programs/processes.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let running: ApiProcess;
beforeAll(async () => {
  stack = await startStack();
  running = await startApiProcess(stack.env);
});
afterAll(async () => {
  await running.kill();
  await stack.close();
});

const senders = 1_000;
/** Slack above the limits of ten seconds and a minute: a busy process checks once a second. */
const slackMs = 5_000;
const everyMs = 500;

/** Sends `head`, then one byte at a time. Returns after how many milliseconds it was cut off, and the answer. */
async function sendSlowly(head: string): Promise<{ closedAfterMs: number; told: string }> {
  const { hostname, port } = new URL(running.api.baseUrl);
  const socket: Socket = connect(Number(port), hostname);
  const begunAt = performance.now();
  let told = '';
  socket.on('data', (bytes) => (told += bytes.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now() - begunAt)));
  socket.write(head);
  const trickle = setInterval(() => socket.writable && socket.write('x'), everyMs);
  const closedAfterMs = await closed;
  clearInterval(trickle);
  return { closedAfterMs, told };
}

/** Another caller's requests at the same time. */
async function expectOthersServed(until: Promise<unknown>): Promise<void> {
  let over = false;
  void until.then(() => (over = true));
  while (!over) {
    const { status } = await running.api.get('/v2/verifications', { token: stack.client.token });
    expect(status).toBe(200);
    await pause(200);
  }
}

test.each([
  ['headers', 10_000, 'POST /v2/verifications HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
  [
    'bodies',
    60_000,
    'POST /v2/verifications HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer TOKEN\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{',
  ],
])(
  'a thousand slow %s are cut off in time, and others do not notice',
  { timeout: 120_000 },
  async (_what, limitMs, head) => {
    const all = Promise.all(
      Array.from({ length: senders }, () => sendSlowly(head.replace('TOKEN', stack.client.token))),
    );
    await expectOthersServed(all);
    const ends = await all;
    expect(Math.max(...ends.map(({ closedAfterMs }) => closedAfterMs))).toBeLessThan(limitMs + slackMs);
    for (const { told } of ends) expect(told).not.toMatch(/^HTTP\/1.1 2/);
  },
);
