import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startApiProcess, type ApiProcess } from '../support/programs/processes.ts';
import { createSdkSession } from '../support/sdk-client.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let dying: ApiProcess;
let redis: Redis;
beforeAll(async () => {
  stack = await startStack();
  redis = new Redis(stack.env.REDIS_URL ?? '');
  dying = await startApiProcess(stack.env);
});
afterAll(async () => {
  await dying.kill();
  redis.disconnect();
  await stack.close();
});

/** Redis decides who came first, and each process asks it after it has opened a socket. */
async function seatsAre(count: number): Promise<void> {
  await eventually(async () => {
    const [key] = await redis.keys(`${stack.env.REDIS_PREFIX ?? ''}:seats:*`);
    return key !== undefined && (await redis.hlen(key)) === count;
  });
}

test('a third socket of a session closes the oldest one, although that ends in another process', async () => {
  const session = await stack.startSession();
  const elsewhere = createSdkSession(dying.api, session);
  const first = elsewhere.follow();
  expect(await first.opened).toBeNull();
  await seatsAre(1);
  const second = session.follow();
  expect(await second.opened).toBeNull();
  await seatsAre(2);
  const third = session.follow();
  expect(await first.closed).toEqual({ code: 1008, reason: 'another socket took its place' });
  await session.cancel();
  for (const socket of [second, third]) {
    await eventually(() => socket.messages.some(({ type }) => type === 'verification.finished'));
    socket.close();
  }
});

test('a socket gets events from another process, and misses nothing when its own is killed', async () => {
  const session = await stack.startSession();
  const elsewhere = createSdkSession(dying.api, session);
  const socket = elsewhere.follow();
  expect(await socket.opened).toBeNull();
  const say = async () => {
    const step = await stepOf();
    return stack.container.db.transaction((tx) =>
      tx.messages.append(session.verificationId, { type: 'step.updated', step, at: new Date().toISOString() }),
    );
  };
  const stepOf = async () => (await session.state()).body.steps[0];

  const first = await say();
  stack.container.live.announce(session.verificationId, first);
  await eventually(() => socket.messages.length === 1);
  await say();
  await dying.kill('SIGKILL');
  expect((await socket.closed).code).toBe(1006);
  const third = await say();
  stack.container.live.announce(session.verificationId, third);

  const again = session.follow(socket.messages.at(-1)?.sequence);
  await eventually(() => socket.messages.length + again.messages.length === 3);
  expect([...socket.messages, ...again.messages].map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  again.close();
});
