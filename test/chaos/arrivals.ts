import { setTimeout as pause } from 'node:timers/promises';

/** Lets people in one after the other, at most `perMinute`. Unused turns are not saved up. */
export function createArrivals(perMinute: number): () => Promise<void> {
  const everyMs = 60_000 / perMinute;
  let nextAt = 0;
  return async function arrive() {
    const now = performance.now();
    const mine = Math.max(now, nextAt);
    nextAt = mine + everyMs;
    await pause(mine - now);
  };
}
