import { load, type LoadedRequest, type LoadResult } from './load.ts';
import { percent, perSecond, type Row } from './section.ts';
import type { BenchStack } from './stack.ts';

/**
 * Loads one of our routes and the bare route, one after the other. Returns two rows: requests per second, and processor time per request
 * (the answering process and Postgres together), which other work on the machine does not change.
 */
export async function againstBare(
  stack: BenchStack,
  {
    what,
    next,
    identityIds,
    barShare,
    seconds = 10,
    barePath = '/identities',
    bareNext,
  }: {
    what: string;
    next: () => LoadedRequest;
    /** The request of the bare route. */
    identityIds: readonly string[];
    /** Share of the bare route's pace. */
    barShare: number;
    seconds?: number;
    barePath?: string;
    /** In place of a read by a random id. */
    bareNext?: () => LoadedRequest;
  },
): Promise<{ rows: Row[]; ours: LoadResult }> {
  const pick = () => identityIds[Math.floor(Math.random() * identityIds.length)] ?? '';
  const { readCpu } = stack;
  const ours = await load(stack.apiUrl, { next, seconds, readCpu });
  const nextBare = bareNext ?? (() => ({ path: `${barePath}/${pick()}` }));
  const bare = await load(stack.bareUrl, { next: nextBare, seconds, readCpu });
  refuseFailures(ours, bare);
  const used = { ours: shareOf(ours, 'apiMs'), bare: shareOf(bare, 'bareMs') };
  const bar = `≥ ${percent(barShare, 1)}`;
  const samples = `${ours.requests} + ${bare.requests} requests`;
  const rows: Row[] = [
    {
      what,
      measured: `${perSecond(ours.requestsPerSecond)}, p99 ${ours.p99Ms} ms`,
      against: `${perSecond(bare.requestsPerSecond)}, p99 ${bare.p99Ms} ms`,
      ratio: percent(ours.requestsPerSecond, bare.requestsPerSecond),
      bar,
      met: ours.requestsPerSecond >= barShare * bare.requestsPerSecond,
      samples,
    },
    {
      what: 'the same by processor time a request (process + Postgres)',
      measured: micros(used.ours),
      against: micros(used.bare),
      ratio: percent(sum(used.bare), sum(used.ours)),
      bar,
      met: sum(used.bare) >= barShare * sum(used.ours),
      samples,
    },
  ];
  return { rows, ours };
}

interface Used {
  processUs: number;
  postgresUs: number;
}

const shareOf = ({ cpu, requests }: LoadResult, process: 'apiMs' | 'bareMs'): Used => ({
  processUs: (1_000 * cpu[process]) / requests,
  postgresUs: (1_000 * cpu.postgresMs) / requests,
});
const sum = ({ processUs, postgresUs }: Used) => processUs + postgresUs;
const micros = ({ processUs, postgresUs }: Used) => `${processUs.toFixed(0)} + ${postgresUs.toFixed(0)} µs`;

function refuseFailures(...results: readonly LoadResult[]): void {
  const failures = results.reduce((total, result) => total + result.failures, 0);
  if (failures > 0) throw new Error(`${failures} answers were no success: the numbers would mean nothing`);
}
