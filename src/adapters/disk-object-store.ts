import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, constants, mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ObjectMissing, StorageFull, type ObjectStore } from '../domain/ports/object-store.ts';

/**
 * Objects as files below one folder, two levels deep by the end of their key. A write goes to `partial/` first and is
 * renamed when it is complete and on the disk: a reader sees a whole object or none.
 */
export function createDiskObjectStore(dir: string): ObjectStore {
  const partialDir = path.join(dir, 'partial');

  function fileOf(key: string): string {
    // Keys are made by us, but a path is never built from something that could climb out of the folder.
    if (!/^[a-z0-9_-]{8,128}$/.test(key)) throw new Error('not an object key');
    return path.join(dir, 'objects', key.slice(-2), key);
  }

  return {
    async put(key, body) {
      const target = fileOf(key);
      await mkdir(partialDir, { recursive: true });
      const partial = path.join(partialDir, `${key}.${randomBytes(6).toString('hex')}`);
      try {
        await pipeline(
          Buffer.isBuffer(body) ? Readable.from([body]) : body,
          createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
        );
        await mkdir(path.dirname(target), { recursive: true });
        await rename(partial, target);
        await syncFolder(path.dirname(target));
      } catch (error) {
        await rm(partial, { force: true });
        throw isFull(error) ? new StorageFull() : error;
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

    async probe() {
      await mkdir(dir, { recursive: true });
      await access(dir, constants.W_OK);
    },

    async sweepPartial(olderThan) {
      const names = await readdir(partialDir).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      let swept = 0;
      for (const name of names) {
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

/** A rename is only on the disk once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
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
