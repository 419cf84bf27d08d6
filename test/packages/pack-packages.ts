import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWeb } from '../../src/embedded/build-web.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export interface PackedPackage {
  name: string;
  /** The tarball. */
  path: string;
  files: string[];
  /** Of the tarball. */
  bytes: number;
}

export interface Packed {
  sdk: PackedPackage;
  client: PackedPackage;
  /** The folder of both packages before they were packed. */
  built: string;
  /** A new, empty project. */
  makeProject(files: Readonly<Record<string, string>>): string;
  remove(): void;
}

/** Builds both packages and packs them as `npm publish` would, in a folder of this caller: several test files do so at the same time. */
export async function packPackages(): Promise<Packed> {
  await buildWeb(() => undefined);
  const folder = mkdtempSync(join(tmpdir(), 'verify-packages-'));
  const built = join(folder, 'built');
  const command = ['--import', 'tsx', 'src/commands/build-packages.ts', built];
  execFileSync(process.execPath, command, { cwd: root, stdio: 'pipe' });
  // At once: npm takes longer to start than to pack.
  const folders = ['sdk', 'client'].map((name) => join(built, name));
  const args = ['pack', '--json', '--pack-destination', folder, ...folders];
  const said: unknown = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }));
  // Older versions of npm answer a list, newer ones an object by the package's name.
  const all = Object.values(said as object) as {
    name: string;
    filename: string;
    size: number;
    files: { path: string }[];
  }[];
  const packageOf = (wanted: string): PackedPackage => {
    const packed = all.find(({ name }) => name === wanted);
    if (packed === undefined) throw new Error(`npm did not pack ${wanted}`);
    const { name, filename, size, files } = packed;
    const path = join(folder, filename.replace('@', '').replace('/', '-'));
    return { name, path, files: files.map((file) => file.path).sort(), bytes: size };
  };
  const [sdk, client] = [packageOf('@verify/sdk'), packageOf('@verify/client')];
  let projects = 0;
  return {
    sdk,
    client,
    built,
    makeProject(files) {
      const project = join(folder, `project-${(projects += 1)}`);
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(project, name)), { recursive: true });
        writeFileSync(join(project, name), text);
      }
      return project;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Installs a packed package in a project without asking a registry; what it depends on is linked from here. */
export function unpackInto(project: string, packed: PackedPackage, linked: readonly string[]): void {
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, dirname(packed.name)), { recursive: true });
  execFileSync('tar', ['-xzf', packed.path, '-C', project]);
  renameSync(join(project, 'package'), join(modules, packed.name));
  for (const name of linked) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
}
