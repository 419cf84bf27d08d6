import { statfs } from 'node:fs/promises';
import { Mutex } from 'async-mutex';
import pg from 'pg';
import { askRedisOnce } from '../../adapters/redis/redis-connection.ts';
import { loadTlsOverride } from '../../config.ts';
import type { Container } from '../../container.ts';

/** Patient, because a busy machine is not unavailable. */
export const answerWithinMs = 15_000;
const statementWithinMs = 20_000;

const patience = {
  application_name: 'verify admin',
  connectionTimeoutMillis: answerWithinMs,
  query_timeout: statementWithinMs,
};

/** The installation that the checks examine. Tests substitute other clocks, disks and versions. */
export interface CheckContext {
  container: Container;
  /** The folder of `npm start`; null for an installation with its own servers. */
  dir: string | null;
  /** The command had to start the databases itself: neither the API nor a worker runs. */
  stopped: boolean;
  /** Reads as the application's role, in read-only transactions. Rejects while the database is unavailable. */
  sql: <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>;
  /** The same through the pooler in DATABASE_URL; null when there is none. */
  poolerSql: CheckContext['sql'] | null;
  /** The same on the replica in DATABASE_REPLICA_URL; null when there is none. */
  replicaSql: CheckContext['sql'] | null;
  /** Redis's statements about itself, by name: `maxmemory_policy`, … Rejects while Redis is unavailable. */
  redisFacts: () => Promise<ReadonlyMap<string, string>>;
  /** By this process's clock, in milliseconds since 1970. */
  now: () => number;
  nodeVersion: string;
  /** The environment's value of `NODE_TLS_REJECT_UNAUTHORIZED`. */
  rejectUnauthorized: string | undefined;
  spaceOf: (path: string) => Promise<{ freeBytes: number; allBytes: number }>;
  /** The certificate authorities that are trusted, as PEM; undefined: Node's own. */
  authorities: string | undefined;
}

export interface OpenCheckContext extends CheckContext {
  close(): Promise<void>;
}

export function openCheckContext(container: Container, dir: string | null, stopped = false): OpenCheckContext {
  const { url, directUrl, replicaUrl } = container.config.database;
  const client = new pg.Client({
    ...patience,
    connectionString: directUrl ?? url,
    statement_timeout: statementWithinMs,
  });
  // A broken connection fails the running query.
  client.on('error', () => undefined);
  let connected: Promise<unknown> | null = null;
  const connect = () =>
    (connected ??= client.connect().then(() => client.query('set session characteristics as transaction read only')));

  // One connection answers one query at a time.
  const connection = new Mutex();

  return {
    container,
    dir,
    stopped,
    sql: <Row extends pg.QueryResultRow>(text: string) =>
      connection.runExclusive(async () => {
        await connect();
        return (await client.query<Row>(text)).rows;
      }),
    poolerSql: directUrl === null ? null : (text) => askOnce(url, text),
    replicaSql: replicaUrl === null ? null : (text) => askOnce(replicaUrl, text),
    async redisFacts() {
      const answer = await askRedisOnce(container.config.redis, (redis) => redis.info(), answerWithinMs);
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

/** One query on a separate connection without session settings, which a pooler would refuse. */
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
