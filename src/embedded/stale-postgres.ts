import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandLineOf, isAlive } from './process-identity.ts';
import type { Progress } from './progress.ts';

/**
 * Stops a server that an earlier process left running on this cluster, and removes a postmaster.pid whose number now belongs to another
 * program (Postgres itself would refuse to start, because it cannot tell).
 */
export async function stopStalePostgres(cluster: string, onProgress: Progress): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1 || !isAlive(pid)) return;
  const commandLine = commandLineOf(pid);
  // Hidden from this process: Postgres decides.
  if (commandLine === undefined) return;
  if (!commandLine.includes(`-D ${cluster}`)) {
    rmSync(pidFile, { force: true });
    return;
  }
  onProgress(`Stopping the Postgres that an earlier run left behind (process ${String(pid)})`);
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    process.kill(pid, signal);
    for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 50) {
      if (!isAlive(pid)) return;
      await delay(50);
    }
  }
}
