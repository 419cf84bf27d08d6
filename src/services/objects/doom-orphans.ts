import type { ObjectStore } from '../../domain/ports/object-store.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

const batch = 500;

/**
 * After a restore: files of attempts that the backup does not know belong to nobody, and no row says that they may go. Only while
 * the service is stopped, since an upload under way has no row either. Answers how many are to be removed.
 */
export function createDoomOrphans({
  db,
  objects,
}: {
  db: Pick<Database, 'objects'>;
  objects: Pick<ObjectStore, 'list'>;
}) {
  return async function doomOrphans(): Promise<number> {
    let doomed = 0;
    let keys: string[] = [];
    const look = async () => {
      doomed += await db.objects.doomUnclaimed(keys);
      keys = [];
    };
    // Files alone: what lies beside them, such as the erasure ledger, has another prefix.
    for await (const key of objects.list('med_')) {
      keys.push(key);
      if (keys.length === batch) await look();
    }
    await look();
    return doomed;
  };
}
