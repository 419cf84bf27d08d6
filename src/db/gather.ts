/**
 * Gathers calls that are made while a batch is under way and runs them as the next one, so that a thousand small statements
 * become a few large ones. A call that comes alone runs at once. When a batch fails, all its calls do.
 * `runAll` answers in the order of its inputs.
 */
export function gather<Input, Output>(
  runAll: (inputs: Input[]) => Promise<Output[]>,
  largest = 200,
): (input: Input) => Promise<Output> {
  interface Call {
    input: Input;
    resolve(output: Output): void;
    reject(error: unknown): void;
  }
  let waiting: Call[] = [];
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, largest);
      waiting = waiting.slice(largest);
      try {
        const outputs = await runAll(batch.map((call) => call.input));
        batch.forEach((call, index) => call.resolve(outputs[index] as Output));
      } catch (error) {
        for (const call of batch) call.reject(error);
      }
    }
    running = false;
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (!running) void run();
    });
}
