import { AsyncLocalStorage } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient, type Prisma } from './generated/client.ts';

/** What a repository talks to: the client itself or one transaction of it. */
export type Connection = Prisma.TransactionClient;

/**
 * Prepared statements in plain SQL, on the pool or on the connection of one transaction: what runs often must not pay for
 * query building, which costs Prisma several times the query itself.
 */
export interface Statements {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

export interface Connections {
  prisma: PrismaClient;
  pool: pg.Pool;
  /** One transaction, to be spoken to in both ways. */
  transaction<T>(
    work: (connection: Connection, statements: Statements) => Promise<T>,
    options?: { timeoutMs: number },
  ): Promise<T>;
}

/** How our processes call themselves to Postgres. */
export const applicationName = 'verify';

/** One pool for Prisma and for the prepared statements. */
export function connect(options: { url: string; poolSize: number }): Connections {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    // One stays open: as long as a process lives, chores that want it stopped see it.
    min: 1,
    application_name: applicationName,
    // A database that does not answer must become a 503, not a request that hangs.
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  });
  // Without a listener, a connection that breaks would end the process: idle in the pool, or lent out between two queries.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));

  const lent = new AsyncLocalStorage<{ transaction: OpenTransaction | null }>();
  const prisma = new PrismaClient({
    adapter: new PrismaPg(
      watchLending(pool, (client) => {
        const place = lent.getStore();
        if (place === undefined) return client;
        place.transaction = new OpenTransaction(client);
        return place.transaction.watched;
      }),
    ),
    transactionOptions: { maxWait: 5_000, timeout: 20_000 },
  });

  return {
    prisma,
    pool,
    transaction(work, options) {
      const place: { transaction: OpenTransaction | null } = { transaction: null };
      return lent.run(place, () =>
        prisma.$transaction(
          (connection) => {
            if (place.transaction === null) throw new Error('the transaction has no connection');
            return work(connection, place.transaction);
          },
          options && { timeout: options.timeoutMs },
        ),
      );
    },
  };
}

/** The same pool, whose connections go through `onLend` when they are taken for a transaction. */
function watchLending(pool: pg.Pool, onLend: (client: pg.PoolClient) => pg.PoolClient): pg.Pool {
  const connect = (callback?: Parameters<pg.Pool['connect']>[0]) =>
    // The pool's own queries take connections with a callback.
    callback === undefined ? pool.connect().then(onLend) : pool.connect(callback);
  return Object.create(pool, { connect: { value: connect } }) as pg.Pool; // Object.create forgets the type.
}

/** The connection under a transaction of Prisma, as long as it is one: nothing may run on it after the end. */
class OpenTransaction implements Statements {
  readonly #client: pg.PoolClient;
  /** What Prisma speaks to. */
  readonly watched: pg.PoolClient;
  #ended = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
    this.watched = new Proxy(client, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        if (name !== 'query') return value.bind(target) as unknown;
        return (...args: unknown[]) => {
          if (endsTransaction(args[0])) this.#ended = true;
          return Reflect.apply(value, target, args) as unknown;
        };
      },
    });
  }

  async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    if (this.#ended) throw new Error('the transaction has ended');
    return this.#client.query<Row>(statement);
  }
}

function endsTransaction(query: unknown): boolean {
  const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : query;
  return typeof text === 'string' && /^(commit|rollback)\s*;?$/i.test(text.trim());
}
