import type { ApiCaller } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

/** Removes an endpoint with its deliveries. Jobs for them find nothing to do. */
export function createDeleteEndpoint({ db }: { db: Pick<Database, 'transaction'> }) {
  return async function deleteEndpoint({ clientId, actorId }: ApiCaller, endpointId: string): Promise<void> {
    await db.transaction(async (tx) => {
      if (!(await tx.webhookEndpoints.delete(clientId, endpointId))) throw new Problem('webhook.endpoint_not_found');
      await tx.audit.append([{ clientId, actorId, action: 'webhook_endpoint.deleted', subjectId: endpointId }]);
    });
  };
}
