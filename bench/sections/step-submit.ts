import pg from 'pg';
import { createSdkClient } from '../../src/commands/sdk-client.ts';
import { load } from '../load.ts';
import { percent, perSecond, type Section } from '../section.ts';
import { seedIdentities } from '../seed-identities.ts';
import type { BenchStack } from '../stack.ts';
import { refuseFailures } from './identity-lookup.ts';

const seconds = 8;
/** More than can be handed in while it is measured: no session is handed in twice. */
const sessions = 16_000;
const barShare = 0.25;

/** Handing a step in: the answer, the job in the outbox and the message to the sockets, against the bare route. */
export const stepSubmit: Section = {
  name: 'step-submit',
  title: 'Step submit',
  async measure(stack, say) {
    const ids = await seedIdentities(stack, 1_000);
    const pick = () => ids[Math.floor(Math.random() * ids.length)] ?? '';
    say(`starting ${sessions} sessions with a file each`);
    const tokens = await startSessions(stack);
    const body = JSON.stringify({ documentType: 'passport' });
    const next = () => {
      const token = tokens.pop();
      if (token === undefined) throw new Error('all sessions are handed in: prepare more');
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      return { method: 'POST' as const, path: '/v2/sdk/session/steps/document/submit', headers, body };
    };
    say('loading the submit');
    const ours = await load(stack.apiUrl, next, seconds);
    const bare = await load(stack.bareUrl, () => ({ path: `/identities/${pick()}` }), seconds);
    refuseFailures(ours, bare);
    return [
      {
        what: 'POST …/steps/{stepId}/submit',
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

/** Session tokens whose document step has its picture: the rows alone, since no worker will look at it. */
async function startSessions(stack: BenchStack): Promise<string[]> {
  const client = createSdkClient(stack.apiUrl);
  const tokens: string[] = [];
  while (tokens.length < sessions) {
    const starts = Array.from({ length: 50 }, () =>
      client.start(stack.demo.clientId, stack.demo.flows['document-only']),
    );
    tokens.push(...(await Promise.all(starts)).map(({ sessionToken }) => sessionToken));
  }
  const pool = new pg.Pool({ connectionString: stack.env.DATABASE_URL, max: 1 });
  await pool.query(`
    insert into media (id, client_id, identity_id, verification_id, step_run_id, attempt, kind, content_type, bytes, object_key,
                       state, acceptable, codes)
    select 'med_' || substr(r.id, 5), v.client_id, v.identity_id, v.id, r.id, 1, 'document-front', 'image/jpeg', 1000,
           'med_' || substr(r.id, 5), 'ready', true, '{}'
      from step_runs r join verifications v on v.id = r.verification_id
     where v.client_id = '${stack.demo.clientId}' and r.status = 'waiting'
        on conflict do nothing`);
  await pool.query('vacuum analyze');
  await pool.end();
  return tokens;
}
