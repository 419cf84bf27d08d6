import { createErasePerson } from '../../services/erasure/erase-identity.ts';
import { createEraseAttempt } from '../../services/erasure/erase-verification.ts';
import { createPreviewRetention } from '../../services/retention/preview-retention.ts';
import { createPurgeExpired } from '../../services/retention/purge-expired.ts';
import type { AdminCommand } from './admin-command.ts';

/** A worker does this by itself every hour. */
export const purgeCommand: AdminCommand = {
  usage: 'purge [--dry-run]',
  takes: { flags: ['dry-run'] },
  does: 'deletes what is older than the retention of its client; --dry-run only lists it',
  async run(container, args, say) {
    const previewRetention = createPreviewRetention(container);
    let due = 0;
    for (const { clientId } of await container.db.retentions.listRetentions()) {
      const { mediaFiles, mediaBytes, verifications, identities } = await previewRetention({ clientId });
      if (identities + verifications + mediaFiles === 0) continue;
      due += 1;
      say(`${clientId}: ${identities} people, ${verifications} attempts, ${mediaFiles} files (${mediaBytes} bytes)`);
    }
    if (due === 0) say('Nothing is due: every client’s records are younger than its retention.');
    if (args.includes('--dry-run')) return 0;
    const ran = { here: false };
    await container.db.exclusively('purge-expired', async () => {
      ran.here = true;
      const purgeExpired = createPurgeExpired({
        ...container,
        erasePerson: createErasePerson(container),
        eraseAttempt: createEraseAttempt(container),
      });
      const { identities, verifications, mediaOf } = await purgeExpired();
      say(`Purged ${identities} people, ${verifications} more attempts, and the files of ${mediaOf} others.`);
    });
    if (!ran.here) say('A worker is purging now.');
    return 0;
  },
};
