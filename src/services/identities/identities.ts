import { Problem } from '../../domain/faults/errors.ts';
import type { ApiCaller } from '../../domain/operators/client.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { IndexedTrait, IndexedValue } from '../../domain/traits.ts';
import type { IdentityStatus } from '../../domain/verifications/identity-status.ts';
import type { Flows } from '../flows/load-flow.ts';
import { changedTags, type TagChange } from '../lists/changed-tags.ts';
import { listFilterOf, type ListQuery } from '../lists/list-filter.ts';
import { pageOfQuery, toPage } from '../lists/page-cursor.ts';
import {
  identityRecordJson,
  listedVerifications,
  refreshIdentityRecord,
  withTags,
} from '../verifications/refresh-identity-record.ts';
import { withReverifiableBy } from '../verifications/reverifiable-by.ts';

/** Values by which people can be searched: whole values, in any spelling. */
type Search = Partial<Record<'fullName' | 'documentNumber' | 'phone' | 'email', string | undefined>>;

const traitOf: Readonly<Record<keyof Search, IndexedTrait>> = {
  fullName: 'fullName',
  documentNumber: 'documentNumber',
  phone: 'phoneNumber',
  email: 'email',
};

export type IdentityUseCases = ReturnType<typeof createIdentityUseCases>;

/** A client's people. */
export function createIdentityUseCases({ db, flows, clock }: { db: Database; flows: Flows; clock: Clock }) {
  /** Nothing of an erased person is left to return; the remaining rows say that they were erased. */
  async function readErased({ clientId }: ApiCaller, identityId: string): Promise<string> {
    const identity = await db.identities.find(clientId, identityId);
    if (identity?.status !== 'deleted') throw new Problem('identity.not_found');
    const spoken = await db.verifications.listSpeaking(identityId, listedVerifications);
    const silent = await db.verifications.listSilent(identityId, listedVerifications);
    return identityRecordJson({ identity, spoken, silent, latestRecord: null });
  }

  /** The identity's record as JSON text, stored almost ready to send. Another client's identity is reported as not found. */
  async function readIdentity(caller: ApiCaller, identityId: string): Promise<Buffer> {
    const record = await db.identities.findRecord(caller.clientId, identityId);
    if (record === null) return Buffer.from(await readErased(caller, identityId));
    return withReverifiableBy(record, () => flows.listRecentlyPublished(caller.clientId));
  }

  return {
    readIdentity,

    /** The client's people who match every filter, newest first. */
    async listIdentities(caller: ApiCaller, query: ListQuery<IdentityStatus> & Search) {
      const page = pageOfQuery('identity', query);
      const filter = { ...listFilterOf(query), indexed: indexedValuesIn(query) };
      const rows = await db.lists.listIdentities(caller.clientId, { ...page, limit: page.limit + 1 }, filter);
      return toPage(rows, page.limit);
    },

    /** Changes a person's tags. Returns the record, as `readIdentity` does. */
    async tagIdentity(caller: ApiCaller, identityId: string, change: TagChange): Promise<Buffer> {
      const { clientId, actorId } = caller;
      const at = clock.now();
      const line = { actorId, action: 'identity.tagged' } as const;
      const written = await db.taggings.change({ clientId, identityId, at }, line, ({ tags, recordJson }) => {
        const after = changedTags(tags, change);
        const changed = withTags(recordJson, { tags: after, updatedAt: at });
        return changed === null ? null : { tags: after, recordJson: changed };
      });
      if (written !== null)
        return withReverifiableBy(Buffer.from(written), () => flows.listRecentlyPublished(clientId));
      await db.transaction(async (tx) => {
        const identity = await tx.identities.find(clientId, identityId);
        if (identity === null) throw new Problem('identity.not_found');
        const { status, tags } = await tx.identities.lock(identityId);
        if (status === 'deleted') throw new Problem('identity.not_found');
        await tx.identities.setTags(identityId, changedTags(tags, change));
        await refreshIdentityRecord(tx, identityId, flows);
        await tx.audit.append([{ clientId, ...line, subjectId: identityId }]);
      });
      return readIdentity(caller, identityId);
    },
  };
}

function indexedValuesIn(search: Search): IndexedValue[] {
  const names = Object.keys(traitOf) as (keyof Search)[]; // Object.keys widens to string.
  return names.flatMap((name) => {
    const value = search[name];
    return value === undefined ? [] : [{ trait: traitOf[name], value }];
  });
}
