import { Problem } from '../../domain/faults/errors.ts';
import { isId } from '../../domain/id.ts';
import type { ListFilter, Searched } from '../../domain/repositories/list-repositories.ts';
import { searchableTraits } from '../../domain/traits.ts';

/** The filters of the lists of people and of attempts. */
export interface ListQuery<Status> {
  limit: number;
  after?: string | undefined;
  search?: string | undefined;
  status?: Status | undefined;
  tag?: string | undefined;
  metadataKey?: string | undefined;
  metadataValue?: string | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
}

/** @throws Problem `request.invalid` for a value without its key */
export function listFilterOf<Status>(query: ListQuery<Status>): ListFilter<Status> {
  const { metadataKey: path, metadataValue: value } = query;
  if (value !== undefined && path === undefined) {
    const fault = {
      pointer: 'query:/metadataKey',
      code: 'value.missing',
      detail: 'is required with a metadata value',
    };
    throw new Problem('request.invalid', { errors: [fault] });
  }
  return {
    search: query.search === undefined ? undefined : searchedBy(query.search),
    status: query.status,
    tag: query.tag,
    createdAfter: timeOf(query.createdAfter),
    createdBefore: timeOf(query.createdBefore),
    metadata: path === undefined ? undefined : { path, value },
  };
}

function timeOf(timestamp: string | undefined): Date | undefined {
  return timestamp === undefined ? undefined : new Date(timestamp);
}

/** The content of the single search box: an id, or any value by which people can be searched. */
function searchedBy(typed: string): Searched {
  const text = typed.trim();
  const id = text.toLowerCase();
  if (isId('verification', id)) return { verificationId: id };
  if (isId('identity', id)) return { identityId: id };
  return { anyOf: searchableTraits.map((trait) => ({ trait, value: text })) };
}
