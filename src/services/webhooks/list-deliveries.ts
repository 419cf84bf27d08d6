import type { ApiCaller } from '../../domain/operators/client.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { DeliveryStatus } from '../../domain/webhooks/webhook.ts';
import { pageOfQuery, toPage } from '../lists/page-cursor.ts';

export interface DeliveryQuery {
  limit: number;
  after?: string | undefined;
  eventId?: string | undefined;
  endpointId?: string | undefined;
  state?: DeliveryStatus | undefined;
}

/** Deliveries with every attempt, newest first. */
export function createListDeliveries({ db }: { db: Pick<Database, 'webhookDeliveries'> }) {
  return async function listDeliveries(caller: ApiCaller, query: DeliveryQuery) {
    const page = pageOfQuery('delivery', query);
    const { eventId, endpointId, state } = query;
    const filter = { eventId, endpointId, status: state };
    const rows = await db.webhookDeliveries.list(caller.clientId, { ...page, limit: page.limit + 1 }, filter);
    return toPage(rows, page.limit);
  };
}
