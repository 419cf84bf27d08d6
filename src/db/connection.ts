import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient, type Prisma } from './generated/client.ts';

/** What a repository talks to: the client itself or one transaction of it. */
export type Connection = Prisma.TransactionClient;

/** One pool for Prisma and for the hot reads that use prepared statements of their own. */
export function connect(options: { url: string; poolSize: number }): { prisma: PrismaClient; pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    // A database that does not answer must become a 503, not a request that hangs.
    connectionTimeoutMillis: 5_000,
    // Kept by the server: a timer of our own a query would cost more than the query's dispatch.
    query_timeout: 30_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  });
  // Without a listener, a connection that breaks would end the process: idle in the pool, or lent out between two queries.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    transactionOptions: { maxWait: 5_000, timeout: 20_000 },
  });
  return { prisma, pool };
}
