import { Mutex } from 'async-mutex';

/** One mutex per key. A key takes up memory only while a call of it runs or waits. */
export function createKeyedMutex(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const mutexes = new Map<string, Mutex>();
  return async function runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mutex = mutexes.get(key) ?? new Mutex();
    mutexes.set(key, mutex);
    try {
      return await mutex.runExclusive(work);
    } finally {
      // The call that waited longest has the lock by now.
      if (!mutex.isLocked()) mutexes.delete(key);
    }
  };
}
