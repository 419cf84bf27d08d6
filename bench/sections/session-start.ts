import { againstBare } from '../against-bare.ts';
import type { Section } from '../section.ts';
import { seedIdentities } from '../seed-identities.ts';

/** Starting a session, against the bare primary-key route. */
export const sessionStart: Section = {
  name: 'session-start',
  title: 'Session start',
  async measure(stack, say) {
    const identityIds = await seedIdentities(stack, 1_000);
    const body = JSON.stringify({
      clientId: stack.demo.clientId,
      flowId: stack.demo.flows['document-only'],
      metadata: { order: 4711 },
      sdk: { platform: 'bench', version: '1' },
      device: { languages: ['en'] },
    });
    say('loading the session start');
    const headers = { 'content-type': 'application/json' };
    const { rows } = await againstBare(stack, {
      what: 'POST /v2/sdk/sessions',
      next: () => ({ method: 'POST', path: '/v2/sdk/sessions', headers, body }),
      identityIds,
      barShare: 0.25,
    });
    return rows;
  },
};
