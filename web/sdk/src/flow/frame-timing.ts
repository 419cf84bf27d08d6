/** The median time between two frames and the median distance from it; null where too few were seen. */
export function timingOf(times: readonly number[]): { frameMs: number | null; jitterMs: number | null } {
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  if (gaps.length < 2) return { frameMs: null, jitterMs: null };
  const frameMs = median(gaps);
  const jitterMs = median(gaps.map((gap) => Math.abs(gap - frameMs)));
  return { frameMs: round(frameMs), jitterMs: round(jitterMs) };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const round = (value: number) => Math.round(value * 10) / 10;
