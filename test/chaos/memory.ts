import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { SceneOfRun } from './scenario.ts';

const everyMs = 10_000;
/** A process that has just started still grows: its first part is left out. */
const warmUpShare = 1 / 3;

/** Steady load without faults: how the memory of each process grows. */
export async function playMemory({ service, endsAtMs, noteFault }: SceneOfRun): Promise<void> {
  const parts = [...service.apis, ...service.workers];
  const samples = parts.map(() => [] as { hours: number; mb: number }[]);
  const begunAt = Date.now();
  while (Date.now() < endsAtMs) {
    await pause(everyMs);
    parts.forEach(({ running }, index) => {
      const mb = residentMb(running?.pid ?? 0);
      if (mb !== null) samples[index]?.push({ hours: (Date.now() - begunAt) / 3_600_000, mb });
    });
  }
  parts.forEach(({ name }, index) => {
    const all = samples[index] ?? [];
    const warm = all.slice(Math.floor(all.length * warmUpShare));
    const peak = Math.max(...all.map(({ mb }) => mb));
    noteFault(
      `${name}: ${all[0]?.mb.toFixed(0) ?? '?'} MB at first, ${all.at(-1)?.mb.toFixed(0) ?? '?'} MB at last, peak ` +
        `${peak.toFixed(0)} MB, ${slopeOf(warm).toFixed(0)} MB an hour over the last two thirds (${warm.length} samples)`,
    );
  });
}

/** Least squares. */
function slopeOf(points: readonly { hours: number; mb: number }[]): number {
  const [x, y] = [mean(points.map(({ hours }) => hours)), mean(points.map(({ mb }) => mb))];
  const above = points.reduce((sum, { hours, mb }) => sum + (hours - x) * (mb - y), 0);
  return above / points.reduce((sum, { hours }) => sum + (hours - x) ** 2, 0);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function residentMb(pid: number): number | null {
  try {
    const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kb === undefined ? null : Number(kb) / 1024;
  } catch {
    return null;
  }
}
