import { defineConfig } from 'vitest/config';
import { compiledInto } from './src/embedded/compile.ts';
import { CountReporter } from './test/support/count-reporter.ts';
import { compiledFiles, compiledSources } from './test/support/prepare/compiled-sources.ts';
import { LongestFirst } from './test/support/prepare/longest-first.ts';

/** Whole matrices and corpora: `vitest run --mode full` only (npm run test:full). */
const fullOnly = 'test/**/*.full.test.ts';

export default defineConfig(({ mode }) => ({
  // The processes that open hostile files are those that ship: compiled.
  define: { 'import.meta.compiledInto': JSON.stringify(compiledInto) },
  plugins: [compiledSources()],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: mode === 'full' ? [] : [fullOnly],
    // Whether matrices are sampled (test/support/sample-of.ts).
    env: { TEST_SUITE: mode === 'full' ? 'full' : 'quick' },
    globalSetup: 'test/support/prepare/prepare-tests.ts',
    server: { deps: { external: [compiledFiles] } },
    pool: 'forks',
    // Three on the two cores that we promise to run on: a worker waits for browsers, servers and processes for a fifth of its time.
    maxWorkers: 3,
    // One process for many files of all rooms: loading the code, compiling it and loading models was most of a file's time.
    isolate: false,
    // V8 optimises a function after eight times its usual work: these processes end before most of that compiling has paid off.
    execArgv: ['--interrupt-budget=1081344'],
    passWithNoTests: false,
    reporters: ['default', new CountReporter()],
    sequence: { sequencer: LongestFirst },
    // Real processes on a machine that is busy with others: only what hangs may take so long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
}));
