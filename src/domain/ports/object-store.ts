import type { Readable } from 'node:stream';

/** The media store. Objects are opaque, already sealed bytes; a key is written once and never changed. */
export interface ObjectStore {
  /** Stores the whole stream or nothing. @throws StorageFull when there is no room. */
  put(key: string, body: Readable | Buffer): Promise<void>;
  /** @throws ObjectMissing */
  get(key: string): Promise<Buffer>;
  /** Deleting what is not there is no fault. */
  delete(key: string): Promise<void>;
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

export class ObjectMissing extends Error {
  constructor() {
    super('the object is not in the store');
    this.name = 'ObjectMissing';
  }
}
