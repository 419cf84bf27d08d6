import type { ApiCaller } from '../../domain/operators/client.ts';
import type { EventType } from '../../domain/webhooks/event-type.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { cursorAfter, pageOfQuery } from '../lists/page-cursor.ts';

export interface EventQuery {
  limit: number;
  after?: string | undefined;
  type?: EventType | undefined;
  identityId?: string | undefined;
  verificationId?: string | undefined;
}

/** The events of the last 30 days, newest first; those of erased people are gone. */
export function createListEvents({ db }: { db: Pick<Database, 'webhookEvents'> }) {
  return async function listEvents(caller: ApiCaller, query: EventQuery) {
    const { events, last } = await db.webhookEvents.list(caller.clientId, pageOfQuery('event', query), query);
    return { data: events, nextCursor: cursorAfter(last) };
  };
}
