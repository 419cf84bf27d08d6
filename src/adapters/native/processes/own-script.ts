import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

declare global {
  interface ImportMeta {
    /** The folder of the compiled program; undefined when TypeScript itself runs (src/embedded/compile.ts). */
    readonly compiledInto?: string;
  }
}

/** The arguments with which Node runs one of our scripts: the compiled one in a compiled process, otherwise TypeScript with its loader. */
export function ownScript(source: URL): { execArgv: string[]; path: string } {
  const path = fileURLToPath(source);
  const compiled = compiledFrom(path);
  if (compiled !== null) return { execArgv: [], path: compiled };
  const loader = createRequire(import.meta.url).resolve('tsx');
  return { execArgv: ['--import', pathToFileURL(loader).href], path };
}

function compiledFrom(path: string): string | null {
  const folder = import.meta.compiledInto;
  if (folder === undefined) return null;
  const compiled = join(folder, relative(dirname(folder), path).replace(/\.ts$/, '.js'));
  return existsSync(compiled) ? compiled : null;
}
