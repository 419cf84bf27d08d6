import { systemActor } from '../../domain/audit.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { ErasePerson } from '../erasure/erase-identity.ts';
import type { EraseAttempt } from '../erasure/erase-verification.ts';
import type { Flows } from '../load-flow.ts';
import { refreshIdentityRecord } from '../refresh-identity-record.ts';

const batch = 100;

export interface Purged {
  mediaOf: number;
  verifications: number;
  identities: number;
}

/**
 * Takes away what clients no longer keep, object by object: each is gone in a transaction of its own with its audit entry, so
 * that a run that is cut off is taken up where it ended. One process at a time. People first, so that their attempts and files
 * are not gone through one by one before.
 */
export function createPurgeExpired({
  db,
  flows,
  erasePerson,
  eraseAttempt,
}: {
  db: Database;
  flows: Flows;
  erasePerson: ErasePerson;
  eraseAttempt: EraseAttempt;
}) {
  async function purgeMedia(clientId: string, { verificationId, identityId }: AttemptOf): Promise<void> {
    await db.transaction(async (tx) => {
      const verification = await tx.verifications.lock(verificationId);
      if (verification.status === 'deleted') return;
      await tx.erasures.removeMedia(verificationId);
      await refreshIdentityRecord(tx, identityId, flows);
      const action = 'retention.purged';
      await tx.audit.append([{ clientId, actorId: systemActor, action, subjectId: verificationId }]);
    });
  }

  return async function purgeExpired(): Promise<Purged> {
    const purged: Purged = { mediaOf: 0, verifications: 0, identities: 0 };
    for (const { clientId, mediaRetentionDays, dataRetentionDays } of await db.retentions.listRetentions()) {
      const about = { clientId, actorId: systemActor, cause: 'retention.purged' } as const;
      if (dataRetentionDays !== null) {
        const list = () => db.retentions.listOldIdentities(clientId, dataRetentionDays, batch);
        purged.identities += await untilNoneIsLeft(list, async (identityId) => {
          await erasePerson({ ...about, identityId });
        });
        const listAttempts = () => db.retentions.listOldVerifications(clientId, dataRetentionDays, batch);
        purged.verifications += await untilNoneIsLeft(listAttempts, async (attempt) => {
          await eraseAttempt({ ...about, ...attempt });
        });
      }
      if (mediaRetentionDays !== null) {
        const list = () => db.retentions.listWithOldMedia(clientId, mediaRetentionDays, batch);
        purged.mediaOf += await untilNoneIsLeft(list, (attempt) => purgeMedia(clientId, attempt));
      }
    }
    return purged;
  };
}

interface AttemptOf {
  verificationId: string;
  identityId: string;
}

/** Batch by batch. What is purged is listed no more; a batch that is listed again whole stops the run rather than looping. */
async function untilNoneIsLeft<T>(list: () => Promise<T[]>, purge: (one: T) => Promise<void>): Promise<number> {
  let done = 0;
  let last = '';
  for (;;) {
    const some = await list();
    if (some.length === 0 || JSON.stringify(some) === last) return done;
    last = JSON.stringify(some);
    for (const one of some) {
      await purge(one);
      done += 1;
    }
  }
}
