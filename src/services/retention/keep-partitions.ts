import { describeFault } from '../../domain/faults/describe-fault.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

/** Of one table in one run. */
const mostPartitions = 100;

/**
 * Makes the partitions of the coming weeks and months, and drops those whose time is over. A step that meets traffic stops waiting after
 * half a second, and the next run takes it up again: there are weeks of reserve. A table that fails holds up no other.
 */
export function createKeepPartitions({ db }: { db: Pick<Database, 'transaction' | 'partitions'> }) {
  async function keepTable(table: string): Promise<void> {
    for (let made = 0; made < mostPartitions; made += 1) {
      if ((await db.transaction((tx) => tx.partitions.makeNext(table))) === null) break;
    }
    for (let dropped = 0; dropped < mostPartitions; dropped += 1) {
      if ((await db.transaction((tx) => tx.partitions.dropOne(table))) === null) break;
    }
  }

  return async function keepPartitions(): Promise<void> {
    const failures: unknown[] = [];
    for (const table of await db.partitions.listTables())
      await keepTable(table).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) {
      const [first] = failures;
      throw new AggregateError(failures, `partitions of ${failures.length} tables: ${describeFault(first)}`);
    }
  };
}
