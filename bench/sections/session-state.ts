import { againstBare } from '../against-bare.ts';
import type { Section } from '../section.ts';
import { seedIdentities } from '../seed-identities.ts';
import { startSessions } from '../start-sessions.ts';

const sessions = 1_000;

/** The state of a session, which an SDK requests after every interruption, against the bare route. */
export const sessionState: Section = {
  name: 'session-state',
  title: 'Session state',
  async measure(stack, say) {
    const identityIds = await seedIdentities(stack, 1_000);
    const tokens = await startSessions(stack, sessions);
    const pick = () => tokens[Math.floor(Math.random() * tokens.length)] ?? '';
    say('loading the state read');
    const { rows } = await againstBare(stack, {
      what: `GET /v2/sdk/session, ${sessions} sessions`,
      next: () => ({ path: '/v2/sdk/session', headers: { authorization: `Bearer ${pick()}` } }),
      identityIds,
      barShare: 0.4,
    });
    return rows;
  },
};
