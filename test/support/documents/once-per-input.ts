/** Caches the result of `make` for each input, for all test files of a process. The result is shared: a test must not change it. */
export function oncePerInput<Input extends readonly unknown[], Made>(
  make: (...input: Input) => Promise<Made>,
): (...input: Input) => Promise<Made> {
  const made = new Map<string, Promise<Made>>();
  return (...input) => {
    const key = JSON.stringify(input);
    const known = made.get(key) ?? make(...input);
    made.set(key, known);
    return known;
  };
}
