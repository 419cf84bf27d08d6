import type { ApiCaller } from '../../domain/operators/client.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { WebhookDelivery } from '../../domain/webhooks/webhook.ts';
import type { HandOverJobs } from '../jobs/relay-outbox.ts';
import { recordTestEvent } from '../verifications/record-event.ts';

/** Sends an event `webhook.test` to one endpoint, whatever types it asked for. Answers its delivery, which is waiting. */
export function createSendTestEvent({
  db,
  clock,
  handOverJobs,
}: {
  db: Pick<Database, 'transaction'>;
  clock: Clock;
  handOverJobs: HandOverJobs;
}) {
  return async function sendTestEvent(
    caller: ApiCaller,
    endpointId: string,
    effect: Effect<WebhookDelivery> = unrecorded,
  ): Promise<WebhookDelivery> {
    const { clientId, actorId } = caller;
    const { delivery, jobs } = await db.transaction(async (tx) => {
      if ((await tx.webhookEndpoints.find(clientId, endpointId)) === null) {
        throw new Problem('webhook.endpoint_not_found');
      }
      const { deliveryId, jobs } = await recordTestEvent(tx, { clientId, endpointId, at: clock.now() });
      const delivery = await tx.webhookDeliveries.find(clientId, deliveryId);
      if (delivery === null) throw new Error('the delivery was not written');
      await effect.record(tx, delivery);
      await tx.audit.append([{ clientId, actorId, action: 'webhook_endpoint.tested', subjectId: endpointId }]);
      return { delivery, jobs };
    });
    void handOverJobs(jobs);
    return delivery;
  };
}
