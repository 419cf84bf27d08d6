import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSessionReads } from '../../src/db/sessions/session-reads.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

let database: TestDatabase;
let sql: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

/** The statements that the reads would prepare. */
async function statementsOfTheReads(): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const reads = createSessionReads({
    query(statement) {
      texts.set(statement.name ?? '', statement.text);
      return Promise.reject(new Error('only the text is wanted'));
    },
  });
  await Promise.allSettled([reads.findSession(randomBytes(32)), reads.getSteps('ver_any')]);
  return texts;
}

/** Thousands of other sessions that all wait for their person, as on a busy day. */
async function fillWithSessions(): Promise<void> {
  await sql.query(`
    insert into clients (id, name, mode, wrapped_key) values ('cli_1', 'one', 'test', '');
    insert into flows (id, client_id, name, draft, updated_at) values ('flw_1', 'cli_1', 'one', '{}', now());
    insert into flow_versions (id, flow_id, version, document) values ('flv_1', 'flw_1', 1, '{}');
    insert into identities (id, client_id, updated_at) select 'idn_' || n, 'cli_1', now() from generate_series(1, 5000) n;
    insert into verifications (id, client_id, identity_id, flow_version_id, language, metadata_sealed, expires_at)
      select 'ver_' || n, 'cli_1', 'idn_' || n, 'flv_1', 'en', '', now() + interval '1 hour' from generate_series(1, 5000) n;
    insert into sessions (id, verification_id, token_hash, ends_at)
      select 'ses_' || n, 'ver_' || n, sha256(n::text::bytea), now() + interval '1 hour' from generate_series(1, 5000) n;
    insert into step_runs (id, verification_id, step_id, type, position, codes)
      select 'run_' || n, 'ver_' || n, 'document', 'document', 0, '{}' from generate_series(1, 5000) n`);
}

test('the polls of an SDK read only its own rows, however many sessions are open, with a plan made while there were none', async () => {
  const texts = await statementsOfTheReads();
  expect([...texts.keys()].sort()).toEqual(['find-sessions', 'get-session-steps']);
  await sql.query('set plan_cache_mode = force_generic_plan');
  for (const [name, text] of texts) await sql.query(`prepare "${name}" as ${text}`);
  const asked = {
    'find-sessions': `array[sha256('17'::bytea), sha256('18'::bytea)]`,
    'get-session-steps': `array['ver_17', 'ver_18']`,
  };
  for (const [name, values] of Object.entries(asked)) await sql.query(`execute "${name}"(${values})`);
  await fillWithSessions();
  await expectFewRows();
  await sql.query('analyze');
  await expectFewRows();

  async function expectFewRows(): Promise<void> {
    for (const [name, values] of Object.entries(asked)) {
      const most = await mostRowsOf(`execute "${name}"(${values})`);
      expect(most, `${name} looks at so many rows at once`).toBeLessThanOrEqual(2);
    }
  }
});

/** The most rows that any part of the plan has read at once. */
async function mostRowsOf(statement: string): Promise<number> {
  const { rows } = await sql.query<{ 'QUERY PLAN': PlanOf[] }>(`explain (analyze, format json) ${statement}`);
  return Math.max(...rows.flatMap((row) => row['QUERY PLAN']).map(({ Plan }) => mostRows(Plan)));
}

interface PlanOf {
  Plan: PlanNode;
}
interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

function mostRows(node: PlanNode): number {
  const own = node['Actual Loops'] === 0 ? 0 : node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  return Math.max(own, ...(node.Plans ?? []).map(mostRows));
}
