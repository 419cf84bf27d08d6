import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { startDnsServer } from '../../support/servers/dns-server.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { startTwilioServer } from '../../support/servers/twilio-server.ts';
import { sessionStart, startSdkSession } from '../../support/sdk-client.ts';
import { seedClient } from '../../support/seed.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';

/** Values that occur nowhere else. */
const marks = { local: 'zzquill.marked', phone: '11987650423', name: 'Quillfeather' };
const echo = `no route to ${marks.local} alias ${marks.name} 5511 ${marks.phone}`;

let stack: Stack;
let redis: Redis;
let dns: Awaited<ReturnType<typeof startDnsServer>>;
let twilio: Awaited<ReturnType<typeof startTwilioServer>>;
let receiver: Receiver;
let mail: SMTPServer;
beforeAll(async () => {
  // Its own fault, which is no answer about the message, and it repeats what it was given.
  mail = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, callback) => {
      callback(Object.assign(new Error(echo), { responseCode: 454 }));
    },
  });
  mail.on('error', () => undefined);
  await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve));
  const { port } = mail.server.address() as AddressInfo;
  dns = await startDnsServer({ 'bank.example': ['mx.bank.example'] });
  twilio = await startTwilioServer();
  // It repeats the request in its answer and its headers.
  receiver = await startReceiver((response, { body }) => {
    response.writeHead(500, { 'retry-after': marks.name, 'x-echo': marks.local }).end(`${echo} ${body}`);
  });
  stack = await startStack({
    env: {
      SMTP_URL: `smtp://${marks.name}:secret@127.0.0.1:${port}`,
      SMTP_FROM: 'Verify <verify@bank.example>',
      DNS_SERVERS: dns.address,
      TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'a-token-of-the-account',
      TWILIO_FROM: '+12015550199',
      TWILIO_API_BASE: twilio.url,
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
    },
  });
  redis = new Redis(stack.env.REDIS_URL ?? '');
  await stack.startWorkers({ otp: true, webhook: true, maintenance: true });
});
afterAll(async () => {
  redis.disconnect();
  await stack.close();
  await Promise.all([dns.close(), twilio.close(), receiver.close()]);
  await new Promise<void>((resolve) => mail.close(() => resolve()));
});

async function allInRedis(): Promise<string> {
  const found: string[] = [];
  for (const key of await redis.keys(`*${stack.env.REDIS_PREFIX ?? ''}*`)) {
    if ((await redis.type(key)) === 'hash') found.push(JSON.stringify(await redis.hgetall(key)));
  }
  return found.join('\n');
}
const faultLines = () => stack.logLines.filter((line) => line.includes('a provider is down')).join('\n');
const marksIn = (text: string) =>
  Object.entries(marks).flatMap(([what, mark]) => (text.toLowerCase().includes(mark.toLowerCase()) ? [what] : []));

test('providers and receivers that are down and repeat what they were given leave nothing of it behind', async () => {
  const live = await seedClient(stack.container.db, 'live');
  const flow = {
    steps: [
      { id: 'email', type: 'email' as const, config: {} },
      { id: 'phone', type: 'phone' as const, config: {} },
    ],
  };
  await live.addFlow('marked', flow);
  const json = { url: receiver.url };
  // Plain http is for clients in test mode alone.
  expect((await stack.api.post('/v2/webhook-endpoints', { token: stack.client.token, json })).status).toBe(201);
  await stack.startSession('document-only', { metadata: { name: marks.name } });
  const session = await startSdkSession(
    stack.api,
    sessionStart(live.clientId, live.flowOf('marked'), { metadata: { name: marks.name } }),
  );
  const refusal = { status: 500, body: { code: 20500, message: echo, status: 500 } };
  twilio.answerNext(...Array.from({ length: 40 }, () => refusal));
  expect((await session.sendCode('email', { email: `${marks.local}@bank.example` })).status).toBe(202);
  expect((await session.sendCode('phone', { phoneNumber: `+55${marks.phone}` })).status).toBe(202);
  const queued: string[] = [];
  await eventually(async () => {
    queued.push(await allInRedis());
    await stack.sql.query('update outbox set available_at = now(), enqueued_at = null where available_at > now()');
    // Each provider is tried again, so the count of lines does not tell whether both were reached.
    return faultLines().includes('EAUTH') && /"fault":"[^"]*20500/.test(faultLines()) && receiver.requests.length > 0;
  });
  queued.push(await allInRedis());
  expect(receiver.requests.some(({ body }) => body.includes(marks.name))).toBe(true);
  expect(faultLines()).toMatch(/EAUTH/);
  expect(faultLines()).toMatch(/"fault":"[^"]*20500/);
  expect(marksIn(stack.logLines.join('\n'))).toEqual([]);
  expect(marksIn(queued.join('\n'))).toEqual([]);
  const metrics = await (await fetch(`${stack.api.baseUrl}/metrics`)).text();
  expect(marksIn(metrics)).toEqual([]);
});
