import type { ApiCaller } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { Flows } from '../flows/load-flow.ts';
import { refreshIdentityRecord } from './refresh-identity-record.ts';
import { readVerificationRecord } from './verification-record.ts';

/** Sets the tags of an attempt, all of them. Answers its record. */
export function createTagVerification({ db, flows }: { db: Database; flows: Flows }) {
  return async function tagVerification(
    { clientId, actorId }: ApiCaller,
    verificationId: string,
    tags: readonly string[],
  ) {
    return db.transaction(async (tx) => {
      const verification = await tx.verifications.find(clientId, verificationId);
      if (verification === null || verification.status === 'deleted') throw new Problem('verification.not_found');
      await tx.verifications.lock(verificationId);
      await tx.verifications.setTags(verification, [...new Set(tags)]);
      await refreshIdentityRecord(tx, verification.identityId, flows);
      const record = await readVerificationRecord(tx, flows, await tx.verifications.get(verificationId));
      await tx.audit.append([{ clientId, actorId, action: 'verification.tagged', subjectId: verificationId }]);
      return record;
    });
  };
}
