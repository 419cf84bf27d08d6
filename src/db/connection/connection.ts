import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { DatabaseCaller } from '../../domain/repositories/repositories.ts';
import { Seats } from '../../domain/jobs/seats.ts';
import { ByteRowsClient } from './byte-rows.ts';
import { DatabaseHangs, HangBreaker } from './hang-breaker.ts';
import { WorkContext } from './work-context.ts';
import { PrismaClient, type Prisma } from '../generated/client.ts';

/** What a repository uses: the client itself, or one of its transactions. */
export type Connection = Prisma.TransactionClient;

/**
 * Prepared statements in plain SQL, on the pool or on the connection of one transaction. Frequent statements avoid query building, which
 * costs Prisma several times as much as the query itself.
 */
export interface Statements {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

export interface Connections {
  prisma: PrismaClient;
  pool: pg.Pool;
  /** One transaction, through Prisma and through plain SQL. */
  transaction<T>(
    work: (connection: Connection, statements: Statements) => Promise<T>,
    options?: { timeoutMs: number },
  ): Promise<T>;
  /** Counts the transactions that `work` opens for this caller. */
  onBehalfOf<T>(who: DatabaseCaller, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The longest that a statement waits for a row that another transaction holds. */
const lockTimeoutMs = 2_000;
/** For an operator's long transaction, for which no caller waits. */
const patientLockTimeoutMs = 30_000;
/** The server cancels a statement before we stop waiting for it, so that none keeps running without a caller. */
const statementTimeoutMs = 25_000;
const queryTimeoutMs = 30_000;
const idleInTransactionTimeoutMs = 30_000;
/** The settings of each session in Postgres. `deploy/pgbouncer/pgbouncer.ini` says the same. */
export const sessionTimeouts = {
  statement_timeout: statementTimeoutMs,
  lock_timeout: lockTimeoutMs,
  idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
};
const transactionTimeoutMs = 20_000;
/** Prisma rolls back this long after our own statements have stopped. */
const prismaEndsLaterMs = 1_000;
/** How many transactions of one session run at once: each holds its verification's row, so more would only wait. */
const seatsOfSession = 2;
/** The connections that one client's transactions leave to the others. */
const seatsForOthers = 3;
/** With the wait for a lock, a blocked request is refused within three seconds. */
const seatStuckAfterMs = 900;

/** The `application_name` of our processes in Postgres. */
export const applicationName = 'verify';

/** One pool for Prisma and for the prepared statements. */
export function connect(options: { url: string; poolSize: number; pooler?: boolean }): Connections {
  const pool = openPool(options);
  const breaker = guard(pool, { connectionString: options.url, application_name: applicationName });

  const lent = new WorkContext<{ timeoutMs: number; transaction: OpenTransaction | null }>();
  const prisma = new PrismaClient({
    adapter: new PrismaPg(
      watchLending(pool, (client) => {
        const place = lent.current();
        if (place !== undefined) place.transaction = new OpenTransaction(client, place.timeoutMs);
        return client;
      }),
    ),
    transactionOptions: { maxWait: 5_000 },
  });

  const seats = new Seats({ stuckAfterMs: seatStuckAfterMs });
  const callers = new WorkContext<DatabaseCaller>();
  const seatsOfClient = Math.max(1, options.poolSize - seatsForOthers);

  function seated<T>(work: () => Promise<T>): Promise<T> {
    const { clientId = null, verificationId = null } = callers.current() ?? {};
    const ofClient = () => (clientId === null ? work() : seats.during(clientId, seatsOfClient, work));
    return verificationId === null ? ofClient() : seats.during(verificationId, seatsOfSession, ofClient);
  }

  return {
    prisma,
    pool,
    onBehalfOf: (who, work) => callers.during(who, work),
    transaction: (work, options) => seated(() => transaction(work, options)),
    async close() {
      breaker.close();
      await prisma.$disconnect();
      await pool.end();
    },
  };

  function transaction<T>(
    work: (connection: Connection, statements: Statements) => Promise<T>,
    options?: { timeoutMs: number },
  ): Promise<T> {
    const timeoutMs = options?.timeoutMs ?? transactionTimeoutMs;
    const place: { timeoutMs: number; transaction: OpenTransaction | null } = { timeoutMs, transaction: null };
    return lent.during(place, () =>
      prisma.$transaction(
        async (connection) => {
          const open = place.transaction;
          if (open === null) throw new Error('the transaction has no connection');
          try {
            if (options !== undefined) await open.query({ text: `set local lock_timeout = ${patientLockTimeoutMs}` });
            return await work(connection, open);
          } finally {
            open.end();
          }
        },
        { timeout: timeoutMs + prismaEndsLaterMs },
      ),
    );
  }
}

/**
 * `pooler`: the URL leads to a pooler in transaction mode, which gives each transaction any of its sessions. It takes no settings of a
 * session, so that it sets the timeouts itself, and no statements that are prepared by name.
 */
export function openPool({
  url,
  poolSize,
  pooler = false,
}: {
  url: string;
  poolSize: number;
  pooler?: boolean;
}): pg.Pool {
  const pool = new pg.Pool({
    Client: ByteRowsClient,
    connectionString: url,
    max: poolSize,
    // One connection stays open: commands that need every process stopped see it for as long as this process lives.
    min: 1,
    application_name: applicationName,
    // A database that does not answer must become a 503, not a request that hangs.
    connectionTimeoutMillis: 5_000,
    query_timeout: queryTimeoutMs,
    ...(!pooler && sessionTimeouts),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  });
  // Without a listener, a broken connection would end the process, whether it is idle in the pool or in use between two queries.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    if (pooler) prepareUnnamed(client);
  });
  return pool;
}

function prepareUnnamed(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const unnamed = (statement: unknown, ...rest: unknown[]) =>
    query(
      typeof statement === 'object' && statement !== null && 'name' in statement
        ? { ...statement, name: undefined }
        : statement,
      ...rest,
    );
  Object.defineProperty(client, 'query', { value: unnamed });
}

/** While Postgres hangs, the pool refuses immediately, for callbacks and promises alike. */
function guard(pool: pg.Pool, config: pg.ClientConfig): HangBreaker {
  const breaker = new HangBreaker(pool, config);
  const connect = pool.connect.bind(pool);
  const guarded = (callback?: Parameters<pg.Pool['connect']>[0]) => {
    if (callback === undefined) return breaker.isOpen ? Promise.reject(new DatabaseHangs()) : connect();
    if (breaker.isOpen) process.nextTick(callback, new DatabaseHangs(), undefined, () => undefined);
    else connect(callback);
    return undefined;
  };
  Object.defineProperty(pool, 'connect', { value: guarded });
  return breaker;
}

/** The same pool, which reports each connection that is taken for a transaction to `onLend`. */
function watchLending(pool: pg.Pool, onLend: (client: pg.PoolClient) => pg.PoolClient): pg.Pool {
  const connect = (callback?: Parameters<pg.Pool['connect']>[0]) =>
    // The pool's own queries take connections with a callback.
    callback === undefined ? pool.connect().then(onLend) : pool.connect(callback);
  return Object.create(pool, { connect: { value: connect } }) as pg.Pool; // Object.create loses the type.
}

/** The database or this process was blocked for so long that the transaction cannot continue. It left no changes. */
export class TransactionTooLong extends Error {
  readonly code = 'TRANSACTION_TOO_LONG';

  constructor() {
    super('the transaction has ended: it took too long');
    this.name = 'TransactionTooLong';
  }
}

/**
 * The connection under a Prisma transaction, for as long as the transaction lasts. It becomes unusable when the work has settled, and at
 * the latest at a deadline before Prisma's own timeout, so that no statement can reach the connection after Prisma has rolled back and
 * lent it to somebody else.
 */
class OpenTransaction implements Statements {
  readonly #client: pg.PoolClient;
  readonly #deadline: number;
  #ended = false;

  constructor(client: pg.PoolClient, timeoutMs: number) {
    this.#client = client;
    this.#deadline = performance.now() + timeoutMs;
  }

  async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    if (this.#ended) throw new Error('the transaction has ended');
    if (performance.now() > this.#deadline) throw new TransactionTooLong();
    return this.#client.query<Row>(statement);
  }

  end(): void {
    this.#ended = true;
  }
}
