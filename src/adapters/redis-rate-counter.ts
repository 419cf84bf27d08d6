import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { RateCounter, RateLimit } from '../domain/ports/rate-counter.ts';
import { connectRedis } from './redis-connection.ts';

/** Counters in Redis; while Redis is away each process counts by itself. */
export function createRedisRateCounter(
  limits: Readonly<Record<string, RateLimit>>,
  options: { url: string; prefix: string },
): RateCounter {
  const redis = connectRedis(options.url);
  const limiters = new Map<string, { limiter: RateLimiterAbstract; limit: RateLimit }>(
    Object.entries(limits).map(([name, limit]) => {
      const counter = {
        points: limit.requests,
        duration: limit.windowSeconds,
        keyPrefix: `${options.prefix}:rate:${name}`,
      };
      const limiter = new RateLimiterRedis({
        ...counter,
        storeClient: redis,
        // Once a key is over its limit, this process says so by itself until the window ends.
        inMemoryBlockOnConsumed: limit.requests + 1,
        insuranceLimiter: new RateLimiterMemory(counter),
      });
      return [name, { limiter, limit }];
    }),
  );

  return {
    async count(name, key) {
      const known = limiters.get(name);
      if (known === undefined) throw new Error(`no limit is set for ${name}`);
      const result = await known.limiter.consume(key).catch((refusal: unknown) => {
        if (refusal instanceof RateLimiterRes) return refusal;
        throw refusal;
      });
      return {
        allowed: result.consumedPoints <= known.limit.requests,
        remaining: Math.max(0, result.remainingPoints),
        resetSeconds: Math.ceil(result.msBeforeNext / 1000),
      };
    },

    close() {
      redis.disconnect();
      return Promise.resolve();
    },
  };
}
