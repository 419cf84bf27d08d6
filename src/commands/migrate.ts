import { openObjectStore } from '../adapters/objects/open-object-store.ts';
import { loadMigrationConfig } from '../config.ts';
import { MigrationFailed } from '../db/migrations/apply-migrations.ts';
import { bringUpToDate } from '../db/migrations/bring-up-to-date.ts';

/** Migrates the database to this version and creates the place for media. Safe to run again, and before every new version. */
const say = (line: string) => process.stdout.write(`${line}\n`);
const config = loadMigrationConfig();
await patiently('the database', () => bringUpToDate(config.database, say));
say('The database is up to date.');
await patiently('the object store', () => openObjectStore(config.media).prepare());
say('The object store is ready.');

/** Containers start together, so the database may still be starting. */
async function patiently(what: string, task: () => Promise<void>): Promise<void> {
  const tries = 30;
  for (let left = tries; ; left -= 1) {
    try {
      await task();
      return;
    } catch (error) {
      // Retrying a refused migration changes nothing.
      if (left === 0 || error instanceof MigrationFailed) throw error;
      if (left === tries) say(`waiting for ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}
