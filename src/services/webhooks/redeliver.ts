import type { ApiCaller } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { WebhookDelivery } from '../../domain/webhooks/webhook.ts';
import type { HandOverJobs } from '../jobs/relay-outbox.ts';

/** Puts a delivery that has ended back at the start of the schedule. Its earlier attempts stay readable. */
export function createRedeliver({
  db,
  handOverJobs,
}: {
  db: Pick<Database, 'transaction'>;
  handOverJobs: HandOverJobs;
}) {
  return async function redeliver({ clientId, actorId }: ApiCaller, deliveryId: string): Promise<WebhookDelivery> {
    const { delivery, jobs } = await db.transaction(async (tx) => {
      if ((await tx.webhookDeliveries.find(clientId, deliveryId)) === null) {
        throw new Problem('webhook.delivery_not_found');
      }
      if (!(await tx.webhookDeliveries.restart(deliveryId))) throw new Problem('webhook.delivery_waiting');
      const delivery = await tx.webhookDeliveries.find(clientId, deliveryId);
      if (delivery === null) throw new Problem('webhook.delivery_not_found');
      const jobs = await tx.outbox.addAll('webhook.deliver', [{ deliveryId }]);
      await tx.audit.append([{ clientId, actorId, action: 'webhook_delivery.redelivered', subjectId: deliveryId }]);
      return { delivery, jobs };
    });
    void handOverJobs(jobs);
    return delivery;
  };
}
