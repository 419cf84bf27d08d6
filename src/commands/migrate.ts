import { openObjectStore } from '../adapters/objects/open-object-store.ts';
import { loadMigrationConfig } from '../config.ts';
import { MigrationFailed } from '../db/migrations/apply-migrations.ts';
import { bringUpToDate } from '../db/migrations/bring-up-to-date.ts';

/** Brings the database up to this version and makes the place for media. Safe to run again, and before every new version. */
const say = (line: string) => process.stdout.write(`${line}\n`);
const config = loadMigrationConfig();
await patiently('the database', () => bringUpToDate(config.database, say));
say('The database is up to date.');
await patiently('the object store', () => openObjectStore(config.media).prepare());
say('The object store is ready.');

/** Containers start together: the other one may only be arriving. */
async function patiently(what: string, task: () => Promise<void>): Promise<void> {
  const tries = 30;
  for (let left = tries; ; left -= 1) {
    try {
      await task();
      return;
    } catch (error) {
      // Of a refused migration, a try brings nothing new.
      if (left === 0 || error instanceof MigrationFailed) throw error;
      if (left === tries) say(`waiting for ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}
