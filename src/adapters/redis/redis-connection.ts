import { Cluster, Redis } from 'ioredis';
import { LastingConnector, LastingSentinelConnector } from './lasting-connectors.ts';

/**
 * The address of Redis. `cluster`: the URL names one node of a Redis Cluster, which knows the others. `sentinel`: sentinels name the
 * primary, and only protocol, user, password and database number of the URL are used.
 */
export interface RedisAddress {
  url: string;
  cluster?: boolean;
  sentinel?: SentinelAddress | null;
}

export interface SentinelAddress {
  nodes: readonly { host: string; port: number }[];
  /** The sentinels' name for the primary. */
  primary: string;
  /** Credentials for the sentinels themselves. */
  password: string | null;
}

export type RedisConnection = Redis | Cluster;

interface Retries {
  /** The pause before another try to connect; null: there is none. */
  retryStrategy: (tries: number) => number | null;
  lazyConnect?: boolean;
}

interface Patience {
  enableAutoPipelining?: boolean;
  enableOfflineQueue?: boolean;
  /** Null: no limit. */
  maxRetriesPerRequest: number | null;
  connectTimeout?: number;
  commandTimeout?: number;
}

const sentinelAnswersWithinMs = 2_000;
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

function connect(address: RedisAddress, options: Patience): RedisConnection {
  const { url, cluster = false } = address;
  const redis = cluster ? connectCluster(url, options) : connectServer(address, { ...options, retryStrategy: pauseMs });
  // Without a listener, each lost connection would be an unhandled error event. Readiness uses a probe.
  redis.on('error', () => undefined);
  return redis;
}

/** One server, or the primary that the sentinels name. `options` decide how often each is tried. */
export function connectServer({ url, sentinel = null }: RedisAddress, options: Patience & Retries): Redis {
  if (sentinel === null) return new Redis(url, { ...options, Connector: LastingConnector });
  const { protocol, username, password, pathname } = new URL(url);
  return new Redis({
    ...options,
    sentinels: [...sentinel.nodes],
    name: sentinel.primary,
    sentinelRetryStrategy: options.retryStrategy,
    sentinelCommandTimeout: sentinelAnswersWithinMs,
    ...(sentinel.password !== null && { sentinelPassword: sentinel.password }),
    // A primary that hangs keeps its connections open, so the sentinels report its replacement.
    failoverDetector: true,
    Connector: LastingSentinelConnector,
    db: Number(pathname.slice(1) || '0'),
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {}, enableTLSForSentinelMode: true, sentinelTLS: {} }),
  });
}

/** The command queue is a setting of the cluster's client; all others are settings of its connection to each node. */
function connectCluster(url: string, options: Patience): Cluster {
  const { enableOfflineQueue = true, enableAutoPipelining = false, ...ofNodes } = options;
  const { protocol, hostname, port, username, password } = new URL(url);
  return new Cluster([{ host: hostname, port: Number(port || '6379') }], {
    enableOfflineQueue,
    enableAutoPipelining,
    clusterRetryStrategy: pauseMs,
    redisOptions: {
      ...ofNodes,
      Connector: LastingConnector,
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' && { tls: {} }),
    },
  });
}

/**
 * One question on a separate connection, without retries. In a cluster, the node in the URL answers.
 * @throws the first error of the connection, which says why there is none
 */
export async function askRedisOnce<T>(
  address: RedisAddress,
  ask: (redis: Redis) => Promise<T>,
  withinMs: number,
): Promise<T> {
  let first: unknown = null;
  const redis = connectServer(address, {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: withinMs,
    commandTimeout: withinMs,
  });
  redis.on('error', (error: unknown) => (first ??= error));
  try {
    await redis.connect();
    return await ask(redis);
  } catch (error) {
    throw first ?? error;
  } finally {
    redis.disconnect();
  }
}
