import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../../.cache/', import.meta.url));

export interface DebianProgram {
  path: string;
  env: Record<string, string>;
}

/**
 * A program of Debian's packages, downloaded and unpacked into `.cache` with the libraries that this machine lacks, which needs no rights.
 * Null where there is no apt-get, or none of its servers is within reach.
 */
export function fetchDebianProgram(name: string, program: string): DebianProgram | null {
  const root = join(cache, `debian-${name}`);
  if (!existsSync(root)) {
    mkdirSync(cache, { recursive: true });
    const work = mkdtempSync(`${root}.unfinished-`);
    try {
      const asked = ['install', '--simulate', '--no-install-recommends', name];
      const plan = execFileSync('apt-get', asked, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
      const packages = [...plan.matchAll(/^Inst (\S+) \(/gm)].flatMap((match) => match[1] ?? []);
      execFileSync('apt-get', ['download', ...packages], { cwd: work, stdio: 'ignore', timeout: 120_000 });
      for (const file of readdirSync(work).filter((one) => one.endsWith('.deb')))
        execFileSync('dpkg', ['-x', join(work, file), join(work, 'root')]);
      renameSync(join(work, 'root'), root);
    } catch {
      return null;
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  const folders = ['usr/lib', 'lib'].map((folder) => join(root, folder)).filter((folder) => existsSync(folder));
  const libraries = folders.flatMap((folder) => [folder, ...readdirSync(folder).map((one) => join(folder, one))]);
  return { path: join(root, program), env: { LD_LIBRARY_PATH: libraries.join(':') } };
}
