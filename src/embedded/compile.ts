import { createRequire } from 'node:module';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build as bundle, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));
export const compiledInto = join(root, 'build');
/** A process that runs an older build may still load one of its chunks. */
const keepForMs = 24 * 60 * 60_000;

/** Programs that run as separate processes, permanently or many times a minute. */
export const programs = [
  'src/server.ts',
  'src/commands/run.ts',
  'src/adapters/native/conversion/conversion-process.ts',
  'src/adapters/native/decoding/picture-decoder-process.ts',
  'src/adapters/native/pdf/pdf-process.ts',
  'src/adapters/native/recordings/recording-decoder-process.ts',
  'src/adapters/native/recordings/recording-follower-process.ts',
  'workers/isolated-job.ts',
  'workers/main.ts',
] as const;
export type Program = (typeof programs)[number];

export function isProgram(script: string): script is Program {
  return programs.some((program) => program === script);
}

/** The path of a compiled script. */
export function compiledPath(program: string): string {
  return join(compiledInto, program.replace(/\.ts$/, '.js'));
}

/** How the service is compiled, for its programs and for its tests. */
export const forNode = {
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  sourcesContent: false,
  define: { 'import.meta.compiledInto': JSON.stringify(compiledInto) },
  logLevel: 'silent',
  write: false,
} as const;

/**
 * Compiles the programs into `build/` in half a second: TypeScript's loader would cost every process 60 MB and seconds of its start.
 * Packages stay where they are, except that of the recording decoder. Files are replaced as a whole, so that two runs may compile at once.
 * `others` are further scripts, such as benchmarks, that measure the programs and must run in the same form.
 */
export async function compile(others: readonly string[] = []): Promise<void> {
  const { outputFiles } = await bundle({
    absWorkingDir: root,
    entryPoints: [...programs, ...others],
    outdir: compiledInto,
    outbase: root,
    chunkNames: 'pieces/[name]-[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    ...forNode,
    plugins: [sourceAddresses, decoderPackage],
  });
  const written = new Set<string>();
  for (const { path, contents } of outputFiles) {
    written.add(path);
    mkdirSync(dirname(path), { recursive: true });
    const draft = `${path}.${String(process.pid)}`;
    writeFileSync(draft, contents);
    renameSync(draft, path);
  }
  removeOld(written);
}

/** Split in two: a compiled `compile` must still search for these words, not for its own address. */
const ownAddress = ['import.meta', 'url'].join('.');

/** A module keeps the address of its source, from which files and packages are found. */
const sourceAddresses: Plugin = {
  name: 'source-addresses',
  setup(build) {
    build.onLoad({ filter: /\.ts$|[\\/]node-av[\\/].*\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!source.includes(ownAddress)) return undefined;
      const address = JSON.stringify(pathToFileURL(path).href);
      return { contents: source.replaceAll(ownAddress, () => address), loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

/**
 * The package of the recording decoder becomes part of its program. A process of it starts for each part of a recording, and loading the
 * package's 80 files took half of the processor time of a start: 0.15 s with them, 0.08 s without.
 */
const decoderPackage: Plugin = {
  name: 'decoder-package',
  setup(build) {
    const { resolve } = createRequire(import.meta.url);
    build.onResolve({ filter: /^node-av\// }, ({ path }) => ({ path: resolve(path) }));
  },
};

function removeOld(kept: ReadonlySet<string>): void {
  for (const name of readdirSync(compiledInto, { recursive: true, encoding: 'utf8' })) {
    const path = join(compiledInto, name);
    const seen = statSync(path, { throwIfNoEntry: false });
    if (seen?.isFile() === true && !kept.has(path) && Date.now() - seen.mtimeMs > keepForMs)
      rmSync(path, { force: true });
  }
}
