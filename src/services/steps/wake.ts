/** For a loop that waits until something has changed. */
export interface Wake {
  /** Resolves at the next call of `wake`. */
  next: () => Promise<void>;
  wake: () => void;
}

export function createWake(): Wake {
  let waiting: (() => void)[] = [];
  return {
    next: () => new Promise((resolve) => waiting.push(resolve)),
    wake() {
      const ready = waiting;
      waiting = [];
      for (const resolve of ready) resolve();
    },
  };
}
