import { againstBare } from '../against-bare.ts';
import type { Row, Section } from '../section.ts';
import { seedIdentities } from '../seed-identities.ts';

const barFlatness = 1.5;
/** Share of the bare route's pace, for so many people or more. */
const barShares = [
  { people: 0, share: 0.6 },
  { people: 1_000_000, share: 0.8 },
] as const;

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
      const identityIds = await seedIdentities(stack, size);
      const pick = () => identityIds[Math.floor(Math.random() * identityIds.length)] ?? '';
      const headers = { authorization: `Bearer ${stack.demo.apiToken}` };
      say(`loading the lookup at ${size}`);
      const measured = await againstBare(stack, {
        what: `GET /v2/identities/{id}, ${size} identities`,
        next: () => ({ path: `/v2/identities/${pick()}`, headers }),
        identityIds,
        barShare: Math.max(...barShares.filter(({ people }) => size >= people).map(({ share }) => share)),
      });
      p99s.push({ size, p99Ms: measured.ours.p99Ms });
      rows.push(...measured.rows);
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
