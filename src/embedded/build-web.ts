import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import type { Progress } from './progress.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const webDir = join(root, 'web');
/** Code of several applications. */
const sharedDir = join(webDir, 'shared');
const run = promisify(execFile);

/** Applications of `web/`: folders with a Vite configuration. */
export function listWebApps(): string[] {
  return readdirSync(webDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(webDir, entry.name, 'vite.config.ts')))
    .map(({ name }) => name);
}

/** An application could not be built. The message says which, why, and what to do, for the person who typed the command. */
export class WebBuildFailure extends Error {}

/**
 * Builds the applications whose sources are newer than their output, in a second or two each. Without Vite, in production, the existing
 * output stays. A failed build does not stop the others.
 * @throws WebBuildFailure
 */
export async function buildWeb(onProgress: Progress, { always = false } = {}): Promise<void> {
  const vite = findVite();
  const failures: string[] = [];
  const buildOne = async (name: string): Promise<void> => {
    const app = join(webDir, name);
    const built = join(app, 'dist');
    if (!always && newestSource(app) < oldestOf(built)) return;
    if (vite === null) {
      if (!existsSync(built)) onProgress(`web/${name} is not built, and Vite is not installed: its pages answer 503`);
      return;
    }
    onProgress(`building web/${name}`);
    const build = [vite, 'build', '--config', join(app, 'vite.config.ts'), '--logLevel', 'error'];
    // Under a test runner, too, the output is what ships: without the checks and the paths of a development build.
    await run('env', ['NODE_ENV=production', process.execPath, ...build], { cwd: root }).catch((error: unknown) => {
      const pages = existsSync(built) ? 'its pages are those of the build before' : 'its pages answer 503';
      failures.push(`web/${name} could not be built, ${pages}: ${firstReason(error)}`);
    });
  };
  await Promise.all(listWebApps().map(buildOne));
  if (failures.length > 0) throw new WebBuildFailure(failures.sort().join('\n'));
}

/** Vite's first line that is neither a stack frame nor a headline. */
function firstReason(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  const plain = stripVTControlCharacters(said)
    .split('\n')
    .map((line) => line.trim());
  const telling = plain.filter(
    (line) => line !== '' && !/^(at |error during build|(✗ )?Build failed|Node\.js )/i.test(line),
  );
  return telling.slice(0, 3).join(' ').slice(0, 400);
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

/** When the code of an application last changed. The image has only what was built. */
function newestSource(app: string): number {
  return Math.max(newestIn(app, ['dist']), existsSync(sharedDir) ? newestIn(sharedDir, []) : 0);
}

/** When the build ended; 0 without one. */
function oldestOf(dist: string): number {
  return existsSync(dist) ? statSync(dist).mtimeMs : 0;
}
