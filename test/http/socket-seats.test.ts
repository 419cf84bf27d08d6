import { Redis } from 'ioredis';
import { afterAll, expect, test } from 'vitest';
import { createRedisSocketSeats } from '../../src/adapters/redis/redis-socket-seats.ts';
import type { SocketSeats } from '../../src/domain/ports/socket-seats.ts';
import { eventually } from '../support/eventually.ts';
import { testRedis } from '../support/servers/redis.ts';

const redis = testRedis();
const inRedis = new Redis(redis.url);
const here = createRedisSocketSeats(redis);
const there = createRedisSocketSeats(redis);
const alone = createRedisSocketSeats({ ...redis, url: 'redis://127.0.0.1:1' });
afterAll(async () => {
  await Promise.all([here, there, alone].map((seats) => seats.close()));
  inRedis.disconnect();
});

let lastSession = 0;
const newSession = () => `session-${(lastSession += 1)}`;
const seatsInRedis = (sessionId: string) => inRedis.hlen(`${redis.prefix}:seats:${sessionId}`);

/** Waits until Redis has it: before that, each process counts alone. */
async function take(seats: SocketSeats, sessionId: string, expected: number) {
  const holder = { gone: 0 };
  const seat = seats.take(sessionId, () => (holder.gone += 1));
  await eventually(async () => (await seatsInRedis(sessionId)) === expected);
  return { holder, seat };
}

test('two sockets of a session have a seat, over all processes: the oldest makes room wherever it is', async () => {
  const session = newSession();
  const first = await take(here, session, 1);
  const second = await take(there, session, 2);
  const other = await take(here, newSession(), 1);
  const third = await take(there, session, 2);
  await eventually(() => first.holder.gone === 1);
  const fourth = await take(here, session, 2);
  await eventually(() => second.holder.gone === 1);
  expect([first, third, fourth, other].map(({ holder }) => holder.gone)).toEqual([1, 0, 0, 0]);
});

test('a socket that closes makes room, and no other has to close', async () => {
  const session = newSession();
  const first = await take(here, session, 1);
  const second = await take(there, session, 2);
  second.seat.leave();
  await eventually(async () => (await seatsInRedis(session)) === 1);
  await take(here, session, 2);
  expect([first.holder.gone, second.holder.gone]).toEqual([0, 0]);
});

test('a seat that nobody renews is forgotten', async () => {
  const session = newSession();
  const kept = await take(here, session, 1);
  await inRedis.hset(`${redis.prefix}:seats:${session}`, '0000000000000001:of-a-dead-process', '1');
  await take(there, session, 2);
  expect(kept.holder.gone).toBe(0);
});

test('no socket has to close when Redis has lost everything, and the next renewal counts them again', async () => {
  const session = newSession();
  const first = await take(here, session, 1);
  const second = await take(there, session, 2);
  await inRedis.del(`${redis.prefix}:seats:${session}`);
  first.seat.renew();
  second.seat.renew();
  await eventually(async () => (await seatsInRedis(session)) === 2);
  expect([first.holder.gone, second.holder.gone]).toEqual([0, 0]);
});

test('a process that was not notified that its seat was taken learns it with the next renewal', async () => {
  const session = newSession();
  const deaf = await take(here, session, 1);
  const key = `${redis.prefix}:seats:${session}`;
  // At the same time, as a process that takes a seat does: between the two, a renewal in progress would find room.
  await inRedis.multi().del(key).hset(key, 'a', '9999999999999', 'b', '9999999999999').exec();
  await eventually(() => {
    // As the heartbeat does, repeatedly: the first one may come before the answer of Redis was read.
    deaf.seat.renew();
    return deaf.holder.gone === 1;
  });
});

test('a socket that was open before Redis answered is the oldest, although it asks last', async () => {
  const session = newSession();
  const late = createRedisSocketSeats(redis);
  const oldest = { gone: 0 };
  late.take(session, () => (oldest.gone += 1));
  // Blocked, so that it can neither connect nor ask; much older than a query to Redis takes.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  const second = here.take(session, () => undefined);
  const third = await take(there, session, 2);
  await eventually(() => oldest.gone === 1);
  expect(third.holder.gone).toBe(0);
  second.leave();
  await late.close();
});

test('a process without Redis counts its own', () => {
  const gone: string[] = [];
  for (const name of ['first', 'second', 'third']) alone.take('session', () => gone.push(name));
  expect(gone).toEqual(['first']);
});
