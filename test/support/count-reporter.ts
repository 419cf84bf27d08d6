import type { Reporter, TestCase, TestModule, TestRunEndReason } from 'vitest/node';

/**
 * Prints `N passed, N failed` (and `, N skipped` when there are any) as the very last line, for scripts that read the result, and before it
 * a line `failed: FILE > TEST: why` for each failure: so that a reader who sees only the end of a long log need not search. A file that
 * cannot be collected and an error outside any test count as failures: otherwise a broken import would read as "0 failed".
 */
export class CountReporter implements Reporter {
  #line: string | undefined;
  #failures: string[] = [];

  constructor() {
    // The end of the run is not the end of the output: the servers of a project stop after it.
    process.once('exit', () => {
      if (this.#line !== undefined) process.stdout.write([...this.#failures, this.#line, ''].join('\n'));
    });
  }

  onTestRunStart(): void {
    // Printed if the run is interrupted.
    this.#line = '0 passed, 1 failed';
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[], reason: TestRunEndReason): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    this.#failures = unhandledErrors.map((error) => `failed: outside any test: ${firstLine(error)}`);
    for (const module of modules) {
      const before = count.failed;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') count.passed += 1;
        else if (state === 'skipped') count.skipped += 1;
        // A test that did not reach its end (worker died, run interrupted) has not passed.
        else {
          count.failed += 1;
          this.#failures.push(lineOf(test));
        }
      }
      if (count.failed === before && module.state() === 'failed') {
        count.failed += 1;
        this.#failures.push(`failed: ${module.relativeModuleId}: ${firstLine(module.errors()[0])}`);
      }
    }
    if (reason !== 'passed' && count.failed === 0) {
      count.failed = 1;
      this.#failures.push(`failed: the run was ${reason}`);
    }
    const skipped = count.skipped > 0 ? `, ${String(count.skipped)} skipped` : '';
    this.#line = `${String(count.passed)} passed, ${String(count.failed)} failed${skipped}`;
  }
}

function lineOf(test: TestCase): string {
  const { state, errors } = test.result();
  const why = state === 'failed' ? firstLine(errors[0]) : 'did not get to its end';
  return `failed: ${test.module.relativeModuleId} > ${test.fullName}: ${why}`;
}

function firstLine(error: unknown): string {
  const message =
    typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : 'no reason given';
  return message.split('\n')[0] ?? message;
}
