import { open, seal } from '../../domain/encryption/encryption.ts';
import { batchCalls } from '../../domain/jobs/batch-calls.ts';
import type { TaggingRepository } from '../../domain/repositories/identity-repositories.ts';
import type { Statements } from '../connection/connection.ts';
import { isFaultOfValues } from '../connection/is-away.ts';
import { sharing } from '../connection/sharing.ts';
import type { DataKeys } from '../keys/keys.ts';
import { recordPlace } from './identities.ts';

interface Row {
  id: string;
  client_id: string;
  wrapped_data_key: Buffer | null;
  record_sealed: Buffer | null;
  tags: string[];
}

interface Change {
  clientId: string;
  identityId: string;
  /** The row as it was read: a row that has changed since is skipped. It looks different each time that it is encrypted. */
  before: Buffer;
  after: Buffer;
  tags: readonly string[];
  actorId: string;
  action: string;
  at: Date;
}

export function createTaggingRepository(statements: Statements, keys: DataKeys): TaggingRepository {
  const find = batchCalls(async (identityIds: string[]) => {
    const { rows } = await statements.query<Row>({
      name: 'find-tagged',
      text: `select id, client_id, wrapped_data_key, record_sealed, coalesce(tags, '{}') as tags
               from identities where id = any($1)`,
      values: [identityIds],
    });
    const found = new Map(rows.map((row) => [row.id, row]));
    return identityIds.map((identityId) => found.get(identityId) ?? null);
  }, sharing);

  const write = batchCalls(
    async (all: Change[]) => {
      // If two changes concern one person, the second one finds the row changed.
      const first = new Map([...all].reverse().map((change) => [change.identityId, change]));
      const changed = await changeTags(statements, [...first.values()]);
      return all.map((change) => first.get(change.identityId) === change && changed.has(change.identityId));
    },
    { ...sharing, isFaultOfOne: isFaultOfValues },
  );

  return {
    async change({ clientId, identityId, at }, { actorId, action }, change) {
      const row = await find(identityId);
      if (row?.client_id !== clientId || row.wrapped_data_key === null || row.record_sealed === null) return null;
      const key = await keys.unwrap(clientId, identityId, row.wrapped_data_key);
      const place = recordPlace(clientId, identityId);
      const recordJson = open(key, row.record_sealed, place).toString('utf8');
      const changed = change({ tags: row.tags, recordJson });
      if (changed === null) return null;
      const after = seal(key, Buffer.from(changed.recordJson, 'utf8'), place);
      const { tags } = changed;
      const isWritten = await write({
        ...{ clientId, identityId, before: row.record_sealed, after, tags, actorId, action, at },
      });
      return isWritten ? changed.recordJson : null;
    },
  };
}

/** Skips locked rows, so that one person's locked row delays nobody else. Returns the people whose tags were changed. */
async function changeTags(statements: Statements, all: readonly Change[]): Promise<ReadonlySet<string>> {
  const { rows } = await statements.query<{ id: string }>({
    name: 'change-tags',
    text: `
      with input as (
        select * from unnest($1::text[], $2::text[], $3::bytea[], $4::bytea[], $5::jsonb[], $6::text[], $7::text[],
                             $8::timestamptz[])
          as t (id, client_id, before, after, tags, actor, action, at)),
      free as (
        select p.id from identities p join input i on i.id = p.id and i.client_id = p.client_id
         where p.record_sealed = i.before
           for update of p skip locked),
      changed as (
        update identities p
           set tags = array(select jsonb_array_elements_text(i.tags)), record_sealed = i.after, updated_at = i.at
          from input i join free f on f.id = i.id
         where p.id = i.id
        returning p.id),
      taken_off as (
        delete from taggings t using input i join changed c on c.id = i.id
         where t.subject_id = i.id and not (i.tags ? t.tag)),
      put_on as (
        insert into taggings (client_id, tag, subject_id)
        select i.client_id, tag, i.id
          from input i join changed c on c.id = i.id cross join lateral jsonb_array_elements_text(i.tags) as tag
        on conflict do nothing),
      noted as (
        insert into audit_notes (client_id, actor, action, subject_id, at)
        select i.client_id, i.actor, i.action, i.id, i.at from input i join changed c on c.id = i.id)
      select id from changed`,
    values: [
      all.map(({ identityId }) => identityId),
      all.map(({ clientId }) => clientId),
      all.map(({ before }) => before),
      all.map(({ after }) => after),
      all.map(({ tags }) => JSON.stringify(tags)),
      all.map(({ actorId }) => actorId),
      all.map(({ action }) => action),
      all.map(({ at }) => at.toISOString()),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}
