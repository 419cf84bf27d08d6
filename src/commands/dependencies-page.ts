import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readArguments } from './read-arguments.ts';
import { reasonsOfDependencies } from './reasons-of-dependencies.ts';

/**
 * `npm run dependencies`: writes `docs/dependencies.md`, with every production dependency by size and its reason. The sizes are those of
 * this machine's install. A dependency without a reason is an error.
 */
readArguments({ usage: 'npm run dependencies: writes docs/dependencies.md.', takes: {} });
const root = fileURLToPath(new URL('../../', import.meta.url));
const names = z.record(z.string(), z.unknown()).optional();
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ dependencies: names, optionalDependencies: names, version: z.string().optional() }),
  ),
});
const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));

/** The location of a package that another one imports: in the nearest `node_modules`. */
function findPackage(from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return null;
  }
}

/** A package with its dependencies. */
function closureOf(start: string): Set<string> {
  const reached = new Set([start]);
  const open = [start];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const name of Object.keys({ ...packages[path]?.dependencies, ...packages[path]?.optionalDependencies })) {
      const found = findPackage(path, name);
      if (found === null || reached.has(found)) continue;
      reached.add(found);
      open.push(found);
    }
  }
  return reached;
}

/** Without the packages inside it, which count separately. Zero for packages that are not installed on this system. */
function bytesOf(path: string): number {
  const seen = lstatSync(path, { throwIfNoEntry: false });
  if (seen === undefined) return 0;
  if (!seen.isDirectory()) return seen.size;
  const inside = readdirSync(path).filter((name) => name !== 'node_modules');
  return inside.reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}

const direct = Object.keys(packages['']?.dependencies ?? {});
const closures = new Map(direct.map((name) => [name, closureOf(`node_modules/${name}`)]));
const users = new Map<string, number>();
for (const closure of closures.values()) for (const path of closure) users.set(path, (users.get(path) ?? 0) + 1);
const weights = new Map([...users.keys()].map((path) => [path, bytesOf(join(root, path))]));
const megabytes = (paths: Iterable<string>) =>
  [...paths].reduce((sum, path) => sum + (weights.get(path) ?? 0), 0) / 1e6;

const rows = direct
  .map((name) => {
    const closure = closures.get(name) ?? new Set<string>();
    const alone = megabytes([...closure].filter((path) => users.get(path) === 1));
    return { name, alone, all: megabytes(closure), count: closure.size, reason: reasonsOfDependencies[name] };
  })
  .sort((one, other) => other.all - one.all || (one.name < other.name ? -1 : 1));
const unexplained = rows.filter(({ reason }) => reason === undefined).map(({ name }) => name);
if (unexplained.length > 0)
  throw new Error(`say in reasons-of-dependencies.ts what these are for: ${unexplained.join(', ')}`);

const lines = [
  '# Production dependencies',
  '',
  'Written by `npm run dependencies`. **all**: megabytes of a package with everything that it needs. **alone**: what its removal would save. Installed bytes',
  'on Linux x64, before `deploy/prune-image.mjs` removes other platforms’ binaries, maps and types from the image.',
  '',
  `${direct.length} direct dependencies, ${users.size} packages, ${megabytes(users.keys()).toFixed(0)} MB.`,
  '',
  '| package | all | alone | packages | why |',
  '| --- | --- | --- | --- | --- |',
  ...rows.map(
    ({ name, alone, all, count, reason }) =>
      `| \`${name}\` | ${all.toFixed(1)} | ${alone.toFixed(1)} | ${count} | ${reason ?? ''} |`,
  ),
  '',
];
writeFileSync(join(root, 'docs/dependencies.md'), lines.join('\n'));
process.stdout.write('docs/dependencies.md written\n');
