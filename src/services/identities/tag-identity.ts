import type { ApiCaller } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { Flows } from '../flows/load-flow.ts';
import { refreshIdentityRecord } from '../verifications/refresh-identity-record.ts';

/** Sets the tags of a person, all of them. */
export function createTagIdentity({ db, flows }: { db: Database; flows: Flows }) {
  return async function tagIdentity(
    { clientId, actorId }: ApiCaller,
    identityId: string,
    tags: readonly string[],
  ): Promise<void> {
    await db.transaction(async (tx) => {
      const identity = await tx.identities.find(clientId, identityId);
      if (identity === null || identity.status === 'deleted') throw new Problem('identity.not_found');
      await tx.identities.lock(identityId);
      await tx.identities.setTags(identityId, [...new Set(tags)]);
      await refreshIdentityRecord(tx, identityId, flows);
      await tx.audit.append([{ clientId, actorId, action: 'identity.tagged', subjectId: identityId }]);
    });
  };
}
