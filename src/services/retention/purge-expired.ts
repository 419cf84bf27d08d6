import { systemActor } from '../../domain/privacy/audit.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { ErasePerson } from '../erasure/erase-identity.ts';
import type { EraseAttempt } from '../erasure/erase-verification.ts';
import type { Flows } from '../flows/load-flow.ts';
import type { Log } from '../../domain/ports/log.ts';
import { createWorkThrough } from '../jobs/work-through.ts';
import { refreshIdentityRecord } from '../verifications/refresh-identity-record.ts';

const batch = 100;
/** The cron job runs each hour. What exceeds one client's share waits for the next run, so that other clients get their turn. */
const budgetOfClientMs = 10 * 60_000;

export interface Purged {
  mediaOf: number;
  verifications: number;
  identities: number;
}

/**
 * Deletes what clients no longer keep, object by object. Each object has its own transaction with its audit entry, so that the next run
 * continues where an interrupted one stopped. One process at a time. Deletes people first, so that their attempts and files need no
 * separate pass.
 */
export function createPurgeExpired({
  db,
  flows,
  erasePerson,
  eraseAttempt,
  log,
}: {
  db: Database;
  flows: Flows;
  erasePerson: ErasePerson;
  eraseAttempt: EraseAttempt;
  log: Pick<Log, 'error'>;
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

  const workThrough = createWorkThrough({ cronJob: 'purge-expired', log, budgetMs: budgetOfClientMs });

  async function purgeClient(
    { clientId, mediaRetentionDays, dataRetentionDays }: ClientRetention,
    purged: Purged,
  ): Promise<void> {
    const about = { clientId, actorId: systemActor, cause: 'retention.purged' } as const;
    if (dataRetentionDays !== null) {
      // People who returned recently are kept. Each list continues after the one before, so that a run passes them once.
      let after = '';
      purged.identities += await workThrough(
        async (except) => {
          const ids = await db.retentions.listOldIdentities(clientId, dataRetentionDays, batch, except, after);
          after = ids.at(-1) ?? after;
          return ids;
        },
        (identityId) => identityId,
        (identityId) => erasePerson({ ...about, identityId }),
      );
      purged.verifications += await workThrough(
        (except) => db.retentions.listOldVerifications(clientId, dataRetentionDays, batch, except),
        ({ verificationId }) => verificationId,
        (attempt) => eraseAttempt({ ...about, ...attempt }),
      );
    }
    if (mediaRetentionDays !== null) {
      purged.mediaOf += await workThrough(
        (except) => db.retentions.listWithOldMedia(clientId, mediaRetentionDays, batch, except),
        ({ verificationId }) => verificationId,
        (attempt) => purgeMedia(clientId, attempt),
      );
    }
  }

  return async function purgeExpired(): Promise<Purged> {
    const purged: Purged = { mediaOf: 0, verifications: 0, identities: 0 };
    const failures: unknown[] = [];
    // A client whose rows all fail stops no other client's.
    for (const retention of await db.retentions.listRetentions()) {
      await purgeClient(retention, purged).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} clients could not be purged`);
    return purged;
  };
}

type ClientRetention = Awaited<ReturnType<Database['retentions']['listRetentions']>>[number];

interface AttemptOf {
  verificationId: string;
  identityId: string;
}
