import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { smallPicture } from '../../support/documents/pictures.ts';
import { nextMessage } from '../../support/contact.ts';
import { noInspection, startStack, type Stack } from '../../support/stack.ts';
import { documentHandlers, emptyReader } from '../../support/steps.ts';

/** Values that occur nowhere else. */
const marks = {
  name: 'Quillfeather',
  number: 'ZQX773341',
  mail: 'zzquill.marked',
  phone: '11987650423',
  latitude: '-23.517734',
  street: 'Vexillology',
  device: 'marked-device-77',
};

let stack: Stack;
let redis: Redis;
const printed: string[] = [];
const kept: ((...parts: never[]) => boolean)[] = [];

beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...parts: unknown[]) => boolean;
    kept.push(stream.write.bind(stream)); // Restored at the end.
    stream.write = (...parts: unknown[]) => {
      printed.push(String(parts[0]));
      return write(...parts);
    };
  }
  stack = await startStack();
  redis = new Redis(stack.env.REDIS_URL ?? '');
  const step = (id: string, type: string, config: object = {}) => ({ id, type, config });
  const document = step('document', 'document', { accept: [{ type: 'passport' }] });
  await stack.client.addFlow('marked', {
    steps: [
      step('email', 'email'),
      step('phone', 'phone', { defaultCountry: 'BR' }),
      step('location', 'location'),
      document,
    ] as never, // Checked by the service.
  });
  const lines = [`Surname ${marks.name}`, `Number ${marks.number}`, `Address 12 ${marks.street} Lane`];
  const box = [
    [0, 0],
    [9, 0],
    [9, 9],
    [0, 9],
  ] as const;
  let reads = 0;
  await stack.startWorkers({
    qualityHandlers: noInspection,
    otp: true,
    maintenance: true,
    documentHandlers: documentHandlers(stack, {
      async read() {
        reads += 1;
        // The first time it breaks, with what it read in its message.
        if (reads === 1) throw new Error(`cannot read "${lines.join('\n')}"`);
        return {
          ...(await emptyReader.read()),
          lines: lines.map((text) => ({ text, confidence: 1, agreed: true, box })),
        };
      },
    }),
  });
});
afterAll(async () => {
  [process.stdout, process.stderr].forEach((stream, index) => {
    stream.write = kept[index] ?? stream.write;
  });
  redis.disconnect();
  await stack.close();
});

/** Every key of this stack with its content. */
async function allInRedis(): Promise<string> {
  const found: string[] = [];
  for (const key of await redis.keys(`*${stack.env.REDIS_PREFIX ?? ''}*`)) {
    const type = await redis.type(key);
    const read: Record<string, () => Promise<unknown>> = {
      string: () => redis.get(key),
      hash: () => redis.hgetall(key),
      list: () => redis.lrange(key, 0, -1),
      set: () => redis.smembers(key),
      zset: () => redis.zrange(key, '0', '-1', 'WITHSCORES'),
      stream: () => redis.xrange(key, '-', '+'),
    };
    found.push(key, JSON.stringify(await read[type]?.()));
  }
  return found.join('\n');
}

const marksIn = (text: string) =>
  Object.entries(marks).flatMap(([what, mark]) => (text.toLowerCase().includes(mark.toLowerCase()) ? [what] : []));

test('a whole verification, with its failures, leaves nothing of the person in logs, queues, metrics or error texts', async () => {
  const refusals: unknown[] = [];
  const queued: string[] = [];
  const session = await stack.startSession('marked', {
    device: { languages: ['en'], model: marks.device }, // What a device may add.
    metadata: { name: marks.name, plan: marks.number },
  });
  const note = async () => void queued.push(await allInRedis());

  // Invalid input of every kind.
  refusals.push((await session.sendCode('email', { email: `${marks.mail}@nowhere` })).body);
  refusals.push((await session.sendCode('phone', { phoneNumber: `+55${marks.phone}999999999` })).body);
  refusals.push(
    (await session.submit('location', { latitude: 1000, longitude: marks.latitude, accuracyMeters: marks.name })).body,
  );
  refusals.push((await session.submit('document', { documentType: marks.name, number: marks.number })).body);
  refusals.push(
    (await stack.api.get(`/v2/identities/${marks.name}?email=${marks.mail}`, { token: stack.client.token })).body,
  );
  refusals.push(
    (
      await stack.api.get(`/v2/verifications?metadata[name]=${marks.name}&status=${marks.number}`, {
        token: stack.client.token,
      })
    ).body,
  );
  // A fault of ours: the database prints what it was given.
  refusals.push((await session.upload(Buffer.from(`%PDF ${marks.name}`), { name: `${marks.name}.pdf` })).body);
  await expect(
    stack.container.db.verifications.setTags({ id: marks.name, clientId: marks.number }, [marks.street]),
  ).rejects.toThrow();

  expect((await session.sendCode('email', { email: `${marks.mail}@example.com` })).status).toBe(202);
  await note();
  const mail = await nextMessage(stack, session, 1);
  await session.checkCode('email', mail.code ?? '');
  expect((await session.submit('email', {})).status).toBe(202);
  expect((await session.sendCode('phone', { phoneNumber: `+55${marks.phone}` })).status).toBe(202);
  await note();
  const sms = await nextMessage(stack, session, 2);
  await session.checkCode('phone', sms.code ?? '');
  expect((await session.submit('phone', {})).status).toBe(202);
  const place = { latitude: Number(marks.latitude), longitude: -46.6333, accuracyMeters: 12 };
  expect((await session.submit('location', place)).status).toBe(202);
  await note();
  expect((await session.upload(await smallPicture(), { name: `${marks.name}.jpg` })).status).toBe(201);
  expect((await session.submit()).status).toBe(202);
  await note();
  // The job broke once and was tried again.
  await eventually(() => stack.logLines.some((line) => line.includes('job failed')));
  await note();
  await stack.sql.query(`update outbox set available_at = now(), enqueued_at = null`);
  await eventually(async () => {
    const { steps } = (await session.state()).body;
    await stack.sql.query(`update outbox set available_at = now(), enqueued_at = null where available_at > now()`);
    return steps[3]?.attempt === 2 || steps[3]?.status === 'finished';
  });
  await note();
  await stack.api.get(`/v2/verifications/${session.verificationId}`, { token: stack.client.token });
  await stack.api.delete(`/v2/identities/${session.identityId}`, { token: stack.client.token });
  await note();

  const metrics = await (await fetch(`${stack.api.baseUrl}/metrics`)).text();
  expect(stack.logLines.length).toBeGreaterThan(20);
  expect(marksIn(stack.logLines.join('\n'))).toEqual([]);
  expect(marksIn(printed.join(''))).toEqual([]);
  expect(queued.join('').length).toBeGreaterThan(1000);
  expect(marksIn(queued.join('\n'))).toEqual([]);
  expect(marksIn(metrics)).toEqual([]);
  expect(marksIn(JSON.stringify(refusals))).toEqual([]);
});
