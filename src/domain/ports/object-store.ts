import type { Readable } from 'node:stream';

/** The media store. Objects are opaque, already encrypted bytes. A key is written once and never changed. */
export interface ObjectStore {
  /** Stores the whole stream or nothing. @throws StorageFull when there is no space, StorageAway when the store does not answer */
  put(key: string, body: Readable | Buffer): Promise<void>;
  /** @throws ObjectMissing */
  get(key: string): Promise<Buffer>;
  /** Copies the object to another key, without passing it through this process. @throws ObjectMissing */
  copy(key: string, newKey: string): Promise<void>;
  /** Every key with this prefix, in no particular order. */
  list(prefix: string): AsyncIterable<string>;
  /** Deleting a missing object is not an error. */
  delete(key: string): Promise<void>;
  /** Creates the place for objects if it does not exist. */
  prepare(): Promise<void>;
  /** Throws when the store is unusable. */
  probe(): Promise<void>;
  /** Removes leftovers of writes that were interrupted before `olderThan`. */
  sweepPartial(olderThan: Date): Promise<number>;
}

export class StorageFull extends Error {
  constructor() {
    super('the object store is full');
    this.name = 'StorageFull';
  }
}

/** A network store that does not answer, or says that it cannot now: a 503, not a fault of the service. */
export class StorageAway extends Error {
  constructor(cause: unknown) {
    super('the object store does not answer', { cause });
    this.name = 'StorageAway';
  }
}

export class ObjectMissing extends Error {
  constructor() {
    super('the object is not in the store');
    this.name = 'ObjectMissing';
  }
}

/** The service creates the keys, but a path or an address is still never built from a text that could leave its place. */
export function requireObjectKey(key: string): string {
  if (!/^[a-z0-9_-]{8,128}$/.test(key)) throw new Error('not an object key');
  return key;
}
