import type { ApiCaller } from '../../domain/client.ts';
import { Problem } from '../../domain/errors.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

/** Removes an endpoint with its deliveries. Jobs for them find nothing to do. */
export function createDeleteEndpoint({ db }: { db: Pick<Database, 'webhookEndpoints'> }) {
  return async function deleteEndpoint(caller: ApiCaller, endpointId: string): Promise<void> {
    if (!(await db.webhookEndpoints.delete(caller.clientId, endpointId))) {
      throw new Problem('webhook.endpoint_not_found');
    }
  };
}
