import { quantile, type Row, type Section } from '../section.ts';
import { seedIdentities } from '../seed-identities.ts';

const limit = 20;
const deepPage = 1_000;
const samples = 300;
const bar = 2;

/** Pages of the list of people at growing sizes: the first and the 1 000th, one caller. */
export const identityList: Section = {
  name: 'identity-list',
  title: 'List of identities',
  async measure(stack, say) {
    const sizes = (process.env.BENCH_IDENTITIES ?? '100000,1000000').split(',').map(Number);
    const rows: Row[] = [];
    for (const size of sizes.filter((count) => count >= limit * deepPage)) {
      say(`filling up to ${size} identities`);
      await seedIdentities(stack, size);
      const read = async (query: string): Promise<{ nextCursor: string | null; ms: number }> => {
        const began = performance.now();
        const answer = await fetch(`${stack.apiUrl}/v2/identities?limit=${limit}${query}`, {
          headers: { authorization: `Bearer ${stack.demo.apiToken}` },
        });
        if (!answer.ok) throw new Error(`the list answered ${answer.status}`);
        const { nextCursor } = (await answer.json()) as { nextCursor: string | null };
        return { nextCursor, ms: performance.now() - began };
      };
      say(`turning ${deepPage} pages`);
      let cursor: string | null = null;
      for (let page = 1; page < deepPage; page += 1) {
        cursor = (await read(cursor === null ? '' : `&after=${cursor}`)).nextCursor;
      }
      const deep = `&after=${cursor ?? ''}`;
      const timesOf = async (query: string): Promise<number[]> => {
        const times: number[] = [];
        for (let sample = 0; sample < samples; sample += 1) times.push((await read(query)).ms);
        return times;
      };
      for (const [what, narrowed] of [
        ['', ''],
        [', status=verified', '&status=verified'],
      ] as const) {
        const [first, last] = [await timesOf(narrowed), await timesOf(deep + narrowed)];
        const [firstMs, lastMs] = [quantile(first, 0.5), quantile(last, 0.5)];
        rows.push({
          what: `page ${deepPage} of GET /v2/identities${what}, ${size} identities`,
          measured: `${lastMs.toFixed(1)} ms (p95 ${quantile(last, 0.95).toFixed(1)})`,
          against: `${firstMs.toFixed(1)} ms (p95 ${quantile(first, 0.95).toFixed(1)}), the first page`,
          ratio: `${(lastMs / firstMs).toFixed(2)} ×`,
          bar: `≤ ${bar} ×`,
          met: lastMs <= bar * firstMs,
          samples: `${samples} + ${samples} requests`,
        });
      }
    }
    return rows;
  },
};
