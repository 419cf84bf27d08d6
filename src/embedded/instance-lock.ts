import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isAlive, processFingerprint } from './process-identity.ts';

const holderSchema = z.object({
  pid: z.int().positive(),
  /** When the lock was taken. */
  since: z.iso.datetime(),
  /** Distinguishes the holder from a later process with the same number. */
  fingerprint: z.string().optional(),
});
type Holder = z.infer<typeof holderSchema>;

/** Another running process uses this folder. */
export class InstanceRunningError extends Error {
  readonly directory: string;
  readonly pid: number;
  readonly since: Date;

  constructor(directory: string, pid: number, since: Date) {
    super(`Already running over ${directory}: process ${String(pid)}, since ${since.toISOString()}`);
    this.name = 'InstanceRunningError';
    this.directory = directory;
    this.pid = pid;
    this.since = since;
  }
}

export interface InstanceLock {
  /** Releases the folder. Does nothing when called again. */
  release(): void;
}

/**
 * Locks the folder for this process, until it releases the lock or ends. Takes over a lock whose process has ended, or whose number now
 * belongs to another program. Throws {@link InstanceRunningError} when the holder is alive.
 */
export function acquireInstanceLock(directory: string): InstanceLock {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, 'instance.lock');
  const draft = join(directory, `instance.lock.${String(process.pid)}`);
  const content = JSON.stringify({
    pid: process.pid,
    since: new Date().toISOString(),
    fingerprint: processFingerprint(process.pid),
  } satisfies Holder);
  writeFileSync(draft, content);
  try {
    for (;;) {
      // A link appears with its content, and only if there was none: nobody can read a half-written lock.
      if (tryLink(draft, path)) break;
      const found = readIfPresent(path);
      if (found === undefined) continue;
      const holder = parseHolder(found);
      if (holder !== undefined && isRunning(holder)) {
        throw new InstanceRunningError(directory, holder.pid, new Date(holder.since));
      }
      removeStale(path, found);
    }
  } finally {
    rmSync(draft, { force: true });
  }

  const release = (): void => {
    process.off('exit', release);
    if (readIfPresent(path) === content) rmSync(path, { force: true });
  };
  process.once('exit', release);
  return { release };
}

function isRunning(holder: Holder): boolean {
  if (!isAlive(holder.pid)) return false;
  const current = processFingerprint(holder.pid);
  // If the system does not tell when a process started, refusing is safer than two instances.
  return current === undefined || holder.fingerprint === undefined || current === holder.fingerprint;
}

/** Moves the stale lock away. If another start has replaced it meanwhile, puts that one back. */
function removeStale(path: string, stale: string): void {
  const aside = `${path}.stale-${String(process.pid)}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readIfPresent(aside) !== stale) tryLink(aside, path);
  rmSync(aside, { force: true });
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function parseHolder(content: string): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(content));
  } catch {
    return undefined;
  }
}
