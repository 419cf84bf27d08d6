import { sendTestEventRoute } from '../../../contract/routes/webhooks.ts';
import type { WebhookDelivery } from '../../../domain/webhooks/webhook.ts';
import type { createSendTestEvent } from '../../../services/webhooks/send-test-event.ts';
import { deliveryRecordOf } from '../../../services/webhooks/webhook-records.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindSendTestEvent(sendTestEvent: ReturnType<typeof createSendTestEvent>) {
  return bindRoute(sendTestEventRoute, async ({ caller, input: { params }, effect }) => {
    const answerOf = (delivery: WebhookDelivery) => respond(201, deliveryRecordOf(delivery));
    return answerOf(await sendTestEvent(caller, params.endpointId, effect.answering(answerOf)));
  });
}
