import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import ts from 'typescript';
import { readArguments } from './read-arguments.ts';

/**
 * `npm run build:packages [-- FOLDER]`: builds the browser SDK and the typed client as npm packages, in `build/packages/` or FOLDER, each
 * as ES modules and CommonJS with types. Run `npm run build:web` first: the SDK's package contains what the service hosts, without its
 * pages.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const usage = `npm run build:packages: builds the packages of the browser SDK and of the typed client.

  npm run build:packages               into build/packages
  npm run build:packages -- FOLDER     into FOLDER/sdk and FOLDER/client, which it replaces`;
const { words } = readArguments({ usage, takes: { words: 1 } });
const packages = resolve(words[0] ?? join(root, 'build/packages'));

/** The files that hosts import. */
const sdkEntries = ['verify.js', 'react.js'];
const target = 'es2022';

async function buildSdk(): Promise<void> {
  const { source, dist } = begin('sdk', 'web/sdk');
  const built = join(source, 'dist');
  for (const name of listReachable(built, sdkEntries)) {
    const to = join(dist, name);
    mkdirSync(dirname(to), { recursive: true });
    const code = readFileSync(join(built, name), 'utf8').replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '\n');
    // Next.js renders components on the server unless they are marked for the browser.
    writeFileSync(to, name === 'react.js' ? `'use client';\n${code}` : code);
  }
  await writeCommonJs(dist, sdkEntries);
  writeTypes(join(source, 'src'), dist, ['verify', 'react']);
}

async function buildClient(): Promise<void> {
  const { source, dist } = begin('client', 'openapi/client');
  for (const [format, name] of [
    ['esm', 'index.js'],
    ['cjs', 'index.cjs'],
  ] as const) {
    await build({
      entryPoints: [join(source, 'index.ts')],
      outfile: join(dist, name),
      bundle: true,
      packages: 'external',
      platform: 'node',
      target: 'node20',
      format,
      logLevel: 'error',
    });
  }
  writeTypes(source, dist, ['index']);
}

/** FOLDER may be anything: only packages that this command has built are replaced. */
function requireOwn(name: string): void {
  const folder = join(packages, name);
  if (!existsSync(folder)) return;
  const manifest = join(folder, 'package.json');
  const isOurs = existsSync(manifest) && readFileSync(manifest, 'utf8').includes(`"name": "@verify/${name}"`);
  if (isOurs || readdirSync(folder).length === 0) return;
  process.stderr.write(
    `${folder} is not a package that this command has built, so nothing was done. Name another folder.\n`,
  );
  process.exit(1);
}

/** An empty folder with the package's manifest and README. */
function begin(name: string, from: string): { source: string; dist: string } {
  const [source, folder] = [join(root, from), join(packages, name)];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'dist'), { recursive: true });
  // The folder in the repository is not for publishing; this one is.
  const { private: _, ...manifest } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as object & {
    private?: boolean;
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(source, 'README.md'), join(folder, 'README.md'));
  return { source, dist: join(folder, 'dist') };
}

/** The entries and every file of `assets/` that they name, directly or indirectly: no pages of the service, no source maps. */
function listReachable(built: string, entries: readonly string[]): string[] {
  const assets = readdirSync(join(built, 'assets')).filter((name) => /\.(js|css)$/.test(name));
  const reached = new Set(entries);
  const open = [...entries];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const text = readFileSync(join(built, name), 'utf8');
    for (const asset of assets) {
      const path = `assets/${asset}`;
      if (reached.has(path) || !text.includes(asset)) continue;
      reached.add(path);
      open.push(path);
    }
  }
  return [...reached];
}

/** The entries' immediate imports as CommonJS. The flow itself is loaded in a browser as an ES module. */
async function writeCommonJs(dist: string, entries: readonly string[]): Promise<void> {
  const written = new Set<string>();
  const open = [...entries];
  const beside: Plugin = {
    name: 'files-next-to-each-other',
    setup: (bundling) => {
      bundling.onResolve({ filter: /^\./, namespace: 'file' }, ({ path, kind, resolveDir }) => {
        if (kind !== 'import-statement') return { path, external: true };
        open.push(join(resolveDir, path).slice(dist.length + 1));
        return { path: path.replace(/\.js$/, '.cjs'), external: true };
      });
    },
  };
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (written.has(name)) continue;
    written.add(name);
    await build({
      entryPoints: [join(dist, name)],
      outfile: join(dist, name.replace(/\.js$/, '.cjs')),
      bundle: true,
      packages: 'external',
      minify: true,
      format: 'cjs',
      target,
      define: { 'import.meta.url': 'location.href' },
      plugins: [beside],
      logLevel: 'error',
    });
  }
}

/**
 * The types of the entries and of what they import, for both kinds of module: a `.d.cts` names its neighbours as `.cjs`. Each file must say
 * the types of what it exports: then nothing else is read, and the packages are built in a third of the time.
 */
function writeTypes(source: string, dist: string, entries: readonly string[]): void {
  const neighbour = /from '(\.[^']*?)(?:\.d)?\.ts'/g;
  const written = new Set<string>();
  const open = [...entries];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (written.has(name)) continue;
    written.add(name);
    const types = typesOf(join(source, name));
    const naming = (extension: string) => types.replaceAll(neighbour, `from '$1.${extension}'`);
    const file = join(dist, `${name}.d.ts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, naming('js'));
    writeFileSync(file.replace(/\.ts$/, '.cts'), naming('cjs'));
    for (const [, path = ''] of types.matchAll(neighbour)) open.push(join(dirname(name), path));
  }
}

/** Comments of openapi-typescript about its own work. They say nothing about the API and take thousands of bytes. */
const notesOfGenerator =
  /\n *\/\*\*\n *\* @description discriminator enum property added by openapi-typescript\n *\* @enum \{string\}\n *\*\/|\n *\/?\*\*? @enum \{string\}(?: \*\/)?/g;

function typesOf(path: string): string {
  const declared = `${path}.d.ts`;
  if (existsSync(declared)) return readFileSync(declared, 'utf8').replaceAll(notesOfGenerator, '');
  const file = `${path}.ts`;
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(file, 'utf8'), {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, allowImportingTsExtensions: true },
  });
  const [first] = diagnostics;
  if (first === undefined) return outputText;
  const line = 1 + (first.file?.getLineAndCharacterOfPosition(first.start ?? 0).line ?? 0);
  process.stderr.write(`${file}:${String(line)}: ${ts.flattenDiagnosticMessageText(first.messageText, ' ')}\n`);
  process.exit(1);
}

requireOwn('sdk');
requireOwn('client');
await buildSdk();
await buildClient();
process.stdout.write(`packages written to ${packages}\n`);
