import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** True while a process with this id exists, no matter who owns it. A zombie counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return !isZombie(pid);
}

/**
 * Distinguishes this process from a later one with the same number: its start time (and the boot, if start times count from it). Undefined
 * when the process does not exist or the system does not say.
 */
export function processFingerprint(pid: number): string | undefined {
  if (hasProc()) {
    const startedAtTick = statFields(pid)?.[19];
    return startedAtTick === undefined ? undefined : `${bootId()}:${startedAtTick}`;
  }
  return askPs(pid, 'lstart');
}

/** A process's command line, with arguments joined by spaces; undefined when it has ended or is hidden. */
export function commandLineOf(pid: number): string | undefined {
  if (hasProc()) {
    const line = readIfPossible(`/proc/${String(pid)}/cmdline`)
      ?.replaceAll('\0', ' ')
      .trim();
    return line === '' ? undefined : line;
  }
  return askPs(pid, 'command');
}

/** The parent of this process, or the process that adopted it; undefined when it has ended or the system does not say. */
export function parentOf(pid: number): number | undefined {
  const parent = Number(hasProc() ? statFields(pid)?.[1] : askPs(pid, 'ppid'));
  return Number.isInteger(parent) && parent > 0 ? parent : undefined;
}

function isZombie(pid: number): boolean {
  return statFields(pid)?.[0] === 'Z';
}

/** The fields of /proc/<pid>/stat from the third (state) on; the second contains the name, which may contain spaces. */
function statFields(pid: number): string[] | undefined {
  const stat = readIfPossible(`/proc/${String(pid)}/stat`);
  return stat
    ?.slice(stat.lastIndexOf(')') + 2)
    .trim()
    .split(' ');
}

function bootId(): string {
  return readIfPossible('/proc/sys/kernel/random/boot_id')?.trim() ?? 'unknown-boot';
}

function hasProc(): boolean {
  return existsSync('/proc/self/stat');
}

/** macOS has no /proc; there `ps` is always installed, which on slim Linux images it is not. */
function askPs(pid: number, column: 'lstart' | 'command' | 'ppid'): string | undefined {
  const { status, stdout } = spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : undefined;
}

function readIfPossible(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
