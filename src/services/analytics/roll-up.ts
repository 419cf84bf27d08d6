import type { Database } from '../../domain/repositories/repositories.ts';

/** The most transactions for one client in one run: an old database is counted over many runs and delays no other client. */
const mostAtOnce = 40;

/**
 * Counts the hours that are over, for every client, and counts again those that have changed since. A client whose hours cannot be counted
 * delays no other client. Returns the number of transactions.
 */
export function createRollUpAnalytics({ db }: { db: Pick<Database, 'analytics' | 'transaction'> }) {
  async function rollUpClient(clientId: string): Promise<number> {
    for (let count = 1; count <= mostAtOnce; count += 1) {
      const more = await db.transaction((tx) => tx.analytics.rollUp(clientId));
      if (!more) return count;
    }
    return mostAtOnce;
  }

  return async function rollUpAnalytics(): Promise<number> {
    let transactions = 0;
    const failures: unknown[] = [];
    for (const clientId of await db.analytics.listToRollUp()) {
      try {
        transactions += await rollUpClient(clientId);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} clients could not be rolled up`);
    return transactions;
  };
}
