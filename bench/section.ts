import type { BenchStack } from './stack.ts';

/** One row of the results: the figure, its yardstick, and whether it meets its bar. */
export interface Row {
  what: string;
  measured: string;
  against: string;
  /** The figure that the bar is about, as text. */
  ratio: string;
  bar: string;
  met: boolean;
  samples: string;
}

export interface Section {
  name: string;
  title: string;
  measure(stack: BenchStack, say: (line: string) => void): Promise<Row[]>;
}

export const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(0)} %`;
export const perSecond = (value: number) => `${value.toFixed(0)}/s`;

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

/** A wait in a browser: 95 of 100 times no longer than the bar. */
export function timesRow(what: string, times: readonly number[], mostMs: number, unit: string): Row {
  const p95 = quantile(times, 0.95);
  return {
    what,
    measured: `${p95.toFixed(0)} ms`,
    against: `p50 ${quantile(times, 0.5).toFixed(0)} ms`,
    ratio: `${p95.toFixed(0)} ms`,
    bar: `≤ ${mostMs} ms`,
    met: p95 <= mostMs,
    samples: `${times.length} ${unit}`,
  };
}
