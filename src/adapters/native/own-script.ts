import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

declare global {
  interface ImportMeta {
    /** The folder of what was compiled; nothing where TypeScript itself runs (src/embedded/compile.ts). */
    readonly compiledInto?: string;
  }
}

/** What Node needs to run one of our scripts: the compiled one in a compiled process, else TypeScript and its loader. */
export function ownScript(source: URL): { execArgv: string[]; path: string } {
  const path = fileURLToPath(source);
  const { compiledInto } = import.meta;
  if (compiledInto === undefined) {
    const loader = createRequire(import.meta.url).resolve('tsx');
    return { execArgv: ['--import', pathToFileURL(loader).href], path };
  }
  const place = relative(dirname(compiledInto), path).replace(/\.ts$/, '.js');
  return { execArgv: [], path: join(compiledInto, place) };
}
