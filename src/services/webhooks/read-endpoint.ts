import type { ApiCaller } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/webhook.ts';

/** Another client's endpoint does not exist. */
export function createReadEndpoint({ db }: { db: Pick<Database, 'webhookEndpoints'> }) {
  return async function readEndpoint(caller: ApiCaller, endpointId: string): Promise<WebhookEndpoint> {
    const endpoint = await db.webhookEndpoints.find(caller.clientId, endpointId);
    if (endpoint === null) throw new Problem('webhook.endpoint_not_found');
    return endpoint;
  };
}
