import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Progress } from './progress.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const webDir = join(root, 'web');
const run = promisify(execFile);

/** Applications of `web/`: folders with a Vite configuration. */
export function listWebApps(): string[] {
  return readdirSync(webDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(webDir, entry.name, 'vite.config.ts')))
    .map(({ name }) => name);
}

/**
 * Builds the applications whose sources are newer than what was built of them; takes a second or two each. Without Vite, in
 * production, what was built stays.
 */
export async function buildWeb(onProgress: Progress, { always = false } = {}): Promise<void> {
  const vite = findVite();
  for (const name of listWebApps()) {
    const app = join(webDir, name);
    const built = join(app, 'dist');
    if (!always && newestIn(app, ['dist']) < oldestOf(built)) continue;
    if (vite === null) {
      if (!existsSync(built)) onProgress(`web/${name} is not built, and Vite is not installed: its pages answer 503`);
      continue;
    }
    onProgress(`building web/${name}`);
    await run(process.execPath, [vite, 'build', '--config', join(app, 'vite.config.ts'), '--logLevel', 'error'], {
      cwd: root,
    });
  }
}

function findVite(): string | null {
  try {
    const require = createRequire(import.meta.url);
    return join(dirname(require.resolve('vite/package.json')), 'bin/vite.js');
  } catch {
    return null;
  }
}

function newestIn(dir: string, except: readonly string[]): number {
  let newest = 0;
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    if (except.includes(entry.name)) continue;
    const path = join(dir, entry.name);
    newest = Math.max(newest, entry.isDirectory() ? newestIn(path, []) : statSync(path).mtimeMs);
  }
  return newest;
}

/** When the build ended; 0 without one. */
function oldestOf(dist: string): number {
  return existsSync(dist) ? statSync(dist).mtimeMs : 0;
}
