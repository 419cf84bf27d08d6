import { redeliverRoute } from '../../../contract/routes/webhooks.ts';
import type { createRedeliver } from '../../../services/webhooks/redeliver.ts';
import { deliveryRecordOf } from '../../../services/webhooks/webhook-records.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindRedeliver(redeliver: ReturnType<typeof createRedeliver>) {
  return bindRoute(redeliverRoute, async ({ caller, input: { params } }) =>
    respond(202, deliveryRecordOf(await redeliver(caller, params.deliveryId))),
  );
}
