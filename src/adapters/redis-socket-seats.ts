import { randomUUID } from 'node:crypto';
import { seatLivesMs, socketsPerSession, type SocketSeats } from '../domain/ports/socket-seats.ts';
import { connectPatientRedis, connectRedis } from './redis-connection.ts';

/** KEYS[1]: a hash of one session's seats, from their names to when they die, in milliseconds of Redis's clock. */
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
 * ARGV: what tells the seat from others, milliseconds that it lives, how many there may be. Names begin with Redis's time, so
 * that the oldest goes first. Answers the new name and the names of those that have to go.
 */
const takeScript = `${livingSeats}
local own = string.format('%016d', time[1] * 1000000 + time[2]) .. ':' .. ARGV[1]
table.sort(living)
local gone = {}
for i = 1, #living - ARGV[3] + 1 do
  redis.call('HDEL', KEYS[1], living[i])
  gone[i] = living[i]
end
sit(own)
return {own, gone}`;

/** ARGV: the seat's name, the rest as above. 0: others have all the seats. After a flush there is room, and nobody has to go. */
const renewScript = `${livingSeats}
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 and #living >= tonumber(ARGV[3]) then return 0 end
sit(ARGV[1])
return 1`;

interface Seat {
  /** In Redis; null until Redis has answered. */
  name: string | null;
  /** Being asked for: one socket must not get two. */
  asking: boolean;
  left: boolean;
  onTaken: () => void;
}

/** Seats in Redis, so that they are counted over all processes; while Redis is away each process counts its own. */
export function createRedisSocketSeats(options: { url: string; prefix: string }): SocketSeats {
  const redis = connectRedis(options.url, { pipelined: true });
  const subscriber = connectPatientRedis(options.url);
  const takenChannel = `${options.prefix}:seats-taken`;
  const sessions = new Map<string, Set<Seat>>();
  const named = new Map<string, { sessionId: string; seat: Seat }>();
  const keyOf = (sessionId: string) => `${options.prefix}:seats:${sessionId}`;
  const more = [seatLivesMs, socketsPerSession] as const;

  subscriber.subscribe(takenChannel).catch(() => undefined);
  subscriber.on('message', (_channel: string, name: string) => evict(name));

  function evict(name: string): void {
    const found = named.get(name);
    if (found === undefined) return;
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

  async function takeInRedis(sessionId: string, seat: Seat): Promise<void> {
    if (seat.asking) return;
    seat.asking = true;
    const answer = await redis.eval(takeScript, 1, keyOf(sessionId), randomUUID(), ...more).finally(() => {
      seat.asking = false;
    });
    const [name, gone] = answer as [string, string[]]; // As the script says.
    seat.name = name;
    if (seat.left) giveBack(sessionId, seat);
    else named.set(name, { sessionId, seat });
    for (const other of gone) {
      evict(other);
      redis.publish(takenChannel, other).catch(() => undefined);
    }
  }

  async function renewInRedis(sessionId: string, seat: Seat): Promise<void> {
    if (seat.name === null) return takeInRedis(sessionId, seat);
    const kept = await redis.eval(renewScript, 1, keyOf(sessionId), seat.name, ...more);
    if (kept === 0) evict(seat.name);
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
      const seat: Seat = { name: null, asking: false, left: false, onTaken };
      sessions.set(sessionId, seats.add(seat));
      takeInRedis(sessionId, seat).catch(() => undefined);
      return {
        renew: () => void renewInRedis(sessionId, seat).catch(() => undefined),
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
