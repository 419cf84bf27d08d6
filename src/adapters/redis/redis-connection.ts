import { Cluster, Redis } from 'ioredis';

/** Where Redis is. `cluster`: the URL names one node of a Redis Cluster, which knows the others. */
export interface RedisAddress {
  url: string;
  cluster?: boolean;
}

export type RedisConnection = Redis | Cluster;

interface Patience {
  enableAutoPipelining?: boolean;
  enableOfflineQueue?: boolean;
  /** Null: for ever. */
  maxRetriesPerRequest: number | null;
  connectTimeout?: number;
  commandTimeout?: number;
}

const pauseMs = (tries: number) => Math.min(2_000, 50 * 2 ** Math.min(tries, 6));

/**
 * A Redis connection that fails quickly instead of queueing while Redis is unavailable: Postgres later restores everything that it carries.
 */
export function connectRedis(address: RedisAddress, options: { pipelined?: boolean } = {}): RedisConnection {
  return connect(address, {
    // Commands of one turn of the event loop are sent together: separate writes are the largest cost of many small commands.
    enableAutoPipelining: options.pipelined ?? false,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 2_000,
    commandTimeout: 2_000,
  });
}

/** A connection for BullMQ workers and subscriptions, which wait for Redis indefinitely. */
export function connectPatientRedis(address: RedisAddress): RedisConnection {
  return connect(address, { maxRetriesPerRequest: null });
}

function connect({ url, cluster = false }: RedisAddress, options: Patience): RedisConnection {
  const redis = cluster ? connectCluster(url, options) : new Redis(url, { ...options, retryStrategy: pauseMs });
  // Without a listener, each lost connection would be an unhandled error event. Readiness uses a probe.
  redis.on('error', () => undefined);
  return redis;
}

/** What concerns the queue of commands is a setting of the cluster's client, the rest one of its connection to each node. */
function connectCluster(url: string, options: Patience): Cluster {
  const { enableOfflineQueue = true, enableAutoPipelining = false, ...ofNodes } = options;
  const { protocol, hostname, port, username, password } = new URL(url);
  return new Cluster([{ host: hostname, port: Number(port || '6379') }], {
    enableOfflineQueue,
    enableAutoPipelining,
    clusterRetryStrategy: pauseMs,
    redisOptions: {
      ...ofNodes,
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' && { tls: {} }),
    },
  });
}
