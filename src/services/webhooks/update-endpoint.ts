import type { ApiCaller } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { EventType } from '../../domain/webhooks/event-type.ts';
import type { TargetGuard } from '../../domain/ports/target-guard.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/webhook.ts';
import { requireAllowed } from './require-allowed.ts';

/**
 * Changes what is named. Enabling an endpoint forgives its failures; what it missed while it was disabled is delivered when
 * somebody asks for that. @throws Problem `webhook.endpoint_not_found`, `webhook.url_not_allowed`
 */
export function createUpdateEndpoint({
  db,
  guard,
}: {
  db: Pick<Database, 'transaction' | 'clients'>;
  guard: TargetGuard;
}) {
  return async function updateEndpoint(
    { clientId, actorId }: ApiCaller,
    endpointId: string,
    changes: {
      url?: string | undefined;
      description?: string | undefined;
      eventTypes?: EventType[] | undefined;
      enabled?: boolean | undefined;
    },
  ): Promise<WebhookEndpoint> {
    if (changes.url !== undefined) {
      const client = await db.clients.find(clientId);
      if (client === null) throw new Problem('client.not_found');
      await requireAllowed(guard, changes.url, { httpsOnly: client.mode === 'live' });
    }
    const eventTypes = changes.eventTypes && [...new Set(changes.eventTypes)];
    return db.transaction(async (tx) => {
      const endpoint = await tx.webhookEndpoints.update(clientId, endpointId, { ...changes, eventTypes });
      if (endpoint === null) throw new Problem('webhook.endpoint_not_found');
      await tx.audit.append([{ clientId, actorId, action: 'webhook_endpoint.updated', subjectId: endpointId }]);
      return endpoint;
    });
  };
}
