import { openObjectStore } from '../adapters/objects/open-object-store.ts';
import { loadMigrationConfig } from '../config.ts';
import { isDatabaseAway } from '../db/connection/is-away.ts';
import { MigrationFailed } from '../db/migrations/apply-migrations.ts';
import { bringUpToDate } from '../db/migrations/bring-up-to-date.ts';
import { StorageAway } from '../domain/ports/object-store.ts';
import { ConfigInvalid } from '../environment.ts';
import { startProcess } from '../start-process.ts';
import { databaseFaultOf, mediaFaultOf } from './explain/part-faults.ts';

/** Migrates the database to this version and creates the place for media. Safe to run again, and before every new version. */
const say = (line: string) => process.stdout.write(`${line}\n`);

await startProcess(async () => {
  const { database, media } = loadMigrationConfig();
  await patiently('the database', () => bringUpToDate(database, say), isDatabaseAway).catch((error: unknown) => {
    if (error instanceof MigrationFailed) {
      process.stderr.write(`${error.message}\n`);
      process.exit(1);
    }
    const fault = databaseFaultOf(error, database.ownerUrl);
    throw fault === null ? error : new ConfigInvalid([{ name: 'DATABASE_URL', fault }]);
  });
  say('The database is up to date.');
  const isAway = (error: unknown) => error instanceof StorageAway;
  await patiently('the object store', () => openObjectStore(media).prepare(), isAway).catch((error: unknown) => {
    throw new ConfigInvalid([mediaFaultOf(error, media)]);
  });
  say('The object store is ready.');
});

/** Containers start together, so the database may still be starting. Waiting does not help against what is not `passing`. */
async function patiently(what: string, task: () => Promise<void>, passing: (error: unknown) => boolean): Promise<void> {
  const tries = 30;
  for (let left = tries; ; left -= 1) {
    try {
      await task();
      return;
    } catch (error) {
      // Retrying a refused migration changes nothing.
      if (left === 0 || error instanceof MigrationFailed || !passing(error)) throw error;
      if (left === tries) say(`waiting for ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}
