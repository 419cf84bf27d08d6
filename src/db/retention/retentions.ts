import type { RetentionRepository } from '../../domain/repositories/retention-repository.ts';
import type { RetentionPreview } from '../../domain/privacy/retention.ts';
import type { Statements } from '../connection/connection.ts';

/**
 * $1: client, $2: days. An attempt that is neither in progress nor erased and ended that long ago. `status <> 'deleted'` repeats the
 * condition of the index `verifications_kept_idx`, which Postgres uses for no other wording: erased attempts are never read again.
 */
const old = `v.client_id = $1 and v.status <> 'deleted' and v.status not in ('pending', 'running')
  and v.created_at < now() - make_interval(days => $2)
  and coalesce(v.finished_at, v.created_at) < now() - make_interval(days => $2)`;

/**
 * No earlier verdict of the identity is left. An identity has the status of its last verdict: if a rejection were erased before an older
 * pass, the person would be verified again until that pass is erased, or for good if it cannot be. The earlier attempt is old, too.
 */
const isNextInOrder = `(v.status not in ('verified', 'reviewNeeded', 'rejected') or not exists (
  select 1 from verifications e
   where e.identity_id = v.identity_id and e.status in ('verified', 'reviewNeeded', 'rejected') and e.finished_at < v.finished_at))`;

/** Every attempt is old or erased, and there was time for one. */
const oldIdentities = `select i.id from identities i
  where i.client_id = $1 and i.status <> 'deleted' and i.created_at < now() - make_interval(days => $2)
    and not exists (
      select 1 from verifications v
       where v.identity_id = i.id and v.status <> 'deleted'
         and (v.status in ('pending', 'running')
              or coalesce(v.finished_at, v.created_at) >= now() - make_interval(days => $2)))`;

/**
 * Found through their files: most attempts have no files any more and are not read. A file that was made just after the attempt ended is a
 * moment younger; it is deleted with the others.
 */
const oldMedia = `select v.id, v.identity_id, v.created_at from verifications v
  join media m on m.verification_id = v.id and m.client_id = v.client_id
  where ${old} and m.client_id = $1 and m.created_at < now() - make_interval(days => $2)`;

/** An attempt has about ten files: the oldest files up to this number cover the attempts of one batch, or all that there are. */
const mostFilesRead = 20;

interface AttemptRow {
  id: string;
  identity_id: string;
}
const toAttempt = ({ id, identity_id }: AttemptRow) => ({ verificationId: id, identityId: identity_id });

export function createRetentionRepository(statements: Statements): RetentionRepository {
  const count = async (text: string, values: unknown[]): Promise<number> => {
    const { rows } = await statements.query<{ count: string }>({ text, values });
    return Number(rows[0]?.count ?? 0);
  };

  return {
    async listRetentions() {
      const { rows } = await statements.query<{ id: string; media: number | null; data: number | null }>({
        text: `select id, (settings->>'mediaRetentionDays')::int as media, (settings->>'dataRetentionDays')::int as data
                 from clients
                where settings->>'mediaRetentionDays' is not null or settings->>'dataRetentionDays' is not null
                order by id`,
      });
      return rows.map(({ id, media, data }) => ({
        clientId: id,
        mediaRetentionDays: media,
        dataRetentionDays: data,
      }));
    },

    async listWithOldMedia(clientId, days, limit, except) {
      const { rows } = await statements.query<AttemptRow>({
        text: `select id, identity_id from (${oldMedia} and v.id <> all($4) order by m.created_at limit $3 * ${mostFilesRead}) found
                group by id, identity_id, created_at order by created_at limit $3`,
        values: [clientId, days, limit, except],
      });
      return rows.map(toAttempt);
    },

    async listOldIdentities(clientId, days, limit, except, after) {
      const { rows } = await statements.query<{ id: string }>({
        text: `${oldIdentities} and i.id <> all($4) and i.id > $5 order by i.id limit $3`,
        values: [clientId, days, limit, except, after],
      });
      return rows.map(({ id }) => id);
    },

    async listOldVerifications(clientId, days, limit, except) {
      const { rows } = await statements.query<AttemptRow>({
        text: `select v.id, v.identity_id from verifications v where ${old} and ${isNextInOrder} and v.id <> all($4)
                order by v.created_at limit $3`,
        values: [clientId, days, limit, except],
      });
      return rows.map(toAttempt);
    },

    async preview(clientId, { mediaRetentionDays, dataRetentionDays }) {
      const preview: RetentionPreview = { mediaFiles: 0, mediaBytes: 0, verifications: 0, identities: 0 };
      const mediaDays = Math.min(mediaRetentionDays ?? Infinity, dataRetentionDays ?? Infinity);
      if (mediaDays !== Infinity) {
        const { rows } = await statements.query<{ files: string; bytes: string }>({
          text: `select count(*) as files, coalesce(sum(m.bytes), 0) as bytes from media m
                   join verifications v on v.id = m.verification_id
                  where ${old} and m.client_id = $1 and m.created_at < now() - make_interval(days => $2)`,
          values: [clientId, mediaDays],
        });
        preview.mediaFiles = Number(rows[0]?.files ?? 0);
        preview.mediaBytes = Number(rows[0]?.bytes ?? 0);
      }
      if (dataRetentionDays !== null) {
        const values = [clientId, dataRetentionDays];
        preview.verifications = await count(`select count(*) from verifications v where ${old}`, values);
        preview.identities = await count(`select count(*) from (${oldIdentities}) gone`, values);
      }
      return preview;
    },
  };
}
