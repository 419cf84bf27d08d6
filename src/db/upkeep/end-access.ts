import type pg from 'pg';

/** Ids of what was withdrawn for good, by the audit log. */
export interface Withdrawn {
  tokenIds: readonly string[];
  operatorIds: readonly string[];
  endpointIds: readonly string[];
}

export const nothingWithdrawn: Withdrawn = { tokenIds: [], operatorIds: [], endpointIds: [] };

const actions = {
  tokenIds: 'api_token.revoked',
  operatorIds: 'operator.removed',
  endpointIds: 'webhook_endpoint.deleted',
} as const satisfies Record<keyof Withdrawn, string>;

/** Read from the database that a backup is about to replace: what was withdrawn there must not come back with the backup. */
export async function readWithdrawn(client: pg.ClientBase): Promise<Withdrawn> {
  const { rows } = await client.query<{ action: string; ids: string[] }>(
    `select action, array_agg(distinct subject_id) as ids
       from (select action, subject_id from audit_entries union all select action, subject_id from audit_notes) as lines
      where action = any($1) group by action`,
    [Object.values(actions)],
  );
  const of = (wanted: string) => rows.find(({ action }) => action === wanted)?.ids ?? [];
  return {
    tokenIds: of(actions.tokenIds),
    operatorIds: of(actions.operatorIds),
    endpointIds: of(actions.endpointIds),
  };
}

/** `endAccess` after a restore by other tools: all of it ends or, when a statement fails or the process dies, none of it. */
export async function endAccessAtOnce(client: pg.ClientBase): Promise<void> {
  await client.query('begin');
  try {
    await endAccess(client, nothingWithdrawn);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * A backup brings back what has ended since: sessions, links and invitations that were used, tokens that were revoked, operators who were
 * removed. The backup does not say which of the short-lived ones were used since, so all of them end, and everyone signs in again. Returns how much of
 * `withdrawn` had come back. Part of a transaction, because half of it would look like all of it.
 */
export async function endAccess(client: pg.ClientBase, withdrawn: Withdrawn): Promise<number> {
  for (const table of [
    'operator_sessions',
    'invitations',
    'one_time_tokens',
    'passkey_challenges',
    'provider_sign_ins',
  ]) {
    await client.query(`delete from ${table}`);
  }
  await client.query('update sessions set ended_at = now() where ended_at is null');
  await client.query('update installation set set_up_token_hash = null');
  const again = [
    await client.query('update api_tokens set revoked_at = now() where revoked_at is null and id = any($1)', [
      withdrawn.tokenIds,
    ]),
    await client.query('delete from operators where id = any($1)', [withdrawn.operatorIds]),
    await client.query('delete from webhook_endpoints where id = any($1)', [withdrawn.endpointIds]),
  ];
  return again.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}
