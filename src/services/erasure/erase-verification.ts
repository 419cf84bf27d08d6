import { isDeepStrictEqual } from 'node:util';
import type { AuditAction } from '../../domain/privacy/audit.ts';
import type { ApiCaller } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { IdentityData } from '../../domain/verifications/identity.ts';
import type { IdentityStatus } from '../../domain/verifications/identity-status.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import { indexValues, restoreFace } from '../verifications/claim-person.ts';
import { mergeFacts } from '../verifications/merge-facts.ts';
import type { Flows } from '../flows/load-flow.ts';
import { refreshIdentityRecord } from '../verifications/refresh-identity-record.ts';
import { recordEvent } from '../verifications/verification-events.ts';
import { listProtected } from '../reverification/list-protected.ts';
import { emptyVerifications } from './empty-verifications.ts';
import type { ErasureParts } from './erase-identity.ts';

type Parts = ErasureParts & { flows: Flows };

/**
 * Erases one attempt on a REST request. Another client's attempt is reported as not found. Erasing twice has the same effect as erasing
 * once.
 */
export function createEraseVerification(parts: Parts) {
  const erase = createEraseAttempt(parts);
  return async function eraseVerification({ clientId, actorId }: ApiCaller, verificationId: string): Promise<void> {
    const verification = await parts.db.verifications.find(clientId, verificationId);
    if (verification === null) throw new Problem('verification.not_found');
    if (verification.status === 'deleted') return;
    const { identityId } = verification;
    const erasedAt = parts.clock.now().toISOString();
    await parts.ledger.append({ clientId, identityId, verificationId, erasedAt });
    await erase({ clientId, identityId, verificationId, actorId, cause: 'verification.erased' });
  };
}

/**
 * Removes one attempt and rebuilds the person's status, values, indexes and record from the remaining ones. The data key stays, because it
 * encrypts those. Endpoints learn when the person changes with it: otherwise a receiver would keep the person as verified. Returns false
 * when there was nothing to erase.
 */
export function createEraseAttempt({ db, flows, live, clock }: Omit<Parts, 'ledger'>) {
  return async function eraseAttempt(erasure: {
    clientId: string;
    identityId: string;
    verificationId: string;
    actorId: string;
    cause: Extract<AuditAction, 'verification.erased' | 'retention.purged'>;
  }): Promise<boolean> {
    const { clientId, identityId, verificationId, actorId, cause } = erasure;
    const messages = await db.transaction(async (tx) => {
      await tx.identities.queueStart(identityId);
      const before = await tx.verifications.find(clientId, verificationId);
      if (before === null || before.status === 'deleted') return null;
      const messages = await emptyVerifications(tx, { identityId, verificationIds: [verificationId] }, clock);
      await recordChange(tx, before, await restateIdentity(tx, before));
      await refreshIdentityRecord(tx, identityId, flows);
      await tx.audit.append([{ clientId, actorId, action: cause, subjectId: verificationId }]);
      return messages;
    });
    for (const { verificationId: id, sequence } of messages ?? []) live.announce(id, sequence);
    return messages !== null;
  };

  /**
   * The result is as if the erased attempt had never existed. The enrolled face may have come from it. Returns the new status, or null when
   * the person is the same as before.
   */
  async function restateIdentity(tx: Repositories, erased: Verification): Promise<IdentityStatus | null> {
    const { clientId, identityId } = erased;
    const before = await tx.identities.lock(identityId);
    await tx.erasures.forgetTraits(identityId);
    let status: IdentityStatus = 'pending';
    let data: IdentityData = {};
    const oldestFirst = (await tx.verifications.listDecided(identityId, 1_000)).reverse();
    for (const attempt of oldestFirst) {
      const stepRuns = await tx.stepRuns.list(attempt.id);
      await indexValues(tx, { verification: attempt, stepRuns });
      status = attempt.status;
      if (attempt.status !== 'verified') continue;
      const flow = await flows.getVersion(attempt.flowVersionId, tx);
      data = mergeFacts(data, stepRuns, attempt, await listProtected(tx, flows, { clientId, flow, data }));
    }
    await tx.identities.setStatus(identityId, status, data);
    const isOtherFace = erased.status === 'verified' && (await restoreFace(tx, erased, flows));
    return status !== before.status || isOtherFace || !isDeepStrictEqual(data, before.data) ? status : null;
  }

  async function recordChange(tx: Repositories, erased: Verification, status: IdentityStatus | null): Promise<void> {
    if (status === null) return;
    const flow = await flows.getVersion(erased.flowVersionId, tx);
    await recordEvent(tx, {
      content: { type: 'identity.updated', status },
      verification: erased,
      flow,
      at: clock.now(),
    });
  }
}

export type EraseAttempt = ReturnType<typeof createEraseAttempt>;
