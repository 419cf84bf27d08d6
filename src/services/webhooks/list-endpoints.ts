import type { ApiCaller } from '../../domain/operators/client.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { pageOfQuery, toPage } from '../lists/page-cursor.ts';

/** Newest first. */
export function createListEndpoints({ db }: { db: Pick<Database, 'webhookEndpoints'> }) {
  return async function listEndpoints(caller: ApiCaller, query: { limit: number; after?: string | undefined }) {
    const page = pageOfQuery('webhookEndpoint', query);
    const rows = await db.webhookEndpoints.list(caller.clientId, { ...page, limit: page.limit + 1 });
    return toPage(rows, page.limit);
  };
}
