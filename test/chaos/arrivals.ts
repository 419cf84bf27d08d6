import { setTimeout as pause } from 'node:timers/promises';

/** Lets people in one after the other, `perMinute` at most. Nobody saves up turns that were not used. */
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
