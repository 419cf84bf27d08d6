import { Redis } from 'ioredis';

/**
 * A Redis connection that fails quickly instead of queueing while Redis is unavailable: Postgres later restores everything that it carries.
 */
export function connectRedis(url: string, options: { pipelined?: boolean } = {}): Redis {
  const redis = new Redis(url, {
    // Commands of one turn of the event loop are sent together: separate writes are the largest cost of many small commands.
    enableAutoPipelining: options.pipelined ?? false,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 2_000,
    commandTimeout: 2_000,
    retryStrategy: (tries) => Math.min(2_000, 50 * 2 ** Math.min(tries, 6)),
  });
  // Without a listener, each lost connection would be an unhandled error event. Readiness uses a probe.
  redis.on('error', () => undefined);
  return redis;
}

/** A connection for BullMQ workers and subscriptions, which wait for Redis indefinitely. */
export function connectPatientRedis(url: string): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: (tries) => Math.min(2_000, 50 * 2 ** Math.min(tries, 6)),
  });
  redis.on('error', () => undefined);
  return redis;
}
