import { Problem } from '../../domain/faults/errors.ts';
import type { ListFilter } from '../../domain/repositories/list-repositories.ts';

/** What the lists of people and of attempts are asked with. */
export interface ListQuery<Status> {
  limit: number;
  after?: string | undefined;
  status?: Status | undefined;
  tag?: string | undefined;
  metadataKey?: string | undefined;
  metadataValue?: string | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
}

/** @throws Problem `request.invalid` for a value without its key. */
export function listFilterOf<Status>(query: ListQuery<Status>): ListFilter<Status> {
  const { metadataKey: path, metadataValue: value } = query;
  if (value !== undefined && path === undefined) {
    const fault = {
      pointer: 'query:/metadataKey',
      code: 'value.missing',
      detail: 'is missing: the value is of some key',
    };
    throw new Problem('request.invalid', { errors: [fault] });
  }
  return {
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
