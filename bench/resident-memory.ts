import { readFileSync } from 'node:fs';

/** Linux only: the resident set of a process, in megabytes. */
export function residentMb(pid: number | undefined): number {
  return statusMb(pid, 'VmRSS');
}

/** Linux only: the highest that the resident set has been since the process began. */
export function peakMb(pid: number | undefined): number {
  return statusMb(pid, 'VmHWM');
}

function statusMb(pid: number | undefined, name: string): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Linux only: the process that runs a script and was started, directly or not, by `parent`. */
export function findChild(script: string, parent: number): number | undefined {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number);
  for (const child of children) {
    const inner = findChild(script, child);
    if (inner !== undefined) return inner;
    if (readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(script)) return child;
  }
  return undefined;
}
