import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { Container } from '../../src/container.ts';
import { queueNames } from '../../src/domain/jobs/job.ts';
import { certifyHost } from '../support/certify-host.ts';
import { reportOf } from '../support/doctor-report.ts';
import { plantedRows } from './planted-rows.ts';
import type { SoundInstallation } from '../support/sound-installation.ts';

/** Faults of the settings, the files, the workers and the database that doctor has to report, each under the code of its finding. */
export function plantedFaults({
  sound,
  container,
  faulty,
}: {
  sound: SoundInstallation;
  container: Container;
  faulty: Container;
}): Readonly<Record<string, () => unknown>> {
  return {
    'root_key.previous_kept': () => undefined,
    'root_key.weak': () => undefined,
    'secret.weak': () => undefined,
    'sender.sms_missing': () => undefined,
    'sender.email_missing': () => undefined,
    'redis.open': () => undefined,
    'redis.evicts': () => undefined,
    'geoip.old': () => undefined,
    'database.role_owns_tables': () => undefined,
    'database.pooler_without_timeouts': () => undefined,
    // Its replica is the database itself.
    'replica.other_database': () => undefined,
    'node.unsupported': () => undefined,
    'certificates.unchecked': () => undefined,
    'disk.full': () => undefined,
    'clock.off': () => undefined,
    'metrics.open': () => (sound.state.forwards = false),
    'secret_file.readable': () => chmodSync(join(sound.place, 'root_key'), 0o644),
    'certificate.expiring': async () => {
      const host = await certifyHost('127.0.0.1', { validDays: 5 });
      sound.state.authorities = host.authority;
      sound.proxy.setSecureContext({ key: host.key, cert: host.certificate });
    },
    'database.not_migrated': () =>
      sound.sql(
        `delete from _prisma_migrations where migration_name = (select max(migration_name) from _prisma_migrations)`,
      ),
    'database.newer': () =>
      sound.sql(`insert into _prisma_migrations (id, checksum, migration_name, finished_at)
           values ('x', '', '99991231000000_of_tomorrow', now())`),
    'workers.missing': () =>
      faulty.workers.publish(
        reportOf(container.engineVersion, {
          version: '0.0.1',
          queues: queueNames.filter((name) => name !== 'document'),
          models: [
            { name: 'ocrb-line', sha256: 'b'.repeat(64), status: 'wrongHash' },
            { name: 'face-mesh', sha256: 'c'.repeat(64), status: 'missing' },
            { name: 'extra', sha256: 'd'.repeat(64), status: 'notDownloaded' },
          ],
        }),
      ),
    'workers.mixed': () => undefined,
    'models.altered': () => undefined,
    'models.missing': () => undefined,
    'models.not_downloaded': () => undefined,
    ...plantedRows({ sound, db: container.db }),
  };
}
