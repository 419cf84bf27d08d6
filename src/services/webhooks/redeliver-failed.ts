import type { ApiCaller } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { HandOverJobs } from '../jobs/relay-outbox.ts';

/** Deliveries that are put back in one transaction. */
const batch = 1_000;

/**
 * Puts every delivery to the endpoint that failed for good since a time back at the start of the schedule. Answers how many.
 * @throws Problem `webhook.endpoint_not_found`
 */
export function createRedeliverFailed({
  db,
  handOverJobs,
}: {
  db: Pick<Database, 'transaction' | 'webhookEndpoints'>;
  handOverJobs: HandOverJobs;
}) {
  return async function redeliverFailed(
    { clientId, actorId }: ApiCaller,
    endpointId: string,
    since: Date,
  ): Promise<number> {
    if ((await db.webhookEndpoints.find(clientId, endpointId)) === null) {
      throw new Problem('webhook.endpoint_not_found');
    }
    let deliveries = 0;
    for (;;) {
      const restarted = await db.transaction(async (tx) => {
        const ids = await tx.webhookDeliveries.restartFailed(endpointId, since, batch);
        if (ids.length === 0) return { ids, jobs: [] };
        const jobs = await tx.outbox.addAll(
          'webhook.deliver',
          ids.map((deliveryId) => ({ deliveryId })),
        );
        await tx.audit.append([{ clientId, actorId, action: 'webhook_delivery.redelivered', subjectId: endpointId }]);
        return { ids, jobs };
      });
      void handOverJobs(restarted.jobs);
      deliveries += restarted.ids.length;
      if (restarted.ids.length < batch) return deliveries;
    }
  };
}
