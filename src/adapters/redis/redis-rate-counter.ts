import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { RateCount, RateCounter, RateLimit } from '../../domain/ports/rate-counter.ts';
import { connectRedis, type RedisAddress } from './redis-connection.ts';

/**
 * A process reserves this share of a limit in Redis at a time and spends it without asking again: twenty round trips per window instead of
 * one per request. The sum over all processes never exceeds the limit; an unspent reservation is lost for the window. Limits below twenty,
 * and those with a pause, reserve for the requests that are there alone.
 */
const lease = (limit: RateLimit) => (limit.pause ? 1 : Math.max(1, Math.floor(limit.requests / 20)));

/** How long an exceeded limit is remembered. */
const overrunsCountSeconds = 3_600;

interface Waiting {
  resolve(count: RateCount): void;
  reject(error: unknown): void;
}

interface Lease {
  left: number;
  remainingInRedis: number;
  endsAt: number;
}

/** Counters in Redis. While Redis is unavailable, each process counts by itself. */
export function createRedisRateCounter(
  limits: Readonly<Record<string, RateLimit>>,
  options: RedisAddress & { prefix: string },
): RateCounter {
  const redis = connectRedis(options, { pipelined: true });
  const counters = new Map(
    Object.entries(limits).map(([name, limit]) => [name, createCounter(name, limit, redis, options.prefix)]),
  );
  const sweep = setInterval(() => {
    for (const counter of counters.values()) counter.forgetEnded();
  }, 10_000);
  sweep.unref();

  return {
    async count(name, key) {
      const counter = counters.get(name);
      if (counter === undefined) throw new Error(`no limit is set for ${name}`);
      return counter.count(key);
    },

    close() {
      clearInterval(sweep);
      redis.disconnect();
      return Promise.resolve();
    },
  };
}

function createCounter(name: string, limit: RateLimit, redis: ReturnType<typeof connectRedis>, prefix: string) {
  const settings = { points: limit.requests, duration: limit.windowSeconds, keyPrefix: `${prefix}:rate:${name}` };
  const limiter: RateLimiterAbstract = new RateLimiterRedis({
    ...settings,
    storeClient: redis,
    // Once a key exceeds its limit, this process refuses by itself until the window ends. A pause outlasts the window, and only Redis
    // knows about it.
    ...(limit.pause ? {} : { inMemoryBlockOnConsumed: limit.requests + 1 }),
    insuranceLimiter: new RateLimiterMemory(settings),
  });
  const pauses = limit.pause && createPauses(limiter, limit.pause, settings.keyPrefix, redis);
  const size = lease(limit);
  const leases = new Map<string, Lease>();
  /** Requests that need a reservation, by key. One request per key at a time: it reserves for all that wait. */
  const waiting = new Map<string, Waiting[]>();

  async function ask(key: string, points: number): Promise<Lease> {
    const result = await limiter.consume(key, points).catch((refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    });
    // A refusal from this process's memory has no count, because nothing was reserved.
    const over = result.consumedPoints === 0 ? points : Math.max(0, result.consumedPoints - limit.requests);
    const left = Math.max(0, points - over);
    // Counting is atomic: exactly one request is the first to exceed the limit.
    const isFirstBeyond = over > 0 && over <= points && result.consumedPoints > 0;
    if (pauses && isFirstBeyond) {
      return { left, remainingInRedis: 0, endsAt: Date.now() + (await pauses.begin(key)) * 1_000 };
    }
    return { left, remainingInRedis: Math.max(0, result.remainingPoints), endsAt: Date.now() + result.msBeforeNext };
  }

  function heldOf(key: string): Lease | null {
    const held = leases.get(key);
    const isUsable = held !== undefined && held.endsAt > Date.now() && (held.left > 0 || held.remainingInRedis === 0);
    return isUsable ? held : null;
  }

  async function serve(key: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const served = heldOf(key) === null ? queue.splice(0) : queue.splice(0, 1);
      try {
        const lease = heldOf(key) ?? (await ask(key, Math.max(size, served.length)));
        leases.set(key, lease);
        for (const one of served) one.resolve(spend(lease));
      } catch (error) {
        for (const one of served) one.reject(error);
      }
    }
    waiting.delete(key);
  }

  function spend(held: Lease): RateCount {
    const allowed = held.left > 0;
    if (allowed) held.left -= 1;
    return {
      allowed,
      remaining: held.left + held.remainingInRedis,
      resetSeconds: Math.ceil((held.endsAt - Date.now()) / 1000),
    };
  }

  return {
    async count(key: string): Promise<RateCount> {
      const held = heldOf(key);
      if (held !== null) return spend(held);
      return new Promise((resolve, reject) => {
        const others = waiting.get(key);
        if (others !== undefined) {
          others.push({ resolve, reject });
          return;
        }
        const queue = [{ resolve, reject }];
        waiting.set(key, queue);
        void serve(key, queue);
      });
    },

    forgetEnded(): void {
      const now = Date.now();
      for (const [key, held] of leases) if (held.endsAt <= now) leases.delete(key);
    },
  };
}

/** Blocks a key for longer each time that it exceeds its limit. */
function createPauses(
  limiter: RateLimiterAbstract,
  { firstSeconds, longestSeconds }: NonNullable<RateLimit['pause']>,
  keyPrefix: string,
  redis: ReturnType<typeof connectRedis>,
) {
  const settings = {
    points: Number.MAX_SAFE_INTEGER,
    duration: overrunsCountSeconds,
    keyPrefix: `${keyPrefix}:overruns`,
  };
  const overruns = new RateLimiterRedis({
    ...settings,
    storeClient: redis,
    insuranceLimiter: new RateLimiterMemory(settings),
  });
  return {
    async begin(key: string): Promise<number> {
      const { consumedPoints: times } = await overruns.consume(key);
      const seconds = Math.min(longestSeconds, firstSeconds * 2 ** (times - 1));
      await limiter.block(key, seconds);
      return seconds;
    },
  };
}
