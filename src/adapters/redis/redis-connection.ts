import { Redis } from 'ioredis';

/**
 * A Redis connection that fails soon instead of queueing while Redis is away: everything that it carries is put back from
 * Postgres later.
 */
export function connectRedis(url: string, options: { pipelined?: boolean } = {}): Redis {
  const redis = new Redis(url, {
    // Commands of one turn of the event loop leave in one piece: a write a command is what many small ones cost most.
    enableAutoPipelining: options.pipelined ?? false,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 2_000,
    commandTimeout: 2_000,
    retryStrategy: (tries) => Math.min(2_000, 50 * 2 ** Math.min(tries, 6)),
  });
  // Without a listener each lost connection would be an unhandled error event. Readiness asks with a probe.
  redis.on('error', () => undefined);
  return redis;
}

/** A connection for BullMQ workers and subscriptions, which wait for Redis to come back as long as it takes. */
export function connectPatientRedis(url: string): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: (tries) => Math.min(2_000, 50 * 2 ** Math.min(tries, 6)),
  });
  redis.on('error', () => undefined);
  return redis;
}
