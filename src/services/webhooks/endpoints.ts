import { Problem } from '../../domain/faults/errors.ts';
import { newId } from '../../domain/id.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import type { ApiCaller } from '../../domain/operators/client.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import { TargetRefused, type TargetGuard } from '../../domain/ports/target-guard.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { EventType } from '../../domain/webhooks/event-type.ts';
import { newWebhookSecret } from '../../domain/webhooks/webhook-signature.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../../domain/webhooks/webhook.ts';
import { pageOfQuery, toPage } from '../lists/page-cursor.ts';
import { recordTestEvent } from './client-events.ts';

export interface NewEndpoint {
  url: string;
  description: string;
  /** If left out, the client's default applies. */
  eventTypes?: EventType[] | undefined;
}

export interface CreatedEndpoint {
  endpoint: WebhookEndpoint;
  /** Only this response contains it. */
  secret: string;
}

/** For this long both secrets sign, so that the receiver has time to change. */
const rotationHours = 24;

export interface RotatedSecret {
  /** Only this response contains it. */
  secret: string;
  until: Date;
}

export type EndpointUseCases = ReturnType<typeof createEndpointUseCases>;

/** The endpoints of a client. Another client's endpoint does not exist. */
export function createEndpointUseCases({ db, guard, clock }: { db: Database; guard: TargetGuard; clock: Clock }) {
  return {
    /** Adds an endpoint. The guard checks the address again at every attempt, because a name can resolve to another address later. */
    async createEndpoint(
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
    },

    /**
     * Changes what is named. Enabling an endpoint forgives its failures; what it missed while it was disabled is delivered when
     * somebody asks for that. @throws Problem `webhook.endpoint_not_found`, `webhook.url_not_allowed`
     */
    async updateEndpoint(
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
    },

    /** Newest first. */
    async listEndpoints(caller: ApiCaller, query: { limit: number; after?: string | undefined }) {
      const page = pageOfQuery('webhookEndpoint', query);
      const rows = await db.webhookEndpoints.list(caller.clientId, { ...page, limit: page.limit + 1 });
      return toPage(rows, page.limit);
    },

    /** Another client's endpoint does not exist. */
    async readEndpoint(caller: ApiCaller, endpointId: string): Promise<WebhookEndpoint> {
      const endpoint = await db.webhookEndpoints.find(caller.clientId, endpointId);
      if (endpoint === null) throw new Problem('webhook.endpoint_not_found');
      return endpoint;
    },

    /** Removes an endpoint with its deliveries. Jobs for them find nothing to do. */
    async deleteEndpoint({ clientId, actorId }: ApiCaller, endpointId: string): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await tx.webhookEndpoints.delete(clientId, endpointId))) throw new Problem('webhook.endpoint_not_found');
        await tx.audit.append([{ clientId, actorId, action: 'webhook_endpoint.deleted', subjectId: endpointId }]);
      });
    },

    /** Gives an endpoint a new secret. One that is rotated twice in a day keeps the last two. */
    async rotateSecret(
      { clientId, actorId }: ApiCaller,
      endpointId: string,
      effect: Effect<RotatedSecret> = unrecorded,
    ): Promise<RotatedSecret> {
      const secret = newWebhookSecret();
      return db.transaction(async (tx) => {
        const rotation = await tx.webhookEndpoints.rotateSecret(clientId, endpointId, secret, rotationHours);
        if (rotation === null) throw new Problem('webhook.endpoint_not_found');
        const rotated = { secret, until: rotation.until };
        await effect.record(tx, rotated);
        await tx.audit.append([{ clientId, actorId, action: 'webhook_endpoint.rotated', subjectId: endpointId }]);
        return rotated;
      });
    },

    /** Sends an event `webhook.test` to one endpoint, whatever types it asked for. Answers its delivery, which is waiting. */
    async sendTestEvent(
      caller: ApiCaller,
      endpointId: string,
      effect: Effect<WebhookDelivery> = unrecorded,
    ): Promise<WebhookDelivery> {
      const { clientId, actorId } = caller;
      return db.transaction(async (tx) => {
        if ((await tx.webhookEndpoints.find(clientId, endpointId)) === null) {
          throw new Problem('webhook.endpoint_not_found');
        }
        const deliveryId = await recordTestEvent(tx, { clientId, endpointId, at: clock.now() });
        const delivery = await tx.webhookDeliveries.find(clientId, deliveryId);
        if (delivery === null) throw new Error('the delivery was not written');
        await effect.record(tx, delivery);
        await tx.audit.append([{ clientId, actorId, action: 'webhook_endpoint.tested', subjectId: endpointId }]);
        return delivery;
      });
    },
  };
}

/** @throws Problem `webhook.url_not_allowed` */
export async function requireAllowed(guard: TargetGuard, url: string, rules: { httpsOnly: boolean }): Promise<void> {
  try {
    await guard.check(url, rules);
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error;
    throw new Problem('webhook.url_not_allowed', { detail: `The URL ${error.message}.` });
  }
}
