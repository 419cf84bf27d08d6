import { readFileSync } from 'node:fs';

/** Linux only: the resident set of a process, in megabytes. */
export function residentMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
