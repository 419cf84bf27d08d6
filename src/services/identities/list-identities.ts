import type { ApiCaller } from '../../domain/operators/client.ts';
import type { IdentityStatus } from '../../domain/verifications/identity-status.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { IndexedTrait, IndexedValue } from '../../domain/traits.ts';
import { listFilterOf, type ListQuery } from '../lists/list-filter.ts';
import { pageOfQuery, toPage } from '../lists/page-cursor.ts';

/** Values that a person is looked for by: whole, but in any spelling. */
type Search = Partial<Record<'fullName' | 'documentNumber' | 'phone' | 'email', string | undefined>>;

const traitOf: Readonly<Record<keyof Search, IndexedTrait>> = {
  fullName: 'fullName',
  documentNumber: 'documentNumber',
  phone: 'phoneNumber',
  email: 'email',
};

/** The client's people, newest first: those of which everything that is asked for holds. */
export function createListIdentities({ db }: { db: Pick<Database, 'lists'> }) {
  return async function listIdentities(caller: ApiCaller, query: ListQuery<IdentityStatus> & Search) {
    const page = pageOfQuery('identity', query);
    const filter = { ...listFilterOf(query), indexed: indexedValuesIn(query) };
    const rows = await db.lists.listIdentities(caller.clientId, { ...page, limit: page.limit + 1 }, filter);
    return toPage(rows, page.limit);
  };
}

function indexedValuesIn(search: Search): IndexedValue[] {
  const names = Object.keys(traitOf) as (keyof Search)[]; // Object.keys widens to string.
  return names.flatMap((name) => {
    const value = search[name];
    return value === undefined ? [] : [{ trait: traitOf[name], value }];
  });
}
