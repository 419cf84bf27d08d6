import { Problem } from '../../domain/faults/errors.ts';
import type { ApiCaller } from '../../domain/operators/client.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { EventType } from '../../domain/webhooks/event-type.ts';
import type { StoredEvent } from '../../domain/webhooks/webhook.ts';
import { cursorAfter, pageOfQuery } from '../lists/page-cursor.ts';

export interface EventQuery {
  limit: number;
  after?: string | undefined;
  type?: EventType | undefined;
  identityId?: string | undefined;
  verificationId?: string | undefined;
}

const batch = 1_000;
/** The limit of one run; the rest wait for the next one. */
const mostBatches = 200;

export type EventUseCases = ReturnType<typeof createEventUseCases>;

/** The events of the last 30 days; those of erased people are gone. */
export function createEventUseCases({ db }: { db: Pick<Database, 'webhookEvents'> }) {
  return {
    /** The events of the last 30 days, newest first; those of erased people are gone. */
    async listEvents(caller: ApiCaller, query: EventQuery) {
      const { events, last } = await db.webhookEvents.list(caller.clientId, pageOfQuery('event', query), query);
      return { data: events, nextCursor: cursorAfter(last) };
    },

    /** An event of the last 30 days. One of an erased person is gone. */
    async readEvent(caller: ApiCaller, eventId: string): Promise<StoredEvent> {
      const event = await db.webhookEvents.find(caller.clientId, eventId);
      if (event === null) throw new Problem('webhook.event_not_found');
      return event;
    },

    /** Deletes old events that no dropped week took away, with their deliveries and attempts. Returns how many. */
    async deleteOldEvents(): Promise<number> {
      let deleted = 0;
      for (let round = 0; round < mostBatches; round += 1) {
        const count = await db.webhookEvents.deleteOld(batch);
        deleted += count;
        if (count < batch) break;
      }
      return deleted;
    },
  };
}
