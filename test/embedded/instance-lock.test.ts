import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { acquireInstanceLock, InstanceRunningError } from '../../src/embedded/instance-lock.ts';
import { processFingerprint } from '../../src/embedded/process-identity.ts';
import { compiledSource } from '../support/programs/compiled-source.ts';
import { makeFolder, untilGone } from './support.ts';

let folder: ReturnType<typeof makeFolder>;
let lockFile: string;

beforeEach(() => {
  folder = makeFolder();
  lockFile = join(folder.path, 'instance.lock');
});

afterEach(() => {
  folder.remove();
});

/** Takes the lock in another process, which then waits forever. */
async function holdElsewhere(): Promise<{ pid: number; kill: () => Promise<void> }> {
  const lock = pathToFileURL(compiledSource('src/embedded/instance-lock.ts')).href;
  const script = `const { acquireInstanceLock } = await import(process.argv[1]);
    acquireInstanceLock(process.argv[2]);
    console.log('held');
    setInterval(() => undefined, 60_000);`;
  const flags = ['--input-type=module', '--eval', script, lock, folder.path];
  const holder = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    holder.stdout.once('data', () => {
      resolve();
    });
    holder.once('exit', () => {
      reject(new Error('The holder ended'));
    });
  });
  const pid = holder.pid ?? 0;
  const kill = async (): Promise<void> => {
    holder.kill('SIGKILL');
    await untilGone(pid);
  };
  return { pid, kill };
}

it('refuses a second instance and names the first with its start time', async () => {
  const before = Date.now();
  const holder = await holdElsewhere();
  try {
    expect(() => acquireInstanceLock(folder.path)).toThrow(InstanceRunningError);
    try {
      acquireInstanceLock(folder.path);
    } catch (error) {
      if (!(error instanceof InstanceRunningError)) throw error;
      expect(error.pid).toBe(holder.pid);
      expect(error.since.getTime()).toBeGreaterThanOrEqual(before);
      expect(error.since.getTime()).toBeLessThanOrEqual(Date.now());
    }
  } finally {
    await holder.kill();
  }
});

it('takes over the lock of a process that was killed', async () => {
  const holder = await holdElsewhere();
  await holder.kill();
  expect(existsSync(lockFile)).toBe(true);
  acquireInstanceLock(folder.path).release();
});

it('takes over a lock whose process id now belongs to another program', () => {
  writeFileSync(lockFile, JSON.stringify({ pid: process.ppid, since: '2026-01-01T00:00:00.000Z', fingerprint: 'x:1' }));
  acquireInstanceLock(folder.path).release();
});

it('respects a live holder that is not a child of ours', () => {
  const pid = process.ppid;
  const fingerprint = processFingerprint(pid);
  writeFileSync(lockFile, JSON.stringify({ pid, since: '2026-01-01T00:00:00.000Z', fingerprint }));
  expect(() => acquireInstanceLock(folder.path)).toThrow(`process ${String(pid)}, since 2026-01-01T00:00:00.000Z`);
});

it('takes over a malformed lock file', () => {
  writeFileSync(lockFile, '');
  acquireInstanceLock(folder.path).release();
});

it('leaves nothing behind when released, and never removes the lock of another', () => {
  const lock = acquireInstanceLock(folder.path);
  lock.release();
  expect(readdirSync(folder.path)).toEqual([]);
  writeFileSync(lockFile, 'another');
  lock.release();
  expect(readFileSync(lockFile, 'utf8')).toBe('another');
});
