import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Makes sure that `pid` gets `signal` when this process ends in any way, including `kill -9`: a shell of a few hundred kilobytes waits on a
 * pipe that only this process holds, and the system closes the pipe when this process ends. Call the returned function as soon as `pid` has
 * ended, before its number can belong to another process.
 */
export function endWithParent(pid: number, signal: 'INT' | 'TERM'): () => void {
  // Detached: a Ctrl-C in the terminal goes to the whole foreground group and would end the watcher before its work.
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill -s "$1" "$2"', 'sh', signal, String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  });
  // Without a shell there is no watcher; the next start still finds and ends leftover processes.
  watcher.on('error', () => undefined);
  watcher.stdin.on('error', () => undefined);
  watcher.unref();
  // It is a socket whatever its declared type says; referenced, it would keep this process running.
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
  return () => {
    watcher.kill('SIGKILL');
  };
}
