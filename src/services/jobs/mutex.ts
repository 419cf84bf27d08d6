/** Runs one call at a time, in the order of the calls: for work so large that two at once would need too much memory. */
export function createMutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return function exclusively<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    // A failure does not stop the next call.
    last = done.catch(() => undefined);
    return done;
  };
}

/** One mutex per key. */
export function createKeyedMutex(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return function exclusively<T>(key: string, work: () => Promise<T>): Promise<T> {
    const done = (last.get(key) ?? Promise.resolve()).then(work);
    const settled = done
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === settled) last.delete(key);
      });
    last.set(key, settled);
    return done;
  };
}
