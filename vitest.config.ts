import { defineConfig } from 'vitest/config';
import { compiledInto } from './src/embedded/compile.ts';
import { CountReporter } from './test/support/count-reporter.ts';
import { LongestFirst } from './test/support/prepare/longest-first.ts';

/** Whole matrices and corpora: `vitest run --mode full` only (npm run test:full). */
const fullOnly = 'test/**/*.full.test.ts';

export default defineConfig(({ mode }) => {
  const exclude = mode === 'full' ? [] : [fullOnly];
  // Whether matrices are sampled (test/support/sample-of.ts). Each project says it: Vitest reads this file again for a project, in its own mode.
  const env = { TEST_SUITE: mode === 'full' ? 'full' : 'quick' };
  return {
    // The processes that open hostile files are those that ship: compiled.
    define: { 'import.meta.compiledInto': JSON.stringify(compiledInto) },
    test: {
      pool: 'forks',
      // Three on the two cores that we promise to run on: a worker waits for browsers, servers and processes for a fifth of its time.
      maxWorkers: 3,
      passWithNoTests: false,
      reporters: ['default', new CountReporter()],
      sequence: { sequencer: LongestFirst },
      // V8 optimises a function after eight times its usual work: these processes end before most of that compiling has paid off.
      execArgv: ['--interrupt-budget=1081344'],
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            env,
            // One process for many files: most of a file's time was loading what its neighbours had loaded.
            isolate: false,
            include: ['test/unit/**/*.test.ts'],
            exclude,
            testTimeout: 60_000,
          },
        },
        {
          extends: true,
          test: {
            name: 'stack',
            env,
            isolate: false,
            // Everything that is neither unit nor vision, so that a new folder can never be forgotten.
            include: ['test/**/*.test.ts'],
            exclude: [...exclude, 'test/unit/**', 'test/vision/**'],
            globalSetup: 'test/support/prepare/prepare-stack.ts',
            // Real processes on a machine that is busy with others: only what hangs may take so long.
            testTimeout: 120_000,
            hookTimeout: 120_000,
          },
        },
        {
          extends: true,
          test: {
            name: 'vision',
            env,
            isolate: false,
            globalSetup: 'test/support/prepare/prepare-vision.ts',
            include: ['test/vision/**/*.test.ts'],
            exclude,
            testTimeout: 60_000,
            hookTimeout: 120_000,
          },
        },
      ],
    },
  };
});
