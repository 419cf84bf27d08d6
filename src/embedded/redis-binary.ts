import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Progress } from './progress.ts';

const run = promisify(execFile);

/** BullMQ needs this version's commands. */
const oldestVersion = [6, 2] as const;
/** Searched in PATH first, then in the package managers' folders, which PATH may lack. */
const programs = ['', '/usr/bin/', '/usr/local/bin/', '/opt/homebrew/bin/'].flatMap((folder) => [
  `${folder}redis-server`,
  `${folder}valkey-server`,
]);

export interface RedisBinary {
  path: string;
  /** The libraries of a Redis that was unpacked, not installed; undefined: this environment is sufficient. */
  environment: Record<string, string> | undefined;
}

/**
 * The installed Redis or Valkey. If there is none, on Debian and Ubuntu, the distribution's own packages are downloaded and unpacked into
 * `cacheDirectory`, which needs no rights and changes nothing else on the machine.
 */
export async function findRedisBinary(cacheDirectory: string, onProgress: Progress): Promise<RedisBinary> {
  for (const path of programs) {
    const installed = { path, environment: undefined };
    if (await isRecent(installed)) return installed;
  }
  const unpacked = join(cacheDirectory, `redis-${process.arch}`);
  const cached = await unpackedBinary(unpacked);
  if (cached !== undefined) return cached;
  if (!isExecutable('/usr/bin/apt-get') || !isExecutable('/usr/bin/dpkg')) throw new Error(howToInstall);
  onProgress('Fetching Redis from the Debian packages (once, about a second)');
  await fetchPackages(unpacked, onProgress);
  const fetched = await unpackedBinary(unpacked);
  if (fetched === undefined)
    throw new Error(`The Redis that was fetched into ${unpacked} does not run. ${howToInstall}`);
  return fetched;
}

const howToInstall =
  'Redis 6.2 or later is needed: `brew install redis` on macOS, `sudo apt-get install redis-server` on Debian and Ubuntu, ' +
  'or set REDIS_URL, or use docker compose';

async function fetchPackages(destination: string, onProgress: Progress): Promise<void> {
  mkdirSync(join(destination, '..'), { recursive: true });
  const work = mkdtempSync(`${destination}.unfinished-`);
  try {
    const packages = await missingPackages(onProgress);
    await runApt(['download', ...packages], work);
    for (const file of readdirSync(work).filter((name) => name.endsWith('.deb'))) {
      await run('dpkg', ['-x', join(work, file), join(work, 'root')], { timeout: 60_000 });
    }
    // Renamed when complete, replacing one that did not run.
    rmSync(destination, { recursive: true, force: true });
    renameSync(join(work, 'root'), destination);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The packages that apt would install for Redis on this machine: the server and its missing libraries. */
async function missingPackages(onProgress: Progress): Promise<string[]> {
  const ask = ['install', '--simulate', '--no-install-recommends', 'redis-server'];
  const answer = await runApt(ask).catch(async (error: unknown) => {
    // The package is unknown: on a new machine or image, the package lists are missing.
    if (process.getuid?.() !== 0) throw withAdvice(error);
    onProgress('Fetching the package lists (apt-get update)');
    await runApt(['update', '--quiet']);
    return runApt(ask);
  });
  const packages = [...answer.matchAll(/^Inst (\S+) \(/gm)].flatMap((match) => match[1] ?? []);
  if (packages.length === 0) throw new Error(howToInstall);
  return packages;
}

async function runApt(flags: string[], folder = '/'): Promise<string> {
  try {
    const { stdout } = await run('apt-get', flags, { cwd: folder, timeout: 180_000, maxBuffer: 16 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    throw withAdvice(error);
  }
}

function withAdvice(error: unknown): Error {
  return new Error(`Redis could not be fetched with apt-get. ${howToInstall}`, { cause: error });
}

async function unpackedBinary(root: string): Promise<RedisBinary | undefined> {
  const path = join(root, 'usr/bin/redis-server');
  if (!existsSync(path)) return undefined;
  const folders = ['usr/lib', 'lib'].map((folder) => join(root, folder));
  // Debian keeps libraries in one folder per architecture, such as usr/lib/x86_64-linux-gnu.
  const libraries = folders.flatMap((folder) => [folder, ...subfolders(folder)]).join(':');
  const binary = { path, environment: { LD_LIBRARY_PATH: libraries } };
  return (await isRecent(binary)) ? binary : undefined;
}

async function isRecent({ path, environment }: RedisBinary): Promise<boolean> {
  try {
    const { stdout } = await run(path, ['--version'], { env: environment, timeout: 10_000 });
    const [, major, minor] = /v=(\d+)\.(\d+)/.exec(stdout) ?? [];
    const [oldestMajor, oldestMinor] = oldestVersion;
    return Number(major) > oldestMajor || (Number(major) === oldestMajor && Number(minor) >= oldestMinor);
  } catch {
    return false;
  }
}

function subfolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
