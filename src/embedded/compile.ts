import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build as bundle, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));
export const compiledInto = join(root, 'build');
/** A process that runs an older build may still ask for one of its pieces. */
const keepForMs = 24 * 60 * 60_000;

/** What runs as a separate process, for as long as the service does or many times a minute. */
export const programs = [
  'src/server.ts',
  'src/commands/run.ts',
  'src/adapters/native/conversion/conversion-process.ts',
  'src/adapters/native/decoding/picture-decoder-process.ts',
  'src/adapters/native/pdf/pdf-process.ts',
  'src/adapters/native/recordings/recording-decoder-process.ts',
  'workers/main.ts',
] as const;
export type Program = (typeof programs)[number];

export function isProgram(script: string): script is Program {
  return programs.some((program) => program === script);
}

/** Where a script lies once it is compiled. */
export function compiledPath(program: string): string {
  return join(compiledInto, program.replace(/\.ts$/, '.js'));
}

/**
 * Compiles the programs into `build/`, in half a second: TypeScript's loader would cost every process 60 MB and seconds of its
 * start. Packages stay where they are. Files are replaced as wholes, so that two may compile at once. `others` are scripts of
 * ours that measure what the programs are made of, and so must run as they do.
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
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    sourcesContent: false,
    define: { 'import.meta.compiledInto': JSON.stringify(compiledInto) },
    plugins: [sourceAddresses],
    logLevel: 'silent',
    write: false,
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

/** In two parts: a compiled `compile` must still look for these words, not for its own address. */
const ownAddress = ['import.meta', 'url'].join('.');

/** A module keeps the address of its source: files and packages are found from there. */
const sourceAddresses: Plugin = {
  name: 'source-addresses',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!source.includes(ownAddress)) return undefined;
      const address = JSON.stringify(pathToFileURL(path).href);
      return { contents: source.replaceAll(ownAddress, () => address), loader: 'ts' };
    });
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
