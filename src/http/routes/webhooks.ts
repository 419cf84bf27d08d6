import {
  createWebhookEndpointRoute,
  deleteWebhookEndpointRoute,
  getEventRoute,
  getWebhookEndpointRoute,
  listDeliveriesRoute,
  listEventsRoute,
  listWebhookEndpointsRoute,
  redeliverFailedRoute,
  redeliverRoute,
  rotateWebhookSecretRoute,
  sendTestEventRoute,
  updateWebhookEndpointRoute,
} from '../../contract/routes/webhooks.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { WebhookDelivery } from '../../domain/webhooks/webhook.ts';
import type { DeliveryUseCases } from '../../services/webhooks/deliveries.ts';
import type { EndpointUseCases, CreatedEndpoint, RotatedSecret } from '../../services/webhooks/endpoints.ts';
import type { EventUseCases } from '../../services/webhooks/events.ts';
import { deliveryRecordOf, endpointRecordOf, eventRecordOf } from '../../services/webhooks/webhook-records.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';

export type WebhookRouteUseCases = EndpointUseCases & EventUseCases & DeliveryUseCases;

/** Endpoints for events, the events, and their deliveries. */
export function webhookRoutes(webhooks: WebhookRouteUseCases, { clock }: { clock: Clock }): BoundRoute[] {
  return [
    bindRoute(createWebhookEndpointRoute, async ({ caller, input: { body }, effect }) => {
      const responseOf = ({ endpoint, secret }: CreatedEndpoint) =>
        respond(201, { ...endpointRecordOf(endpoint, endpoint.createdAt), secret });
      return responseOf(await webhooks.createEndpoint(caller, body, effect.storing(responseOf)));
    }),

    bindRoute(deleteWebhookEndpointRoute, async ({ caller, input: { params } }) => {
      await webhooks.deleteEndpoint(caller, params.endpointId);
      return respond(204);
    }),

    bindRoute(getWebhookEndpointRoute, async ({ caller, input: { params } }) =>
      respond(200, endpointRecordOf(await webhooks.readEndpoint(caller, params.endpointId), clock.now())),
    ),

    bindRoute(getEventRoute, async ({ caller, input: { params } }) =>
      respond(200, eventRecordOf(await webhooks.readEvent(caller, params.eventId))),
    ),

    bindRoute(listDeliveriesRoute, async ({ caller, input: { query } }) => {
      const { data, nextCursor } = await webhooks.listDeliveries(caller, query);
      return respond(200, { data: data.map(deliveryRecordOf), nextCursor });
    }),

    bindRoute(listWebhookEndpointsRoute, async ({ caller, input: { query } }) => {
      const { data, nextCursor } = await webhooks.listEndpoints(caller, query);
      return respond(200, { data: data.map((endpoint) => endpointRecordOf(endpoint, clock.now())), nextCursor });
    }),

    bindRoute(listEventsRoute, async ({ caller, input: { query } }) => {
      const { data, nextCursor } = await webhooks.listEvents(caller, query);
      return respond(200, { data: data.map(eventRecordOf), nextCursor });
    }),

    bindRoute(redeliverFailedRoute, async ({ caller, input: { params, body } }) =>
      respond(202, { deliveries: await webhooks.redeliverFailed(caller, params.endpointId, new Date(body.since)) }),
    ),

    bindRoute(redeliverRoute, async ({ caller, input: { params } }) =>
      respond(202, deliveryRecordOf(await webhooks.redeliver(caller, params.deliveryId))),
    ),

    bindRoute(rotateWebhookSecretRoute, async ({ caller, input: { params }, effect }) => {
      const responseOf = ({ secret, until }: RotatedSecret) =>
        respond(201, { secret, rotatesUntil: until.toISOString() });
      return responseOf(await webhooks.rotateSecret(caller, params.endpointId, effect.storing(responseOf)));
    }),

    bindRoute(sendTestEventRoute, async ({ caller, input: { params }, effect }) => {
      const responseOf = (delivery: WebhookDelivery) => respond(201, deliveryRecordOf(delivery));
      return responseOf(await webhooks.sendTestEvent(caller, params.endpointId, effect.storing(responseOf)));
    }),

    bindRoute(updateWebhookEndpointRoute, async ({ caller, input: { params, body } }) =>
      respond(200, endpointRecordOf(await webhooks.updateEndpoint(caller, params.endpointId, body), clock.now())),
    ),
  ];
}
