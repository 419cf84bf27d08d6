import type { ApiCaller } from '../../domain/operators/client.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { EventType } from '../../domain/webhooks/event-type.ts';
import { newId } from '../../domain/id.ts';
import type { TargetGuard } from '../../domain/ports/target-guard.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/webhook.ts';
import { newWebhookSecret } from '../../domain/webhooks/webhook-signature.ts';
import { requireAllowed } from './require-allowed.ts';

export interface NewEndpoint {
  url: string;
  description: string;
  /** Left out: what the client has set for new endpoints. */
  eventTypes?: EventType[] | undefined;
}

export interface CreatedEndpoint {
  endpoint: WebhookEndpoint;
  /** Answered here and nowhere else. */
  secret: string;
}

/** Adds an endpoint. The guard looks again at every attempt: what a name means can change. */
export function createCreateEndpoint({ db, guard }: { db: Database; guard: TargetGuard }) {
  return async function createEndpoint(
    caller: ApiCaller,
    wanted: NewEndpoint,
    effect: Effect<CreatedEndpoint> = unrecorded,
  ): Promise<CreatedEndpoint> {
    const client = await db.clients.find(caller.clientId);
    if (client === null) throw new Problem('client.not_found');
    await requireAllowed(guard, wanted.url, { httpsOnly: client.mode === 'live' });
    const secret = newWebhookSecret();
    return db.transaction(async (tx) => {
      const { url, description } = wanted;
      const eventTypes = [...new Set(wanted.eventTypes ?? client.settings.webhookEventTypes)];
      const row = { id: newId('webhookEndpoint'), clientId: client.id, url, description, eventTypes, secret };
      const created = { endpoint: await tx.webhookEndpoints.create(row), secret };
      await effect.record(tx, created);
      const { clientId, actorId } = caller;
      await tx.audit.append([{ clientId, actorId, action: 'webhook_endpoint.created', subjectId: row.id }]);
      return created;
    });
  };
}
