import { Problem } from '../../domain/faults/errors.ts';
import type { ApiCaller } from '../../domain/operators/client.ts';
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
} from '../verifications/refresh-identity-record.ts';
import { withReverifiableBy } from '../verifications/reverifiable-by.ts';

/** Values that a person is looked for by: whole, but in any spelling. */
type Search = Partial<Record<'fullName' | 'documentNumber' | 'phone' | 'email', string | undefined>>;

const traitOf: Readonly<Record<keyof Search, IndexedTrait>> = {
  fullName: 'fullName',
  documentNumber: 'documentNumber',
  phone: 'phoneNumber',
  email: 'email',
};

export type IdentityUseCases = ReturnType<typeof createIdentityUseCases>;

/** The people of a client. */
export function createIdentityUseCases({ db, flows }: { db: Database; flows: Flows }) {
  /** Of an erased person nothing is stored that could be sent: the rows that are left say that they are erased. */
  async function readErased({ clientId }: ApiCaller, identityId: string): Promise<string> {
    const identity = await db.identities.find(clientId, identityId);
    if (identity?.status !== 'deleted') throw new Problem('identity.not_found');
    const spoken = await db.verifications.listSpeaking(identityId, listedVerifications);
    const silent = await db.verifications.listSilent(identityId, listedVerifications);
    return identityRecordJson({ identity, spoken, silent, latestRecord: null });
  }

  return {
    /** The identity's record as JSON text, stored all but ready to send. Another client's identity does not exist. */
    async readIdentity(caller: ApiCaller, identityId: string): Promise<Buffer> {
      const record = await db.identities.findRecord(caller.clientId, identityId);
      if (record === null) return Buffer.from(await readErased(caller, identityId));
      return withReverifiableBy(record, () => flows.listRecentlyPublished(caller.clientId));
    },

    /** The client's people, newest first: those of which everything that is asked for holds. */
    async listIdentities(caller: ApiCaller, query: ListQuery<IdentityStatus> & Search) {
      const page = pageOfQuery('identity', query);
      const filter = { ...listFilterOf(query), indexed: indexedValuesIn(query) };
      const rows = await db.lists.listIdentities(caller.clientId, { ...page, limit: page.limit + 1 }, filter);
      return toPage(rows, page.limit);
    },

    /** Changes the tags of a person. */
    async tagIdentity({ clientId, actorId }: ApiCaller, identityId: string, change: TagChange): Promise<void> {
      await db.transaction(async (tx) => {
        const identity = await tx.identities.find(clientId, identityId);
        if (identity === null) throw new Problem('identity.not_found');
        const { status, tags } = await tx.identities.lock(identityId);
        if (status === 'deleted') throw new Problem('identity.not_found');
        await tx.identities.setTags(identityId, changedTags(tags, change));
        await refreshIdentityRecord(tx, identityId, flows);
        await tx.audit.append([{ clientId, actorId, action: 'identity.tagged', subjectId: identityId }]);
      });
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
