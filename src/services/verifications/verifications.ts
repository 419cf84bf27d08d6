import { Problem } from '../../domain/faults/errors.ts';
import { isId } from '../../domain/id.ts';
import type { ApiCaller } from '../../domain/operators/client.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { VerificationStatus } from '../../domain/verifications/verification-status.ts';
import type { Flows } from '../flows/load-flow.ts';
import { changedTags, type TagChange } from '../lists/changed-tags.ts';
import { listFilterOf, type ListQuery } from '../lists/list-filter.ts';
import { pageOfQuery, toPage } from '../lists/page-cursor.ts';
import { refreshIdentityRecord } from './refresh-identity-record.ts';
import { readVerificationRecord, authorityOf } from './verification-record.ts';

export type VerificationUseCases = ReturnType<typeof createVerificationUseCases>;

/** The attempts of a client. */
export function createVerificationUseCases({ db, flows }: { db: Database; flows: Flows }) {
  return {
    /**
     * The complete record of one attempt in any state; readable for an operator who reviews it. Another client's verification is reported
     * as not found.
     */
    async readVerification(caller: ApiCaller, verificationId: string) {
      const verification = await db.verifications.find(caller.clientId, verificationId);
      if (verification === null) throw new Problem('verification.not_found');
      const plain = isId('operator', caller.actorId);
      return readVerificationRecord(db, flows, verification, { plain });
    },

    /** The client's attempts that match every filter, newest first. */
    async listVerifications(
      caller: ApiCaller,
      query: ListQuery<VerificationStatus> & {
        flowId?: string | undefined;
        identityId?: string | undefined;
        assigneeId?: string | undefined;
      },
    ) {
      const page = pageOfQuery('verification', query);
      const { flowId, identityId, assigneeId } = query;
      const filter = { ...listFilterOf(query), flowId, identityId, assigneeId };
      const rows = await db.lists.listVerifications(caller.clientId, { ...page, limit: page.limit + 1 }, filter);
      return toPage(
        rows.map(({ authority, ...row }) => ({ ...row, ...authorityOf(authority) })),
        page.limit,
      );
    },

    /** Changes the tags of an attempt. Returns its record. */
    async tagVerification({ clientId, actorId }: ApiCaller, verificationId: string, change: TagChange) {
      return db.transaction(async (tx) => {
        const verification = await tx.verifications.find(clientId, verificationId);
        if (verification === null) throw new Problem('verification.not_found');
        const { status, tags } = await tx.verifications.lock(verificationId);
        if (status === 'deleted') throw new Problem('verification.not_found');
        await tx.verifications.setTags(verification, changedTags(tags, change));
        await refreshIdentityRecord(tx, verification.identityId, flows);
        const record = await readVerificationRecord(tx, flows, await tx.verifications.get(verificationId));
        await tx.audit.append([{ clientId, actorId, action: 'verification.tagged', subjectId: verificationId }]);
        return record;
      });
    },
  };
}
