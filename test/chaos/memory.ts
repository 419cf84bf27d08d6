import { readFileSync } from 'node:fs';
import type { Part } from './service.ts';

const everyMs = 10_000;
/** A process that has just started still grows: its first part is left out. */
const warmUpShare = 1 / 3;
/** Over less time, uncollected garbage is taken for growth. */
const slopeNeedsMinutes = 10;
/** When the run reports what each process holds, so that a run that is cut short still reports something. */
const saidAtMinutes = [5, 15, 30, 45, 60];

interface Sample {
  hours: number;
  mb: number;
  /** The highest so far, by the kernel. */
  peakMb: number;
}

/** Watches how the resident memory of each part grows, over the longest life that one of its processes had. */
export function watchMemory(
  parts: readonly Part[],
  say: (line: string) => void,
): { stop(): (readonly [string, string])[] } {
  const lives = parts.map(() => new Map<number, Sample[]>());
  const begunAt = Date.now();
  const toSay = [...saidAtMinutes];
  const timer = setInterval(() => {
    const hours = (Date.now() - begunAt) / 3_600_000;
    parts.forEach(({ running }, index) => {
      const pid = running?.pid;
      const memory = pid === undefined ? null : residentMb(pid);
      if (pid === undefined || memory === null) return;
      lives[index]?.set(pid, [...(lives[index].get(pid) ?? []), { hours, ...memory }]);
    });
    if (hours * 60 < (toSay[0] ?? Infinity)) return;
    say(`memory at minute ${toSay.shift() ?? ''}: ${parts.map(residentNow).join(', ')}`);
  }, everyMs);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      return parts.map(({ name }, index) => [`memory of ${name}`, describe([...(lives[index]?.values() ?? [])])]);
    },
  };
}

function residentNow({ name, running }: Part): string {
  const memory = running?.pid === undefined ? null : residentMb(running.pid);
  return `${name} ${memory === null ? 'not seen' : `${memory.mb.toFixed(0)} MB`}`;
}

function describe(lives: readonly (readonly Sample[])[]): string {
  const [longest] = [...lives].sort((one, other) => other.length - one.length);
  const [first, last] = [longest?.at(0), longest?.at(-1)];
  if (longest === undefined || first === undefined || last === undefined) return 'not seen';
  const warm = longest.slice(Math.floor(longest.length * warmUpShare));
  const minutes = (last.hours - first.hours) * 60;
  // As the kernel recorded it, which includes peaks between two samples.
  const peak = Math.max(...longest.map(({ peakMb }) => peakMb));
  const slope =
    minutes < slopeNeedsMinutes
      ? 'too short for a slope'
      : `${slopeOf(warm).toFixed(0)} MB an hour over the last two thirds (${warm.length} samples)`;
  return (
    `${first.mb.toFixed(0)} MB at first, ${last.mb.toFixed(0)} MB after ${minutes.toFixed(1)} minutes, ` +
    `peak ${peak.toFixed(0)} MB, ${slope}`
  );
}

/** Least squares. */
function slopeOf(points: readonly Sample[]): number {
  const [x, y] = [mean(points.map(({ hours }) => hours)), mean(points.map(({ mb }) => mb))];
  const above = points.reduce((sum, { hours, mb }) => sum + (hours - x) * (mb - y), 0);
  return above / points.reduce((sum, { hours }) => sum + (hours - x) ** 2, 0);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function residentMb(pid: number): Pick<Sample, 'mb' | 'peakMb'> | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const mb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
    const memory = { mb: mb('VmRSS'), peakMb: mb('VmHWM') };
    return Number.isNaN(memory.mb) || Number.isNaN(memory.peakMb) ? null : memory;
  } catch {
    return null;
  }
}
