import type { ObjectStore } from '../../domain/ports/object-store.ts';
import { createDiskObjectStore } from './disk-object-store.ts';
import type { S3Settings } from './s3-object-store.ts';

export type MediaSettings = { store: 'disk'; dir: string } | ({ store: 's3' } & S3Settings);

/** The store named in the settings. Amazon's client is larger than the rest of the API, so it is loaded on first use. */
export function openObjectStore(media: MediaSettings): ObjectStore {
  if (media.store === 'disk') return createDiskObjectStore(media.dir);
  let opening: Promise<ObjectStore> | null = null;
  const open = () =>
    (opening ??= import('./s3-object-store.ts').then(({ createS3ObjectStore }) => createS3ObjectStore(media)));
  return {
    put: async (key, body) => (await open()).put(key, body),
    get: async (key) => (await open()).get(key),
    copy: async (key, newKey) => (await open()).copy(key, newKey),
    async *list(prefix) {
      yield* (await open()).list(prefix);
    },
    delete: async (key) => (await open()).delete(key),
    prepare: async () => (await open()).prepare(),
    probe: async () => (await open()).probe(),
    sweepPartial: async (olderThan) => (await open()).sweepPartial(olderThan),
  };
}
