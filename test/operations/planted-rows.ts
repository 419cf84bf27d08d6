import type { Database } from '../../src/domain/repositories/repositories.ts';
import { seedClient } from '../support/seed.ts';
import type { SoundInstallation } from '../support/sound-installation.ts';

/** Rows and settings in the database that doctor has to report, each under the code of its finding. */
export function plantedRows({ sound, db }: { sound: SoundInstallation; db: Database }): Record<string, () => unknown> {
  return {
    'queues.late': () =>
      sound.sql(`insert into outbox (id, queue, job, payload, available_at)
           values ('out_late', 'webhook', 'webhook.deliver', '{}', now() - interval '20 minutes')`),
    'removals.late': () => sound.sql(`insert into object_removals values ('med_late', now() - interval '3 hours')`),
    'backup.old': async () => {
      await sound.sql(`update clients set created_at = now() - interval '60 days'`);
      await sound.sql(`update installation set backed_up_at = now() - interval '9 days'`);
    },
    'operators.one_factor': () => sound.sql(`update operators set totp_sealed = null`),
    'operators.no_owner': () => sound.sql(`update operators set role = 'read-only'`),
    'retention.off': () => sound.sql(`update clients set settings = '{}'`),
    'webhooks.failing': () =>
      sound.sql(
        `insert into webhook_endpoints (id, client_id, url, secret_sealed, event_types, failing_since)
         values ('whe_failing', $1, 'https://hooks.example', '', '{}', now() - interval '5 hours')`,
        [sound.client.clientId],
      ),
    'audit.cut': async () => {
      await sound.addAuditLine(sound.client.clientId);
      await sound.anchorAudit();
      await sound.sql('alter table audit_entries disable trigger audit_entries_are_append_only');
      await sound.sql(
        `delete from audit_entries where client_id = $1 and sequence =
                 (select max(sequence) from audit_entries where client_id = $1)`,
        [sound.client.clientId],
      );
    },
    'audit.waiting': async () => {
      const { clientId } = await seedClient(db);
      const line = [clientId, 'system', 'settings.updated', clientId, new Date(Date.now() - 600_000)];
      await sound.sql(
        'insert into audit_notes (client_id, actor, action, subject_id, at) values ($1, $2, $3, $4, $5)',
        line,
      );
    },
    'partitions.rows_outside': () =>
      sound.sql(
        `insert into webhook_events (id, client_id, type, body_sealed) values ('evt_7zzzzzzzzzzzzzzzzzzzzzzzzz', 'x', 'x', '')`,
      ),
    'partitions.missing': () => sound.sql('alter table webhook_attempts detach partition webhook_attempts_first'),
    'audit.not_anchored': async () => {
      const quiet = await seedClient(db);
      await sound.addAuditLine(quiet.clientId);
      await sound.sql(`update audit_entries set at = now() - interval '2 hours' where client_id = $1`, [
        quiet.clientId,
      ]);
    },
  };
}
