/** Lets so many run at once; the others wait for their turn, in the order in which they came. */
export function createTurns(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < most) running += 1;
    // Who ends hands the turn on, so that nobody who comes meanwhile takes it.
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
