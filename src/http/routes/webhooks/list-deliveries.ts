import { listDeliveriesRoute } from '../../../contract/routes/webhooks.ts';
import type { createListDeliveries } from '../../../services/webhooks/list-deliveries.ts';
import { deliveryRecordOf } from '../../../services/webhooks/webhook-records.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindListDeliveries(listDeliveries: ReturnType<typeof createListDeliveries>) {
  return bindRoute(listDeliveriesRoute, async ({ caller, input: { query } }) => {
    const { data, nextCursor } = await listDeliveries(caller, query);
    return respond(200, { data: data.map(deliveryRecordOf), nextCursor });
  });
}
