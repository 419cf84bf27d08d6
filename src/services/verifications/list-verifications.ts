import type { ApiCaller } from '../../domain/operators/client.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { VerificationStatus } from '../../domain/verifications/verification-status.ts';
import { listFilterOf, type ListQuery } from '../lists/list-filter.ts';
import { standingOf } from './verification-record.ts';
import { pageOfQuery, toPage } from '../lists/page-cursor.ts';

/** The client's attempts, newest first: those of which everything that is asked for holds. */
export function createListVerifications({ db }: { db: Pick<Database, 'lists'> }) {
  return async function listVerifications(
    caller: ApiCaller,
    query: ListQuery<VerificationStatus> & { flowId?: string | undefined; identityId?: string | undefined },
  ) {
    const page = pageOfQuery('verification', query);
    const filter = { ...listFilterOf(query), flowId: query.flowId, identityId: query.identityId };
    const rows = await db.lists.listVerifications(caller.clientId, { ...page, limit: page.limit + 1 }, filter);
    return toPage(
      rows.map(({ standing, ...row }) => ({ ...row, ...standingOf(standing) })),
      page.limit,
    );
  };
}
