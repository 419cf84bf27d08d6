import pg from 'pg';
import { againstBare } from '../against-bare.ts';
import type { Section } from '../section.ts';
import { seedIdentities } from '../seed-identities.ts';

/** Starting a session, against the bare primary-key route and against a bare route that writes one row. */
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
    const pool = new pg.Pool({ connectionString: stack.env.DATABASE_URL, max: 1 });
    await pool.query('create table if not exists bench_sessions (id text primary key, body jsonb not null)');
    await pool.end();
    const next = () => ({ method: 'POST', path: '/v2/sdk/sessions', headers, body }) as const;
    const ofRead = await againstBare(stack, {
      ...{ what: 'POST /v2/sdk/sessions, against a bare read', next, identityIds, barShare: 0.25 },
    });
    const ofInsert = await againstBare(stack, {
      ...{ what: 'POST /v2/sdk/sessions, against a bare insert of one row', next, identityIds: [], barShare: 0.25 },
      bareNext: () => ({ method: 'POST', path: '/sessions', headers, body }),
    });
    return [...ofRead.rows, ...ofInsert.rows];
  },
};
