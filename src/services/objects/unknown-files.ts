import { timeOfId } from '../../domain/id.ts';
import type { ObjectStore } from '../../domain/ports/object-store.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

const batch = 500;

/** A file that no row refers to, with its creation time. */
export interface UnknownFile {
  objectKey: string;
  madeAt: Date | null;
}

/**
 * Handles files that no row refers to, such as those that are newer than a restored backup. It may have been the wrong backup, so they stay
 * for days before they are deleted: if the right one is restored in time, its files are still there.
 */
export function createUnknownFiles({
  db,
  objects,
}: {
  db: Pick<Database, 'objects'>;
  objects: Pick<ObjectStore, 'list'>;
}) {
  /** The keys that `select` picks, in batches. Only media files: others, such as the erasure ledger, have a different prefix. */
  async function* pick(
    select: (keys: readonly string[]) => Promise<readonly string[]>,
  ): AsyncGenerator<readonly string[]> {
    let keys: string[] = [];
    for await (const key of objects.list('med_')) {
      keys.push(key);
      if (keys.length < batch) continue;
      yield await select(keys);
      keys = [];
    }
    yield await select(keys);
  }

  async function* filesOf(batches: AsyncIterable<readonly string[]>): AsyncGenerator<UnknownFile> {
    for await (const keys of batches) {
      for (const objectKey of keys) yield { objectKey, madeAt: timeOfId(objectKey) };
    }
  }

  return {
    /** Changes nothing. */
    list: () => filesOf(pick((keys) => db.objects.listUnclaimed(keys))),

    /** The files whose keys are not in `known`, such as the keys of a backup. Changes nothing. */
    listBut: (known: ReadonlySet<string>) =>
      filesOf(pick((keys) => Promise.resolve(keys.filter((key) => !known.has(key))))),

    /** Schedules them for deletion after this many days and no sooner, whatever a restored row says. Returns their number. */
    async keepFor(days: number): Promise<number> {
      let count = 0;
      for await (const keys of pick((keys) => db.objects.scheduleRemovalOfUnclaimed(keys, days))) count += keys.length;
      return count;
    },
  };
}
