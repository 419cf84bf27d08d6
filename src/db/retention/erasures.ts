import type { ErasureRepository } from '../../domain/repositories/erasure-repository.ts';
import type { Statements } from '../connection/connection.ts';
import { dropUnusedFormerKeys, lockFormerKeysOf } from '../keys/former-index-keys.ts';

/** Tables with an attempt's id, except the steps, whose rows are deleted with them. */
const tablesOfVerification = [
  'step_runs',
  'one_time_tokens',
  'analytics_events',
  'test_messages',
  'consents',
  'session_messages',
  'metadata_indexes',
  'sealed_documents',
  'given_files',
  'activities',
] as const;

const scheduleMediaRemoval = `insert into object_removals (object_key, available_at)
  select object_key, now() from media where verification_id = any($1)
  union
  select chunk ->> 'objectKey', now()
    from step_runs r join challenges c on c.step_run_id = r.id, jsonb_array_elements(c.recording -> 'chunks') as chunk
   where r.verification_id = any($1)
  on conflict (object_key) do update set available_at = excluded.available_at`;

export function createErasureRepository(statements: Statements): ErasureRepository {
  const run = (text: string, values: unknown[]) => statements.query({ text, values });

  return {
    async listVerifications(identityId) {
      const { rows } = await statements.query<{ id: string }>({
        text: 'select id from verifications where identity_id = $1 order by id',
        values: [identityId],
      });
      return rows.map(({ id }) => id);
    },

    async emptyVerifications(identityId, verificationIds) {
      const ids = [...verificationIds];
      await run(scheduleMediaRemoval, [ids]);
      const formerKeys = await lockFormerKeysOf(statements, ids);
      for (const table of tablesOfVerification)
        await run(`delete from ${table} where verification_id = any($1)`, [ids]);
      await dropUnusedFormerKeys(statements, formerKeys);
      await run('delete from taggings where subject_id = any($1)', [ids]);
      // With their deliveries and the receivers' responses.
      await run('delete from webhook_events where identity_id = $1 and verification_id = any($2)', [identityId, ids]);
      await run('update sessions set ended_at = coalesce(ended_at, now()) where verification_id = any($1)', [ids]);
      await run(
        `update verifications
            set status = 'deleted', version = version + 1, metadata_sealed = '', device_metadata_sealed = null,
                device_sealed = null, network_digest = null, decision = null, review_text_sealed = null, jwe = null,
                tags = '{}', assignee_id = null
          where id = any($1)`,
        [ids],
      );
    },

    async emptyIdentity(identityId) {
      await run('delete from blind_indexes where identity_id = $1', [identityId]);
      await run('delete from enrolled_faces where identity_id = $1', [identityId]);
      await run('delete from taggings where subject_id = $1', [identityId]);
      await run('delete from webhook_events where identity_id = $1', [identityId]);
      await run(
        `update identities
            set status = 'deleted', wrapped_data_key = null, data_sealed = null, record_sealed = null, tags = '{}',
                updated_at = now(), deleted_at = now()
          where id = $1`,
        [identityId],
      );
    },

    async forgetTraits(identityId) {
      await run('delete from blind_indexes where identity_id = $1', [identityId]);
    },

    async removeMedia(verificationId) {
      await run(scheduleMediaRemoval, [[verificationId]]);
      const { rowCount } = await run('delete from media where verification_id = $1', [verificationId]);
      return rowCount ?? 0;
    },
  };
}
