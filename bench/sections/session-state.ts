import { createSdkClient } from '../../src/commands/sdk-client.ts';
import { load } from '../load.ts';
import { percent, perSecond, type Section } from '../section.ts';
import { seedIdentities } from '../seed-identities.ts';
import { refuseFailures } from './identity-lookup.ts';

const seconds = 10;
const sessions = 1_000;
const barShare = 0.4;

/** Where a session stands, as an SDK asks after every interruption, against the bare route. */
export const sessionState: Section = {
  name: 'session-state',
  title: 'Session state',
  async measure(stack, say) {
    const ids = await seedIdentities(stack, 1_000);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T; // Never empty.
    const client = createSdkClient(stack.apiUrl);
    const tokens: string[] = [];
    while (tokens.length < sessions) {
      const started = await client.start(stack.demo.clientId, stack.demo.flows['document-only']);
      tokens.push(started.sessionToken);
    }
    say('loading the state read');
    const headers = () => ({ authorization: `Bearer ${pick(tokens)}` });
    const ours = await load(stack.apiUrl, () => ({ path: '/v2/sdk/session', headers: headers() }), seconds);
    const bare = await load(stack.bareUrl, () => ({ path: `/identities/${pick(ids)}` }), seconds);
    refuseFailures(ours, bare);
    return [
      {
        what: `GET /v2/sdk/session, ${sessions} sessions`,
        measured: `${perSecond(ours.requestsPerSecond)}, p99 ${ours.p99Ms} ms`,
        against: `${perSecond(bare.requestsPerSecond)}, p99 ${bare.p99Ms} ms`,
        ratio: percent(ours.requestsPerSecond, bare.requestsPerSecond),
        bar: '≥ 40 %',
        met: ours.requestsPerSecond >= barShare * bare.requestsPerSecond,
        samples: `${ours.requests} + ${bare.requests} requests`,
      },
    ];
  },
};
