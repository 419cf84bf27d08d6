import { randomUUID } from 'node:crypto';
import { seatLivesMs, socketsPerSession, type SocketSeats } from '../../domain/ports/socket-seats.ts';
import { connectPatientRedis, connectRedis, type RedisAddress } from './redis-connection.ts';

/** KEYS[1]: a hash of one session's seats, from their names to their expiry, in milliseconds of Redis's clock. */
const livingSeats = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local seats = redis.call('HGETALL', KEYS[1])
local living = {}
for i = 1, #seats, 2 do
  if tonumber(seats[i + 1]) <= now then redis.call('HDEL', KEYS[1], seats[i]) else living[#living + 1] = seats[i] end
end
local function sit(name)
  redis.call('HSET', KEYS[1], name, string.format('%d', now + ARGV[2]))
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end`;

/**
 * ARGV: an identifier of the seat, its lifetime in milliseconds, the maximum number of seats, and for how long its socket has been open in
 * microseconds. Names begin with the opening time by Redis's clock, so that the oldest seat goes first, even when it is the last to ask. A
 * caller that repeats an unanswered request keeps its name. Returns the seat's name and the names of the seats that must go.
 */
const takeScript = `${livingSeats}
local own
for i = 1, #living do if string.sub(living[i], 18) == ARGV[1] then own = living[i] end end
if not own then
  own = string.format('%016d', time[1] * 1000000 + time[2] - ARGV[4]) .. ':' .. ARGV[1]
  living[#living + 1] = own
end
sit(own)
table.sort(living)
local gone = {}
for i = 1, #living - ARGV[3] do
  redis.call('HDEL', KEYS[1], living[i])
  gone[i] = living[i]
end
return {own, gone}`;

/** ARGV: the seat's name, the rest as above. 0: others have all the seats. After a flush there is room, and no seat must go. */
const renewScript = `${livingSeats}
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 and #living >= tonumber(ARGV[3]) then return 0 end
sit(ARGV[1])
return 1`;

/** Redis is available but was too busy to answer. */
const askAgainMs = 1_000;

interface Seat {
  id: string;
  /** In Redis; null until Redis has answered. */
  name: string | null;
  /** Being requested: one socket must not get two seats. */
  asking: boolean;
  left: boolean;
  /** By this process's monotonic clock. */
  takenAtMs: number;
  onTaken: () => void;
}

/** Seats in Redis, so that they are counted over all processes. While Redis is unavailable, each process counts its own. */
export function createRedisSocketSeats(options: RedisAddress & { prefix: string }): SocketSeats {
  const redis = connectRedis(options, { pipelined: true });
  const subscriber = connectPatientRedis(options);
  const takenChannel = `${options.prefix}:seats-taken`;
  const sessions = new Map<string, Set<Seat>>();
  const named = new Map<string, { sessionId: string; seat: Seat }>();
  const keyOf = (sessionId: string) => `${options.prefix}:seats:${sessionId}`;
  let asks = 0;
  /** While a request is pending: its answer may arrive after the message that its seat is gone. */
  const goneMeanwhile = new Set<string>();
  const more = [seatLivesMs, socketsPerSession] as const;

  // Sockets open before the first connection exists, and while Redis is unavailable.
  redis.on('ready', () => {
    for (const [sessionId, seats] of sessions) {
      for (const seat of seats) if (seat.name === null) ask(sessionId, seat);
    }
  });
  subscriber.on('ready', () => {
    // Earlier messages are lost, so each seat must be checked.
    subscriber.subscribe(takenChannel).then(renewAll, () => undefined);
  });
  subscriber.on('message', (_channel: string, name: string) => evict(name));

  function evict(name: string): void {
    const found = named.get(name);
    if (found === undefined) {
      if (asks > 0) goneMeanwhile.add(name);
      return;
    }
    remove(found.sessionId, found.seat);
    found.seat.onTaken();
  }

  function remove(sessionId: string, seat: Seat): void {
    seat.left = true;
    const seats = sessions.get(sessionId);
    seats?.delete(seat);
    if (seats?.size === 0) sessions.delete(sessionId);
    if (seat.name !== null) named.delete(seat.name);
  }

  function giveBack(sessionId: string, seat: Seat): void {
    if (seat.name !== null) redis.hdel(keyOf(sessionId), seat.name).catch(() => undefined);
  }

  /** Without Redis there is nobody to ask: its return is an event. */
  function ask(sessionId: string, seat: Seat): void {
    takeInRedis(sessionId, seat).catch(() => {
      if (redis.status !== 'ready') return;
      setTimeout(() => seat.left || ask(sessionId, seat), askAgainMs).unref();
    });
  }

  function renew(sessionId: string, seat: Seat): void {
    if (seat.name === null) ask(sessionId, seat);
    else renewInRedis(sessionId, seat.name).catch(() => undefined);
  }

  function renewAll(): void {
    for (const [sessionId, seats] of sessions) for (const seat of seats) renew(sessionId, seat);
  }

  async function takeInRedis(sessionId: string, seat: Seat): Promise<void> {
    if (seat.asking) return;
    seat.asking = true;
    asks += 1;
    try {
      const openForUs = Math.round((performance.now() - seat.takenAtMs) * 1000);
      const answer = await redis.eval(takeScript, 1, keyOf(sessionId), seat.id, ...more, openForUs);
      const [name, gone] = answer as [string, string[]]; // In the script's form.
      seat.name = name;
      if (seat.left) giveBack(sessionId, seat);
      else named.set(name, { sessionId, seat });
      if (goneMeanwhile.has(name)) evict(name);
      for (const other of gone) {
        evict(other);
        redis.publish(takenChannel, other).catch(() => undefined);
      }
    } finally {
      seat.asking = false;
      asks -= 1;
      if (asks === 0) goneMeanwhile.clear();
    }
  }

  async function renewInRedis(sessionId: string, name: string): Promise<void> {
    const kept = await redis.eval(renewScript, 1, keyOf(sessionId), name, ...more);
    if (kept === 0) evict(name);
  }

  return {
    take(sessionId, onTaken) {
      const seats = sessions.get(sessionId) ?? new Set<Seat>();
      for (const oldest of seats) {
        if (seats.size < socketsPerSession) break;
        remove(sessionId, oldest);
        giveBack(sessionId, oldest);
        oldest.onTaken();
      }
      const seat: Seat = {
        id: randomUUID(),
        name: null,
        asking: false,
        left: false,
        takenAtMs: performance.now(),
        onTaken,
      };
      sessions.set(sessionId, seats.add(seat));
      ask(sessionId, seat);
      return {
        renew: () => renew(sessionId, seat),
        leave() {
          if (seat.left) return;
          remove(sessionId, seat);
          giveBack(sessionId, seat);
        },
      };
    },

    close() {
      redis.disconnect();
      subscriber.disconnect();
      return Promise.resolve();
    },
  };
}
