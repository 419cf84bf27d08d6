import { Problem } from '../../domain/faults/errors.ts';
import type { ApiCaller } from '../../domain/operators/client.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { DeliveryStatus, WebhookDelivery } from '../../domain/webhooks/webhook.ts';
import { pageOfQuery, toPage } from '../lists/page-cursor.ts';

export interface DeliveryQuery {
  limit: number;
  after?: string | undefined;
  eventId?: string | undefined;
  endpointId?: string | undefined;
  state?: DeliveryStatus | undefined;
}

/** Deliveries that are put back in one transaction. */
const batch = 1_000;

export type DeliveryUseCases = ReturnType<typeof createDeliveryUseCases>;

/** Lists deliveries to endpoints and sends them again. */
export function createDeliveryUseCases({
  db,
}: {
  db: Pick<Database, 'webhookDeliveries' | 'transaction' | 'webhookEndpoints'>;
}) {
  return {
    /** Deliveries with every attempt, newest first. */
    async listDeliveries(caller: ApiCaller, query: DeliveryQuery) {
      const page = pageOfQuery('delivery', query);
      const { eventId, endpointId, state } = query;
      const filter = { eventId, endpointId, status: state };
      const rows = await db.webhookDeliveries.list(caller.clientId, { ...page, limit: page.limit + 1 }, filter);
      return toPage(rows, page.limit);
    },

    /**
     * Puts a delivery that has ended back at the start of the schedule; one that waits makes its next attempt now and keeps its
     * place in the schedule. Earlier attempts stay readable.
     * @throws Problem `webhook.delivery_not_found`, or `webhook.delivery_waiting` when an attempt is due or in progress
     */
    async redeliver({ clientId, actorId }: ApiCaller, deliveryId: string): Promise<WebhookDelivery> {
      return db.transaction(async (tx) => {
        if ((await tx.webhookDeliveries.find(clientId, deliveryId)) === null) {
          throw new Problem('webhook.delivery_not_found');
        }
        const restarted = await tx.webhookDeliveries.restart(deliveryId);
        if (!restarted && !(await tx.webhookDeliveries.bringForward(deliveryId))) {
          throw new Problem('webhook.delivery_waiting');
        }
        const delivery = await tx.webhookDeliveries.find(clientId, deliveryId);
        if (delivery === null) throw new Problem('webhook.delivery_not_found');
        // A waiting delivery already has its row in the outbox; the relay queues it.
        if (restarted) await tx.outbox.add('webhook.deliver', { deliveryId }, clientId);
        await tx.audit.append([{ clientId, actorId, action: 'webhook_delivery.redelivered', subjectId: deliveryId }]);
        return delivery;
      });
    },

    /**
     * Puts every delivery to the endpoint that failed for good since a time back at the start of the schedule. Answers how many.
     * @throws Problem `webhook.endpoint_not_found`
     */
    async redeliverFailed({ clientId, actorId }: ApiCaller, endpointId: string, since: Date): Promise<number> {
      if ((await db.webhookEndpoints.find(clientId, endpointId)) === null) {
        throw new Problem('webhook.endpoint_not_found');
      }
      let deliveries = 0;
      for (;;) {
        const restarted = await db.transaction(async (tx) => {
          const ids = await tx.webhookDeliveries.restartFailed(endpointId, since, batch);
          if (ids.length === 0) return 0;
          await tx.outbox.addAll(
            'webhook.deliver',
            ids.map((deliveryId) => ({ payload: { deliveryId }, clientId })),
          );
          await tx.audit.append([{ clientId, actorId, action: 'webhook_delivery.redelivered', subjectId: endpointId }]);
          return ids.length;
        });
        deliveries += restarted;
        if (restarted < batch) return deliveries;
      }
    },
  };
}
