import { statfs } from 'node:fs/promises';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { connectServer, type RedisAddress } from '../../adapters/redis/redis-connection.ts';
import { loadTlsOverride } from '../../config.ts';
import type { Container } from '../../container.ts';
import { createTurns } from '../../domain/jobs/turns.ts';

/** Patient: a machine that is busy is not away. */
const answerWithinMs = 15_000;
const statementWithinMs = 20_000;

const patience = {
  application_name: 'verify admin',
  connectionTimeoutMillis: answerWithinMs,
  query_timeout: statementWithinMs,
};

/** What looks look at. Tests put other clocks, disks and versions in place. */
export interface Surroundings {
  container: Container;
  /** The folder of `npm start`; null for an installation that brings its own servers. */
  dir: string | null;
  /** Reads as the application's role, in transactions that cannot write. Rejects while the database is away. */
  sql: <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>;
  /** The same through the pooler that DATABASE_URL leads to; null: there is none. */
  poolerSql: Surroundings['sql'] | null;
  /** The same on the replica of DATABASE_REPLICA_URL; null: there is none. */
  replicaSql: Surroundings['sql'] | null;
  /** What Redis says of itself, by name: `maxmemory_policy`, … Rejects while Redis is away. */
  redisFacts: () => Promise<ReadonlyMap<string, string>>;
  /** By this process's clock, in milliseconds since 1970. */
  now: () => number;
  nodeVersion: string;
  /** What the environment sets `NODE_TLS_REJECT_UNAUTHORIZED` to. */
  rejectUnauthorized: string | undefined;
  spaceOf: (path: string) => Promise<{ freeBytes: number; allBytes: number }>;
  /** PEM of the authorities that certificates are judged by; undefined: those of Node. */
  authorities: string | undefined;
}

export interface OpenSurroundings extends Surroundings {
  close(): Promise<void>;
}

export function openSurroundings(container: Container, dir: string | null): OpenSurroundings {
  const { url, directUrl, replicaUrl } = container.config.database;
  const client = new pg.Client({
    ...patience,
    connectionString: directUrl ?? url,
    statement_timeout: statementWithinMs,
  });
  // A connection that breaks fails the query under way.
  client.on('error', () => undefined);
  let connected: Promise<unknown> | null = null;
  const connect = () =>
    (connected ??= client.connect().then(() => client.query('set session characteristics as transaction read only')));

  // One connection answers one question at a time.
  const inTurn = createTurns(1);

  return {
    container,
    dir,
    sql: <Row extends pg.QueryResultRow>(text: string) =>
      inTurn(async () => {
        await connect();
        return (await client.query<Row>(text)).rows;
      }),
    poolerSql: directUrl === null ? null : (text) => askOnce(url, text),
    replicaSql: replicaUrl === null ? null : (text) => askOnce(replicaUrl, text),
    async redisFacts() {
      const answer = await askRedisOnce(container.config.redis, (redis) => redis.info());
      return new Map(
        answer.split(/\r?\n/).flatMap((line): [string, string][] => {
          const [name = '', ...value] = line.split(':');
          return value.length === 0 ? [] : [[name, value.join(':')]];
        }),
      );
    },
    now: () => Date.now(),
    nodeVersion: process.versions.node,
    rejectUnauthorized: loadTlsOverride(),
    async spaceOf(path) {
      const { bavail, blocks, bsize } = await statfs(path);
      return { freeBytes: bavail * bsize, allBytes: blocks * bsize };
    },
    authorities: undefined,
    async close() {
      await client.end().catch(() => undefined);
    },
  };
}

/** One question on a connection for it alone, without settings of a session, which a pooler would refuse. */
async function askOnce<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ ...patience, connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** One question on a connection for it alone, which is not tried again. Of a cluster, the node of the URL is asked. */
export async function askRedisOnce<T>(address: RedisAddress, ask: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = connectServer(address, {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: answerWithinMs,
    commandTimeout: answerWithinMs,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await ask(redis);
  } finally {
    redis.disconnect();
  }
}
