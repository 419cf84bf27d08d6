import { blindIndexesOf, blindIndexKey, metadataIndexOf } from '../../domain/encryption/blind-index.ts';
import type { IdentityData } from '../../domain/verifications/identity.ts';
import { identityStatuses } from '../../domain/verifications/identity-status.ts';
import type { ListFilter, ListRepository } from '../../domain/repositories/list-repositories.ts';
import type { StepOutcome } from '../../domain/verifications/step-run.ts';
import { silences } from '../../domain/verifications/silence.ts';
import { verificationStatuses } from '../../domain/verifications/verification-status.ts';
import type { Statements } from '../connection/connection.ts';
import { identityDataPlace } from '../identities/identities.ts';
import type { DataKeys } from '../keys/keys.ts';
import { conditionsOf, type Conditions } from './list-conditions.ts';
import { openedJson } from '../keys/sealed.ts';
import { stepOutcomePlace } from './step-runs.ts';
import { startedByOf } from './started-by.ts';
import { oneOf } from '../connection/one-of.ts';

interface IdentityRow {
  id: string;
  status: string;
  wrapped_data_key: Buffer | null;
  data_sealed: Buffer | null;
  tags: string[] | null;
  created_at: Date;
  updated_at: Date;
}

interface VerificationRow {
  id: string;
  identity_id: string;
  status: string;
  started_by: string;
  by_link: boolean;
  reverifies: boolean;
  entitled: boolean;
  silences: string[] | null;
  flow_id: string;
  flow_name: string;
  flow_version: number;
  wrapped_data_key: Buffer | null;
  /** Only the holder of the client's private key can read its data. */
  encrypted: boolean;
  tags: string[] | null;
  assignee_id: string | null;
  reviewed_at: string | null;
  created_at: Date;
  inputs_completed_at: Date | null;
  finished_at: Date | null;
}

/**
 * Pages over people and attempts. Each statement is composed for its filters and planned with their values: a rare status and a common one
 * need different plans.
 */
export function createListRepository(statements: Statements, keys: DataKeys): ListRepository {
  async function addMetadata(
    conditions: Conditions,
    clientId: string,
    { metadata }: ListFilter<string>,
    column: 'identity_id' | 'verification_id',
  ): Promise<void> {
    if (metadata === undefined) return;
    const key = blindIndexKey(await keys.clientKey(clientId));
    const digest = conditions.value(metadataIndexOf(key, metadata.path, metadata.value));
    conditions.add(`t.id in (select ${column} from metadata_indexes where client_id = $1 and digest = ${digest})`);
  }

  /** `ids`: the columns of this table with a person's id and an attempt's; null if it has none. */
  async function addSearch(
    conditions: Conditions,
    clientId: string,
    { search }: ListFilter<string>,
    ids: { identity: 't.id' | 't.identity_id'; verification: 't.id' | null },
  ): Promise<void> {
    if (search === undefined) return;
    if ('identityId' in search) {
      conditions.add(`${ids.identity} = ${conditions.value(search.identityId)}`);
    } else if ('verificationId' in search) {
      const id = conditions.value(search.verificationId);
      conditions.add(
        ids.verification === null
          ? `${ids.identity} in (select identity_id from verifications where client_id = $1 and id = ${id})`
          : `${ids.verification} = ${id}`,
      );
    } else {
      const key = blindIndexKey(await keys.clientKey(clientId));
      // The trait is part of the hashed value: a hash of one trait never equals one of another.
      const traits = conditions.value(search.anyOf.map(({ trait }) => trait));
      const digests = conditions.value(search.anyOf.flatMap((indexed) => blindIndexesOf(key, indexed)));
      conditions.add(`${ids.identity} in (select identity_id from blind_indexes
                       where client_id = $1 and trait = any(${traits}) and digest = any(${digests}))`);
    }
  }

  async function fullNameOf(clientId: string, row: IdentityRow): Promise<string | null> {
    if (row.wrapped_data_key === null || row.data_sealed === null) return null;
    const key = await keys.unwrap(clientId, row.id, row.wrapped_data_key);
    const data = openedJson(key, row.data_sealed, identityDataPlace(clientId, row.id)) as IdentityData;
    return data.fullName?.value ?? null;
  }

  /** The names that the steps of these attempts have read, by attempt: from the first step that has one. */
  async function readNames(clientId: string, rows: readonly VerificationRow[]): Promise<Map<string, string>> {
    const owners = new Map(
      rows.flatMap((row) => (row.wrapped_data_key === null || row.encrypted ? [] : [[row.id, row] as const])),
    );
    const { rows: runs } = await statements.query<{ id: string; verification_id: string; outcome_sealed: Buffer }>({
      name: 'list-outcomes-of-verifications',
      text: `select id, verification_id, outcome_sealed from step_runs
              where verification_id = any($1) and outcome_sealed is not null order by position`,
      values: [[...owners.keys()]],
    });
    const names = new Map<string, string>();
    for (const run of runs) {
      const owner = owners.get(run.verification_id);
      if (names.has(run.verification_id) || owner?.wrapped_data_key == null) continue;
      const key = await keys.unwrap(clientId, owner.identity_id, owner.wrapped_data_key);
      const outcome = openedJson(key, run.outcome_sealed, stepOutcomePlace({ clientId }, run.id)) as StepOutcome;
      const name = outcome.facts.fullName?.value;
      if (name !== undefined) names.set(run.verification_id, name);
    }
    return names;
  }

  return {
    async listIdentities(clientId, page, filter) {
      const conditions = conditionsOf('identity', clientId, page, filter);
      await addMetadata(conditions, clientId, filter, 'identity_id');
      await addSearch(conditions, clientId, filter, { identity: 't.id', verification: null });
      const key = blindIndexKey(await keys.clientKey(clientId));
      for (const indexed of filter.indexed) {
        const [trait, digests] = [conditions.value(indexed.trait), conditions.value(blindIndexesOf(key, indexed))];
        conditions.add(`t.id in (select identity_id from blind_indexes
                                  where client_id = $1 and trait = ${trait} and digest = any(${digests}))`);
      }
      const { rows } = await statements.query<IdentityRow>({
        text: `select t.id, t.status, t.wrapped_data_key, t.data_sealed, t.tags, t.created_at, t.updated_at
                 from identities t where ${conditions.text} order by t.id desc limit ${conditions.value(page.limit)}`,
        values: conditions.values,
      });
      return Promise.all(
        rows.map(async (row) => ({
          id: row.id,
          status: oneOf(identityStatuses, row.status),
          fullName: await fullNameOf(clientId, row),
          tags: row.tags ?? [],
          createdAt: row.created_at,
          updatedAt: row.updated_at,
        })),
      );
    },

    async listVerifications(clientId, page, filter) {
      const conditions = conditionsOf('verification', clientId, page, filter);
      await addMetadata(conditions, clientId, filter, 'verification_id');
      await addSearch(conditions, clientId, filter, { identity: 't.identity_id', verification: 't.id' });
      const { flowId, identityId, assigneeId } = filter;
      if (assigneeId === 'none') conditions.add('t.assignee_id is null');
      else if (assigneeId !== undefined) conditions.add(`t.assignee_id = ${conditions.value(assigneeId)}`);
      if (identityId !== undefined) conditions.add(`t.identity_id = ${conditions.value(identityId)}`);
      if (flowId !== undefined) {
        const flow = conditions.value(flowId);
        conditions.add(`t.flow_version_id = any(array(select id from flow_versions where flow_id = ${flow}))`);
      }
      const { rows } = await statements.query<VerificationRow>({
        text: `select t.id, t.identity_id, t.status, t.tags, t.assignee_id, t.started_by, t.by_link, t.reverifies,
                      t.entitled, t.silences, t.created_at, t.inputs_completed_at, t.finished_at,
                      t.decision->'manual'->>'decidedAt' as reviewed_at,
                      t.encryption_configuration_id is not null as encrypted, f.id as flow_id, f.name as flow_name, v.version as flow_version, i.wrapped_data_key
                 from (select * from verifications t where ${conditions.text}
                        order by t.id desc limit ${conditions.value(page.limit)}) t
                 join identities i on i.id = t.identity_id
                 join flow_versions v on v.id = t.flow_version_id
                 join flows f on f.id = v.flow_id
                order by t.id desc`,
        values: conditions.values,
      });
      const names = await readNames(clientId, rows);
      return rows.map((row) => ({
        id: row.id,
        identityId: row.identity_id,
        status: oneOf(verificationStatuses, row.status),
        authority: {
          status: oneOf(verificationStatuses, row.status),
          startedBy: startedByOf({ startedBy: row.started_by, byLink: row.by_link }),
          reverifies: row.reverifies,
          entitled: row.entitled,
          silences: (row.silences ?? []).map((silence) => oneOf(silences, silence)),
        },
        flow: { id: row.flow_id, name: row.flow_name, version: row.flow_version },
        fullName: names.get(row.id) ?? null,
        tags: row.tags ?? [],
        assigneeId: row.assignee_id,
        reviewedAt: row.reviewed_at === null ? null : new Date(row.reviewed_at),
        createdAt: row.created_at,
        inputsCompletedAt: row.inputs_completed_at,
        finishedAt: row.finished_at,
      }));
    },
  };
}
