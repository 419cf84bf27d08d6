import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { isAlive } from '../../src/embedded/process-identity.ts';

/** A folder with blanks in its name, which Postgres's own user may enter. */
export function makeFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'verify embedded '));
  chmodSync(path, 0o755);
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Runs start-and-wait.ts and resolves when its server answers. */
export async function startElsewhere(
  kind: 'postgres' | 'redis',
  folder: string,
): Promise<{ starter: ChildProcess; serverPid: number }> {
  const script = fileURLToPath(new URL('fixtures/start-and-wait.ts', import.meta.url));
  const starter = spawn(process.execPath, ['--import', 'tsx', script, kind, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const serverPid = await new Promise<number>((resolve, reject) => {
    let output = '';
    starter.stdout.on('data', (bytes: Buffer) => {
      output += bytes.toString();
      const pid = /pid=(\d+)\n/.exec(output)?.[1];
      if (pid !== undefined) resolve(Number(pid));
    });
    starter.once('exit', (code) => {
      reject(new Error(`The starter ended with ${String(code)}`));
    });
  });
  return { starter, serverPid };
}

/** Waits for the system to act; it sends no notice. */
export async function untilGone(pid: number): Promise<void> {
  await vi.waitUntil(() => !isAlive(pid), { timeout: 60_000, interval: 20 });
}
