import pg from 'pg';
import { againstBare } from '../against-bare.ts';
import type { Section } from '../section.ts';
import { seedIdentities } from '../seed-identities.ts';
import type { BenchStack } from '../stack.ts';
import { startSessions } from '../start-sessions.ts';

const seconds = 5;
/** More than can be submitted while it is measured: no session is submitted twice. */
const sessions = 20_000;

/** Submitting a step: the answer, the job in the outbox and the message to the sockets, against the bare route. */
export const stepSubmit: Section = {
  name: 'step-submit',
  title: 'Step submit',
  async measure(stack, say) {
    const identityIds = await seedIdentities(stack, 1_000);
    say(`starting ${sessions} sessions with a file each`);
    const tokens = await startSessions(stack, sessions);
    await addFiles(stack);
    const body = JSON.stringify({ documentType: 'passport' });
    const next = () => {
      const token = tokens.pop();
      if (token === undefined) throw new Error('all sessions are submitted: prepare more');
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      return { method: 'POST' as const, path: '/v2/sdk/session/steps/document/submit', headers, body };
    };
    say('loading the submit');
    const what = 'POST …/steps/{stepId}/submit';
    const { rows } = await againstBare(stack, { what, next, identityIds, barShare: 0.25, seconds });
    return rows;
  },
};

/** Gives each document step its picture: only the row, since no worker reads it. */
async function addFiles(stack: BenchStack): Promise<void> {
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
}
