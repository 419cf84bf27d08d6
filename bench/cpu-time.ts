import { readdirSync, readFileSync } from 'node:fs';

/** Processor time that processes have used so far, user and system together, in milliseconds. */
export interface CpuTime {
  apiMs: number;
  bareMs: number;
  /** The server with all its connections, including those that have ended. */
  postgresMs: number;
}

/** Linux counts processor time for `/proc` in hundredths of a second, whatever the kernel's own clock. */
const msPerTick = 10;

/** Throughput depends on everything that runs on a machine, processor time on these processes alone. */
export function createCpuMeter(pids: { api: number; bare: number; postgres: number }): () => CpuTime {
  return () => ({
    apiMs: ownMs(pids.api),
    bareMs: ownMs(pids.bare),
    postgresMs: ownMs(pids.postgres) + endedChildrenMs(pids.postgres) + childrenMs(pids.postgres),
  });
}

/** The fields of `/proc/[pid]/stat` after the name, which may hold spaces (proc(5)): the first is field 3, the state. */
function fieldsOf(pid: number): readonly number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

const sumOf = (pid: number, ...numbers: readonly number[]) => {
  const fields = fieldsOf(pid);
  return numbers.reduce((sum, number) => sum + (fields[number - 3] ?? 0), 0) * msPerTick;
};
const ownMs = (pid: number) => sumOf(pid, 14, 15);
const endedChildrenMs = (pid: number) => sumOf(pid, 16, 17);

/** Processor time of this process and of those that it started and that have ended, in milliseconds. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + endedChildrenMs(process.pid);
}

/** Processor time of a process and of all that it started, as far as they still run, in milliseconds. */
export function runningCpuMs(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  return children.filter((child) => child !== '').reduce((sum, child) => sum + runningCpuMs(Number(child)), ownMs(pid));
}

function childrenMs(parent: number): number {
  let sum = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (fieldsOf(Number(name))[1] === parent) sum += ownMs(Number(name));
    } catch {
      // The process ended in the meantime, and now counts among the ended ones.
    }
  }
  return sum;
}
