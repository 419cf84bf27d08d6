import type { Readable } from 'node:stream';

/** The media store. Objects are opaque, already sealed bytes; a key is written once and never changed. */
export interface ObjectStore {
  /** Stores the whole stream or nothing. @throws StorageFull when there is no room, StorageAway when nobody answers. */
  put(key: string, body: Readable | Buffer): Promise<void>;
  /** @throws ObjectMissing */
  get(key: string): Promise<Buffer>;
  /** The same bytes under another key, without passing through this process. @throws ObjectMissing */
  copy(key: string, newKey: string): Promise<void>;
  /** Every key that begins so, in no promised order. */
  list(prefix: string): AsyncIterable<string>;
  /** Deleting what is not there is no fault. */
  delete(key: string): Promise<void>;
  /** Makes the place for objects where it is not there yet. */
  prepare(): Promise<void>;
  /** Throws when the store cannot be used. */
  probe(): Promise<void>;
  /** Removes what interrupted writes left behind before `olderThan`. */
  sweepPartial(olderThan: Date): Promise<number>;
}

export class StorageFull extends Error {
  constructor() {
    super('the object store is full');
    this.name = 'StorageFull';
  }
}

/** A store over the network that does not answer, or says that it cannot now: a 503, not a fault of the service. */
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

/** Keys are made by us, but a path or an address is never built from something that could climb out of its place. */
export function requireObjectKey(key: string): string {
  if (!/^[a-z0-9_-]{8,128}$/.test(key)) throw new Error('not an object key');
  return key;
}
