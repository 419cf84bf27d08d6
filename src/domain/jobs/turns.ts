/** Limits how many run at once; the others wait in the order of arrival. */
export function createTurns(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < most) running += 1;
    // The one that ends passes the turn on, so that no later arrival takes it.
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
