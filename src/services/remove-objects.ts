import type { Clock } from '../domain/ports/clock.ts';
import type { ObjectStore } from '../domain/ports/object-store.ts';
import type { Database } from '../domain/repositories/repositories.ts';

const batch = 500;
/** An upload takes a minute at most; what an interrupted write left is swept well within the hour. */
const partialLivesMs = 30 * 60_000;

/** Deletes the objects that no row has claimed in time, and what interrupted writes left. Answers how many objects went. */
export function createRemoveObjects({
  db,
  objects,
  clock,
}: {
  db: Pick<Database, 'objects'>;
  objects: ObjectStore;
  clock: Clock;
}) {
  return async function removeObjects(): Promise<number> {
    const doomed = await db.objects.listDoomed(batch);
    for (const objectKey of doomed) {
      await objects.delete(objectKey);
      await db.objects.claim(objectKey);
    }
    await objects.sweepPartial(new Date(clock.now().getTime() - partialLivesMs));
    return doomed.length;
  };
}
