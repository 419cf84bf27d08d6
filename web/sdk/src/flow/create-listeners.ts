/** Functions that are called with each value, in the order in which they were added. */
export function createListeners<T = void>() {
  const listeners = new Set<(value: T) => void>();
  return {
    /** Returns a function that removes the listener. */
    add(listener: (value: T) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(value: T): void {
      for (const listener of listeners) listener(value);
    },
  };
}
