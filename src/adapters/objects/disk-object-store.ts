import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, constants, copyFile, mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ObjectMissing, requireObjectKey, StorageFull, type ObjectStore } from '../../domain/ports/object-store.ts';

/**
 * Objects as files in one folder, two levels deep by the end of their key. A write goes to `partial/` first and is renamed when it is
 * complete and synced to disk: a reader sees a whole object or none.
 */
export function createDiskObjectStore(dir: string): ObjectStore {
  const partialDir = path.join(dir, 'partial');
  const objectsDir = path.join(dir, 'objects');

  /** Lets `write` fill a temporary file and moves it into place when it is complete. */
  async function place(key: string, write: (partial: string) => Promise<void>): Promise<void> {
    const target = fileOf(key);
    await mkdir(partialDir, { recursive: true });
    const partial = path.join(partialDir, `${key}.${randomBytes(6).toString('hex')}`);
    try {
      await write(partial);
      await mkdir(path.dirname(target), { recursive: true });
      await rename(partial, target);
      await syncFolder(path.dirname(target));
    } catch (error) {
      await rm(partial, { force: true });
      throw isFull(error) ? new StorageFull() : error;
    }
  }

  function fileOf(key: string): string {
    return path.join(objectsDir, requireObjectKey(key).slice(-2), key);
  }

  return {
    put: (key, body) =>
      place(key, (partial) =>
        pipeline(
          Buffer.isBuffer(body) ? Readable.from([body]) : body,
          createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
        ),
      ),

    copy: (key, newKey) =>
      place(newKey, async (partial) => {
        try {
          // Shares the blocks if the file system can.
          await copyFile(fileOf(key), partial, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
        } catch (error) {
          throw isMissing(error) ? new ObjectMissing() : error;
        }
        await syncFile(partial);
      }),

    async *list(prefix) {
      for (const folder of await namesIn(objectsDir)) {
        for (const key of await namesIn(path.join(objectsDir, folder))) if (key.startsWith(prefix)) yield key;
      }
    },

    async get(key) {
      try {
        return await readFile(fileOf(key));
      } catch (error) {
        throw isMissing(error) ? new ObjectMissing() : error;
      }
    },

    async delete(key) {
      await rm(fileOf(key), { force: true });
    },

    async prepare() {
      await mkdir(dir, { recursive: true, mode: 0o700 });
    },

    async probe() {
      await mkdir(dir, { recursive: true });
      await access(dir, constants.W_OK);
    },

    async sweepPartial(olderThan) {
      let swept = 0;
      for (const name of await namesIn(partialDir)) {
        const file = path.join(partialDir, name);
        const seen = await stat(file).catch(() => null);
        if (seen && seen.mtime < olderThan) {
          await rm(file, { force: true });
          swept += 1;
        }
      }
      return swept;
    },
  };
}

/** Empty when the folder does not exist yet. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
}

/** A rename is durable only after its folder is synced. */
const syncFolder = (folder: string) => syncFile(folder);

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';
const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '');
