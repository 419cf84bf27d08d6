import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';

const everyMs = 2_000;
/** The clock of `/proc` on every Linux. */
const ticksPerSecond = 100;

/** Watches how busy the machine was, and how much of it the run used: without this, measured times say little. */
export function watchMachine(): { stop(): (readonly [string, string])[] } {
  const loads: number[] = [];
  const mine: number[] = [];
  let last = ticksBelow(process.pid);
  let lastAt = performance.now();
  const timer = setInterval(() => {
    loads.push(loadavg()[0] ?? 0);
    const [ticks, at] = [ticksBelow(process.pid), performance.now()];
    // Processes that end take their ticks with them.
    if (ticks >= last) mine.push((ticks - last) / ticksPerSecond / ((at - lastAt) / 1_000));
    [last, lastAt] = [ticks, at];
  }, everyMs);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      return [
        ['cores of the machine', String(availableParallelism())],
        ['load of the machine: median, highest', `${middle(loads).toFixed(1)}, ${Math.max(0, ...loads).toFixed(1)}`],
        ['cores that the run took: median, highest', `${middle(mine).toFixed(2)}, ${Math.max(0, ...mine).toFixed(2)}`],
      ];
    },
  };
}

function middle(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** Processor time that a process and those below it have used. 0 where the system does not say. */
function ticksBelow(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const own = Number(fields[11]) + Number(fields[12]);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return children.reduce((sum, child) => sum + ticksBelow(Number(child)), own);
  } catch {
    return 0;
  }
}
