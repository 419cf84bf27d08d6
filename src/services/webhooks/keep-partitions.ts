import type { Database } from '../../domain/repositories/repositories.ts';

/** If the cron jobs stop for longer than this, rows go to the default partition. */
const weeksAhead = 3;
const mostPartitions = 100;

/**
 * Makes the partitions of the coming weeks, and drops those whose events are past their age. A step that meets traffic stops waiting after
 * half a second, and the next run takes it up again: there are weeks of reserve.
 */
export function createKeepPartitions({ db }: { db: Pick<Database, 'transaction'> }) {
  return async function keepPartitions(): Promise<void> {
    for (let week = 0; week <= weeksAhead; week += 1) {
      if (!(await db.transaction((tx) => tx.webhookPartitions.makeNext(weeksAhead)))) break;
    }
    for (let partition = 0; partition < mostPartitions; partition += 1) {
      if ((await db.transaction((tx) => tx.webhookPartitions.dropOne())) === null) break;
    }
  };
}
