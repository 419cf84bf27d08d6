const startedAt = performance.now();

/** Prints a line with the seconds since the command began. */
export function say(line: string): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(5);
  process.stdout.write(`${seconds} s  ${line}\n`);
}
