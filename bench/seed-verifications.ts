import pg from 'pg';
import { createEnvRootKey } from '../src/adapters/root-keys/env-root-key.ts';
import { stepOutcomePlace } from '../src/db/verifications/step-runs.ts';
import { open, sealJson } from '../src/domain/encryption/encryption.ts';
import { newId } from '../src/domain/id.ts';
import type { BenchStack } from './stack.ts';

const batch = 1000;
const statuses = ['verified', 'verified', 'verified', 'reviewNeeded', 'rejected', 'cancelled', 'expired', 'pending'];
const ended = ['verified', 'reviewNeeded', 'rejected'];

/** One attempt for each of the first `total` people, with one step that has read a name: the contents of a row of the list. */
export async function seedVerifications(stack: BenchStack, total: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: stack.env.DATABASE_URL, max: 4 });
  const { clientId } = stack.demo;
  const { rows: clients } = await pool.query<{ wrapped_key: Buffer }>('select wrapped_key from clients where id = $1', [
    clientId,
  ]);
  const rootKey = createEnvRootKey(Buffer.from(stack.env.ROOT_KEY ?? '', 'base64'));
  const clientKey = await rootKey.unwrap(clients[0]?.wrapped_key ?? Buffer.alloc(0), `client/${clientId}`);
  const { rows: versions } = await pool.query<{ id: string }>('select id from flow_versions where flow_id = $1', [
    stack.demo.flows['document-only'],
  ]);
  const { rows: people } = await pool.query<{ id: string; wrapped_data_key: Buffer }>(
    'select id, wrapped_data_key from identities where client_id = $1 order by id limit $2',
    [clientId, total],
  );
  for (let from = 0; from < people.length; from += batch) {
    const attempts = people.slice(from, from + batch).map(({ id, wrapped_data_key: wrapped }, index) => {
      const key = open(clientKey, wrapped, { clientId, object: 'identity', id, field: 'dataKey' });
      const status = statuses[index % statuses.length] ?? 'verified';
      const runId = newId('stepRun');
      const outcome = { record: {}, checks: [], facts: { fullName: { value: `Person ${from + index}` } }, traits: {} };
      return {
        ...{ verificationId: newId('verification'), identityId: id, status, runId },
        finished: ended.includes(status),
        outcome: sealJson(key, outcome, stepOutcomePlace({ clientId }, runId)),
      };
    });
    await pool.query(
      `insert into verifications (id, client_id, identity_id, flow_version_id, status, language, metadata_sealed, expires_at,
                                  inputs_completed_at, finished_at)
       select id, $1, identity_id, $2, status, 'en', ''::bytea, now() + interval '1 day',
              case when finished then now() - interval '20 seconds' end, case when finished then now() end
         from unnest($3::text[], $4::text[], $5::text[], $6::boolean[]) as t (id, identity_id, status, finished)`,
      [
        clientId,
        versions[0]?.id,
        attempts.map(({ verificationId }) => verificationId),
        attempts.map(({ identityId }) => identityId),
        attempts.map(({ status }) => status),
        attempts.map(({ finished }) => finished),
      ],
    );
    await pool.query(
      `insert into step_runs (id, verification_id, step_id, type, position, status, codes, outcome_sealed, finished_at)
       select unnest($1::text[]), unnest($2::text[]), 'document', 'document', 0, 'finished', '{}', unnest($3::bytea[]), now()`,
      [
        attempts.map(({ runId }) => runId),
        attempts.map(({ verificationId }) => verificationId),
        attempts.map(({ outcome }) => outcome),
      ],
    );
  }
  await pool.query('vacuum analyze verifications, step_runs');
  await pool.end();
}
