import type { AuditAction } from '../../domain/privacy/audit.ts';
import type { ApiCaller } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { ErasureLedger } from '../../domain/ports/erasure-ledger.ts';
import type { LiveChannel, StoredMessage } from '../../domain/ports/live-channel.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import { recordIdentityDeleted } from '../webhooks/client-events.ts';
import { emptyVerifications } from './empty-verifications.ts';

export interface ErasureParts {
  db: Database;
  ledger: ErasureLedger;
  live: Pick<LiveChannel, 'announce'>;
  clock: Clock;
}

export type ErasureCause = Extract<AuditAction, 'identity.erased' | 'retention.purged'>;

/**
 * Erases a person on a REST request. Another client's identity is reported as not found. Erasing twice has the same effect as erasing once.
 */
export function createEraseIdentity(parts: ErasureParts) {
  const erase = createErasePerson(parts);
  return async function eraseIdentity({ clientId, actorId }: ApiCaller, identityId: string): Promise<void> {
    const identity = await parts.db.identities.find(clientId, identityId);
    if (identity === null) throw new Problem('identity.not_found');
    if (identity.status === 'deleted') return;
    // Written before the database: if an erasure is in the ledger but not in the database, applying the ledger completes it.
    const erasedAt = parts.clock.now().toISOString();
    await parts.ledger.append({ clientId, identityId, verificationId: null, erasedAt });
    await erase({ clientId, identityId, actorId, cause: 'identity.erased' });
  };
}

/**
 * Destroys the person's data key, removes all of their data, schedules their files for removal and notifies the client's endpoints. Running
 * work finds no rows and ends. Returns false when there was nothing to erase.
 */
export function createErasePerson({ db, live, clock }: Omit<ErasureParts, 'ledger'>) {
  return async function erasePerson(erasure: {
    clientId: string;
    identityId: string;
    actorId: string;
    cause: ErasureCause;
  }): Promise<boolean> {
    const { clientId, identityId, actorId, cause } = erasure;
    const messages = await db.transaction(async (tx) => {
      if ((await tx.identities.find(clientId, identityId)) === null) return null;
      const messages = await lockAndEmpty(tx, identityId, clock);
      if (messages === null) return null;
      await recordIdentityDeleted(tx, { clientId, identityId, at: clock.now() });
      await tx.audit.append([{ clientId, actorId, action: cause, subjectId: identityId }]);
      return messages;
    });
    if (messages === null) return false;
    for (const { verificationId, sequence } of messages) live.announce(verificationId, sequence);
    return true;
  };
}

export type ErasePerson = ReturnType<typeof createErasePerson>;

/** Null when the person was erased before. */
async function lockAndEmpty(tx: Repositories, identityId: string, clock: Clock): Promise<StoredMessage[] | null> {
  // Blocks new starts of this person. Attempts are locked before the identity, as in every use case.
  await tx.identities.queueStart(identityId);
  const verificationIds = await tx.erasures.listVerifications(identityId);
  const messages = await emptyVerifications(tx, { identityId, verificationIds }, clock);
  const identity = await tx.identities.lock(identityId);
  if (identity.status === 'deleted') return null;
  await tx.erasures.emptyIdentity(identityId);
  return messages;
}
