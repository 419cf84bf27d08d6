import { defineConfig } from 'vitest/config';
import { compiledInto } from './src/embedded/compile.ts';
import { CountReporter } from './test/support/count-reporter.ts';

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
      // Two: the smallest machine that we promise to run on; more would only make timeouts a matter of luck.
      maxWorkers: 2,
      passWithNoTests: false,
      reporters: ['default', new CountReporter()],
      // Three kinds, vision after the others: a test that fills both cores must not slow their clocks.
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
            testTimeout: 10_000,
            sequence: { groupOrder: 1 },
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
            sequence: { groupOrder: 1 },
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
            sequence: { groupOrder: 2 },
          },
        },
      ],
    },
  };
});
