/**
 * Collects the calls that arrive while a batch is running and runs them as the next batch, so that a thousand small statements become a few
 * large ones. A single call does not wait. `runAll` returns results in the order of its inputs. When a batch fails, all its calls fail,
 * unless `isFaultOfOne` says that the error belongs to one call: then each runs separately, which requires that `runAll` had no effect.
 */
export function batchCalls<Input, Output>(
  runAll: (inputs: Input[]) => Promise<Output[]>,
  {
    maxBatchSize = 200,
    maxConcurrency = 1,
    startAnotherAfterMs = 0,
    fromNextTurn = false,
    restMs = 0,
    isFaultOfOne = () => false,
  }: {
    maxBatchSize?: number;
    /** The most batches that run at once. */
    maxConcurrency?: number;
    /** Another batch starts with a call that arrives when the newest batch is this old: few large batches cost least. */
    startAnotherAfterMs?: number;
    /** A batch starts with the next turn of the event loop, with everything that has arrived in this one. */
    fromNextTurn?: boolean;
    /** The pause after a batch. What arrives meanwhile forms the next one: for calls that nobody waits for. */
    restMs?: number;
    isFaultOfOne?: (error: unknown) => boolean;
  } = {},
): (input: Input) => Promise<Output> {
  interface Call {
    input: Input;
    resolve(output: Output): void;
    reject(error: unknown): void;
  }
  let waiting: Call[] = [];
  let running = 0;
  let youngestAt = -Infinity;

  async function run(): Promise<void> {
    running += 1;
    youngestAt = performance.now();
    if (fromNextTurn) await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatchSize);
      waiting = waiting.slice(maxBatchSize);
      youngestAt = performance.now();
      await runBatch(batch);
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
    }
    running -= 1;
  }

  async function runBatch(batch: Call[]): Promise<void> {
    try {
      const outputs = await runAll(batch.map((call) => call.input));
      batch.forEach((call, index) => call.resolve(outputs[index] as Output));
    } catch (error) {
      if (batch.length > 1 && isFaultOfOne(error)) {
        for (const call of batch) await runBatch([call]);
      } else {
        for (const call of batch) call.reject(error);
      }
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      const starts =
        running === 0 || (running < maxConcurrency && performance.now() - youngestAt >= startAnotherAfterMs);
      if (starts) void run();
    });
}

/** Like `batchCalls`, with separate batches per key: a delay or failure of one key's batch affects no other key. */
export function batchCallsByKey<Input, Output>(
  keyOf: (input: Input) => string,
  runAll: (inputs: Input[]) => Promise<Output[]>,
  options: Parameters<typeof batchCalls<Input, Output>>[1] = {},
): (input: Input) => Promise<Output> {
  const batchers = new Map<string, { call: (input: Input) => Promise<Output>; running: number }>();
  return async (input) => {
    const key = keyOf(input);
    const own = batchers.get(key) ?? { call: batchCalls(runAll, options), running: 0 };
    batchers.set(key, own);
    own.running += 1;
    try {
      return await own.call(input);
    } finally {
      own.running -= 1;
      if (own.running === 0) batchers.delete(key);
    }
  };
}
