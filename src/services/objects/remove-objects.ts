import type { Clock } from '../../domain/ports/clock.ts';
import type { ObjectStore } from '../../domain/ports/object-store.ts';
import type { Log } from '../../domain/ports/log.ts';
import { createWorkThrough } from '../jobs/work-through.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

const batch = 500;
const budgetMs = 50_000;
/** Deleting mostly waits for the store. */
const concurrency = 8;
/** An upload takes a minute at most, so leftovers of interrupted writes can be removed within the hour. */
const partialLivesMs = 30 * 60_000;

/**
 * Deletes objects that no row has claimed in time, and leftovers of interrupted writes. An object that cannot be deleted stops no other.
 * Returns the number of objects deleted.
 */
export function createRemoveObjects({
  db,
  objects,
  clock,
  log,
}: {
  db: Pick<Database, 'objects'>;
  objects: ObjectStore;
  clock: Clock;
  log: Pick<Log, 'error'>;
}) {
  const workThrough = createWorkThrough({ cronJob: 'remove-objects', log, budgetMs, concurrency });
  return async function removeObjects(): Promise<number> {
    const removed = await workThrough(
      (except) => db.objects.listDue(batch, except),
      (objectKey) => objectKey,
      async (objectKey) => {
        await objects.delete(objectKey);
        await db.objects.claim(objectKey);
      },
    );
    await objects.sweepPartial(new Date(clock.now().getTime() - partialLivesMs));
    return removed;
  };
}
