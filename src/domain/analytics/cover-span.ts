/** The lengths of rollups, in UTC. */
export const rollupLevels = ['hour', 'day', 'month'] as const;
export type RollupLevel = (typeof rollupLevels)[number];

export interface Span {
  from: Date;
  to: Date;
}

/** One stored rollup. */
export interface Piece {
  level: RollupLevel;
  start: Date;
}

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

export const startOfHour = (ms: number) => Math.floor(ms / hourMs) * hourMs;
export const startOfDay = (ms: number) => Math.floor(ms / dayMs) * dayMs;

export function startOfMonth(ms: number, later = 0): number {
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1);
}

/**
 * Divides a period into the largest rollups that fit, and into parts that are counted from the rows: its edges, everything after
 * `rolledUntil`, and hours that are marked as changed.
 */
export function coverSpan(
  { from, to }: Span,
  { rolledUntil, marked }: { rolledUntil: Date | null; marked: readonly Date[] },
): { pieces: Piece[]; live: Span[] } {
  const changed = [...new Set(marked.map((hour) => hour.getTime()))].sort((one, other) => one - other);
  const isUnchanged = (start: number, end: number) => !changed.some((hour) => hour >= start && hour < end);
  const end = Math.min(startOfHour(to.getTime()), rolledUntil?.getTime() ?? -Infinity);
  const pieces: Piece[] = [];
  const live: { from: number; to: number }[] = [];

  function countLive(start: number, stop: number): void {
    if (start >= stop) return;
    const last = live.at(-1);
    if (last?.to === start) last.to = stop;
    else live.push({ from: start, to: stop });
  }

  let at = Math.ceil(from.getTime() / hourMs) * hourMs;
  if (at >= end) return { pieces, live: [{ from, to }] };
  countLive(from.getTime(), at);
  while (at < end) {
    const fitting = [
      { level: 'month', start: startOfMonth(at), stop: startOfMonth(at, 1) } as const,
      { level: 'day', start: startOfDay(at), stop: startOfDay(at) + dayMs } as const,
      { level: 'hour', start: at, stop: at + hourMs } as const,
    ].find(({ start, stop }) => start === at && stop <= end && isUnchanged(start, stop));
    if (fitting === undefined) {
      countLive(at, at + hourMs);
      at += hourMs;
    } else {
      pieces.push({ level: fitting.level, start: new Date(fitting.start) });
      at = fitting.stop;
    }
  }
  countLive(end, to.getTime());
  return { pieces, live: live.map((span) => ({ from: new Date(span.from), to: new Date(span.to) })) };
}
