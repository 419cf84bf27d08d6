import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { RateCount, RateCounter, RateLimit } from '../../domain/ports/rate-counter.ts';
import { connectRedis, type RedisAddress } from './redis-connection.ts';

/**
 * A process reserves this share of a limit in Redis at a time and spends it without asking again: twenty round trips per window instead of
 * one per request. The sum over all processes never exceeds the limit; an unspent reservation is lost for the window. Limits below twenty,
 * and those with a pause, are counted one by one.
 */
const lease = (limit: RateLimit) => (limit.pause ? 1 : Math.max(1, Math.floor(limit.requests / 20)));

/** How long an exceeded limit is remembered. */
const overrunsCountSeconds = 3_600;

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
    // knows of it.
    ...(limit.pause ? {} : { inMemoryBlockOnConsumed: limit.requests + 1 }),
    insuranceLimiter: new RateLimiterMemory(settings),
  });
  const pauses = limit.pause && createPauses(limiter, limit.pause, settings.keyPrefix, redis);
  const size = lease(limit);
  const leases = new Map<string, Lease>();
  /** One query per key at a time: simultaneous requests share one reservation. */
  const asking = new Map<string, Promise<Lease>>();

  async function ask(key: string): Promise<Lease> {
    const result = await limiter.consume(key, size).catch((refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    });
    // Counting is atomic: exactly one request is the first beyond the limit.
    if (pauses && result.consumedPoints === limit.requests + 1) {
      const seconds = await pauses.begin(key);
      const paused = { left: 0, remainingInRedis: 0, endsAt: Date.now() + seconds * 1_000 };
      leases.set(key, paused);
      return paused;
    }
    // A refusal from this process's memory has no count: nothing was reserved.
    const over = result.consumedPoints === 0 ? size : Math.max(0, result.consumedPoints - limit.requests);
    const fresh = {
      left: Math.max(0, size - over),
      remainingInRedis: Math.max(0, result.remainingPoints),
      endsAt: Date.now() + result.msBeforeNext,
    };
    leases.set(key, fresh);
    return fresh;
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
      for (;;) {
        const held = leases.get(key);
        if (held !== undefined && held.endsAt > Date.now() && (held.left > 0 || held.remainingInRedis === 0)) {
          return spend(held);
        }
        let question = asking.get(key);
        const isFirst = question === undefined;
        question ??= ask(key).finally(() => asking.delete(key));
        if (isFirst) asking.set(key, question);
        const fresh = await question;
        // The caller that asked is served from the result; the others look again.
        if (isFirst) return spend(fresh);
      }
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
