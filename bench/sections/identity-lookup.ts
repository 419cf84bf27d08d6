import { load, type LoadResult } from '../load.ts';
import { percent, perSecond, type Row, type Section } from '../section.ts';
import { seedIdentities } from '../seed-identities.ts';

const seconds = 10;
const barShare = 0.6;
const barFlatness = 1.5;

/** `GET /v2/identities/{id}` with token check, rate limit and logging on, against the bare route, at growing sizes. */
export const identityLookup: Section = {
  name: 'identity-lookup',
  title: 'Identity lookup',
  async measure(stack, say) {
    const sizes = (process.env.BENCH_IDENTITIES ?? '1000,100000,1000000').split(',').map(Number);
    const rows: Row[] = [];
    const p99s: { size: number; p99Ms: number }[] = [];
    for (const size of sizes) {
      say(`filling up to ${size} identities`);
      const ids = await seedIdentities(stack, size);
      const pick = () => ids[Math.floor(Math.random() * ids.length)] ?? '';
      const headers = { authorization: `Bearer ${stack.demo.apiToken}` };
      say(`loading the lookup at ${size}`);
      const ours = await load(stack.apiUrl, () => ({ path: `/v2/identities/${pick()}`, headers }), seconds);
      const bare = await load(stack.bareUrl, () => ({ path: `/identities/${pick()}` }), seconds);
      refuseFailures(ours, bare);
      p99s.push({ size, p99Ms: ours.p99Ms });
      rows.push({
        what: `GET /v2/identities/{id}, ${size} identities`,
        measured: `${perSecond(ours.requestsPerSecond)}, p99 ${ours.p99Ms} ms`,
        against: `${perSecond(bare.requestsPerSecond)}, p99 ${bare.p99Ms} ms`,
        ratio: percent(ours.requestsPerSecond, bare.requestsPerSecond),
        bar: '≥ 60 %',
        met: ours.requestsPerSecond >= barShare * bare.requestsPerSecond,
        samples: `${ours.requests} + ${bare.requests} requests`,
      });
    }
    const [smallest, largest] = [p99s[0], p99s.at(-1)];
    if (smallest && largest && smallest !== largest) {
      rows.push({
        what: `p99 at ${largest.size} against ${smallest.size}`,
        measured: `${largest.p99Ms} ms`,
        against: `${smallest.p99Ms} ms`,
        ratio: `${(largest.p99Ms / smallest.p99Ms).toFixed(2)} ×`,
        bar: '≤ 1.5 ×',
        met: largest.p99Ms <= barFlatness * smallest.p99Ms,
        samples: 'as above',
      });
    }
    return rows;
  },
};

export function refuseFailures(...results: readonly LoadResult[]): void {
  const failures = results.reduce((sum, result) => sum + result.failures, 0);
  if (failures > 0) throw new Error(`${failures} answers were no success: the numbers would mean nothing`);
}
