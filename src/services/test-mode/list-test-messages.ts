import type { ApiCaller } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { pageOfQuery, toPage } from '../lists/page-cursor.ts';

/** The messages of a client in test mode, newest first. */
export function createListTestMessages({ db }: { db: Pick<Database, 'clients' | 'testMessages'> }) {
  return async function listTestMessages(
    caller: ApiCaller,
    query: { limit: number; after?: string | undefined; verificationId?: string | undefined },
  ) {
    const client = await db.clients.find(caller.clientId);
    if (client?.mode !== 'test') throw new Problem('test_mode.required');
    const page = pageOfQuery('message', query);
    const filter = { verificationId: query.verificationId };
    const rows = await db.testMessages.list(caller.clientId, { ...page, limit: page.limit + 1 }, filter);
    return toPage(rows, page.limit);
  };
}
