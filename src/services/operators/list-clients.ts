import type { Database } from '../../domain/repositories/repositories.ts';
import { cursorAfter, pageOfQuery } from '../lists/page-cursor.ts';

/** Oldest first: the first is the one that is worked on unless another is named. */
export function createListClients({ db }: { db: Pick<Database, 'clients'> }) {
  return async function listClients(query: { limit: number; after?: string | undefined }) {
    const { limit, before: after } = pageOfQuery('client', query);
    const rows = await db.clients.list({ limit: limit + 1, after });
    const data = rows.slice(0, limit);
    return { data, nextCursor: cursorAfter(rows.length > limit ? (data.at(-1)?.id ?? null) : null) };
  };
}
