import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import { forNode } from '../../../src/embedded/compile.ts';
import { compiledSource, compiledFolder as into, root } from '../programs/compiled-source.ts';

/** The code that tests load compiled. */
const folders = ['src', 'workers', 'specimens', 'openapi/client'];
/** In two parts, so that Vite leaves it as it is. */
const ownAddress = ['import.meta', 'url'].join('.');

/**
 * Compiles each file of the service and of the specimens on its own, in about a second. Node loads them itself: in code that Vite loads, each
 * use of an imported name looks the name up in a table and calls a function, which takes long in loops over pixels and letters.
 */
export async function compileSources(): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: folders.flatMap(sourcesIn),
    outdir: into,
    outbase: root,
    // Vitest reads the map of a file in which a test failed.
    ...forNode,
  });
  const compiled = new Set(outputFiles.map(({ path }) => path));
  for (const { path, text } of outputFiles) {
    const contents = path.endsWith('.js') ? inItsPlace(path, text) : text;
    if (existsSync(path) && readFileSync(path, 'utf8') === contents) continue;
    mkdirSync(dirname(path), { recursive: true });
    // Renamed into place: another run may load it now.
    const draft = `${path}.${String(process.pid)}`;
    writeFileSync(draft, contents);
    renameSync(draft, path);
  }
  // A file whose source is gone must not be found.
  for (const path of filesIn(into))
    if (/\.js(\.map)?$/.test(path) && !compiled.has(path)) rmSync(path, { force: true });
}

/** The code imports compiled files, and finds others from the address of its source. */
function inItsPlace(path: string, code: string): string {
  const source = join(root, relative(into, path).replace(/\.js$/, '.ts'));
  return code
    .replaceAll(/\b(from |import |import\()"(\.[^"\n]*)\.ts"/g, '$1"$2.js"')
    .replaceAll(ownAddress, () => JSON.stringify(pathToFileURL(source).href));
}

function sourcesIn(folder: string): string[] {
  return filesIn(join(root, folder))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .map((path) => relative(root, path));
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Loaded by Node, not by Vite. */
export const compiledFiles = /[\\/]\.cache[\\/]compiled[\\/]/;

/**
 * Gives tests the compiled code, except what prepares a run, which compiles it, and a test that replaces modules, which works only in code
 * that Vite loads.
 */
export function compiledSources(): Plugin {
  const replacing = new Map<string, boolean>();
  const replacesModules = (importer: string): boolean => {
    const known = replacing.get(importer) ?? readFileSync(importer, 'utf8').includes('vi.mock(');
    replacing.set(importer, known);
    return known;
  };
  return {
    name: 'compiled-sources',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !/^\..*\.ts$/.test(source)) return null;
      const path = relative(root, resolve(dirname(importer), source));
      const from = relative(root, importer);
      if (!isCompiled(path) || isCompiled(from) || from.startsWith(join('test', 'support', 'prepare'))) return null;
      if (from.endsWith('.test.ts') && replacesModules(importer)) return null;
      return compiledSource(path);
    },
  };
}

function isCompiled(path: string): boolean {
  return folders.some((folder) => path.startsWith(join(folder, sep)));
}
