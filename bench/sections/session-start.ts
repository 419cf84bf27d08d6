import { load } from '../load.ts';
import { percent, perSecond, type Section } from '../section.ts';
import { refuseFailures } from './identity-lookup.ts';
import { seedIdentities } from '../seed-identities.ts';

const seconds = 10;
const barShare = 0.25;

/** Starting a session, against the bare primary-key route. */
export const sessionStart: Section = {
  name: 'session-start',
  title: 'Session start',
  async measure(stack, say) {
    const ids = await seedIdentities(stack, 1_000);
    const pick = () => ids[Math.floor(Math.random() * ids.length)] ?? '';
    const body = JSON.stringify({
      clientId: stack.demo.clientId,
      flowId: stack.demo.flows['document-only'],
      metadata: { order: 4711 },
      sdk: { platform: 'bench', version: '1' },
      device: { languages: ['en'] },
    });
    say('loading the session start');
    const headers = { 'content-type': 'application/json' };
    const ours = await load(stack.apiUrl, () => ({ method: 'POST', path: '/v2/sdk/sessions', headers, body }), seconds);
    const bare = await load(stack.bareUrl, () => ({ path: `/identities/${pick()}` }), seconds);
    refuseFailures(ours, bare);
    return [
      {
        what: 'POST /v2/sdk/sessions',
        measured: `${perSecond(ours.requestsPerSecond)}, p99 ${ours.p99Ms} ms`,
        against: `${perSecond(bare.requestsPerSecond)}, p99 ${bare.p99Ms} ms`,
        ratio: percent(ours.requestsPerSecond, bare.requestsPerSecond),
        bar: '≥ 25 %',
        met: ours.requestsPerSecond >= barShare * bare.requestsPerSecond,
        samples: `${ours.requests} + ${bare.requests} requests`,
      },
    ];
  },
};
