import { z } from 'zod';
import { eventTypes } from '../../domain/webhooks/event-type.ts';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { idSchema, timestampSchema } from '../../steps/value-schemas.ts';
import { defineRoute } from '../define-route.ts';
import { pageOf, pageQuery } from '../pagination.ts';
import {
  createdWebhookEndpointSchema,
  deliverySchema,
  deliveryStates,
  newWebhookEndpointSchema,
  rotatedSecretSchema,
  storedEventSchema,
  webhookEndpointSchema,
  webhookEndpointUpdateSchema,
} from '../webhook.ts';

const webhooks = { tag: 'webhooks', auth: 'apiTokenOrOperator', scopes: ['webhooks:write'] } as const;
const params = z.object({ endpointId: idSchema('webhookEndpoint') });
const path = '/v2/webhook-endpoints/{endpointId}';

export const listWebhookEndpointsRoute = defineRoute({
  ...webhooks,
  operationId: 'listWebhookEndpoints',
  method: 'get',
  path: '/v2/webhook-endpoints',
  summary: 'List webhook endpoints',
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'One page of the list.',
      schema: named('WebhookEndpointPage', pageOf(webhookEndpointSchema), {
        description: 'One page of endpoints.',
        example: { data: [exampleOf(webhookEndpointSchema)], nextCursor: null },
      }),
    },
  },
});

export const createWebhookEndpointRoute = defineRoute({
  ...webhooks,
  operationId: 'createWebhookEndpoint',
  method: 'post',
  path: '/v2/webhook-endpoints',
  summary: 'Add an endpoint',
  body: newWebhookEndpointSchema,
  responses: { 201: { description: 'The endpoint and its secret.', schema: createdWebhookEndpointSchema } },
  errors: ['webhook.url_not_allowed'],
  idempotent: true,
});

export const getWebhookEndpointRoute = defineRoute({
  ...webhooks,
  operationId: 'getWebhookEndpoint',
  method: 'get',
  path,
  summary: 'Read an endpoint',
  params,
  responses: { 200: { description: 'The endpoint.', schema: webhookEndpointSchema } },
  errors: ['webhook.endpoint_not_found'],
});

export const updateWebhookEndpointRoute = defineRoute({
  ...webhooks,
  operationId: 'updateWebhookEndpoint',
  method: 'patch',
  path,
  summary: 'Change or enable an endpoint',
  params,
  body: webhookEndpointUpdateSchema,
  responses: { 200: { description: 'The endpoint.', schema: webhookEndpointSchema } },
  errors: ['webhook.endpoint_not_found', 'webhook.url_not_allowed'],
});

export const deleteWebhookEndpointRoute = defineRoute({
  ...webhooks,
  operationId: 'deleteWebhookEndpoint',
  method: 'delete',
  path,
  summary: 'Remove an endpoint',
  params,
  responses: { 204: { description: 'The endpoint is removed and its waiting deliveries are dropped.' } },
  errors: ['webhook.endpoint_not_found'],
});

export const rotateWebhookSecretRoute = defineRoute({
  ...webhooks,
  operationId: 'rotateWebhookSecret',
  method: 'post',
  path: `${path}/rotate-secret`,
  summary: 'Rotate the secret',
  params,
  responses: { 201: { description: 'The new secret.', schema: rotatedSecretSchema } },
  errors: ['webhook.endpoint_not_found'],
  idempotent: true,
});

export const sendTestEventRoute = defineRoute({
  ...webhooks,
  operationId: 'sendTestEvent',
  method: 'post',
  path: `${path}/test`,
  summary: 'Send a `webhook.test` event',
  params,
  responses: { 201: { description: 'The delivery of the test event.', schema: deliverySchema } },
  errors: ['webhook.endpoint_not_found'],
  idempotent: true,
});

export const redeliverFailedRoute = defineRoute({
  ...webhooks,
  operationId: 'redeliverFailed',
  method: 'post',
  path: `${path}/redeliver-failed`,
  summary: 'Redeliver all events that failed since a given time',
  params,
  body: named('RedeliverySince', z.strictObject({ since: timestampSchema }), {
    description: 'Redeliver events that failed at or after this time.',
    example: { since: '2026-03-01T00:00:00.000Z' },
  }),
  responses: {
    202: {
      description: 'The deliveries wait for their next attempt.',
      schema: named('RedeliveryCount', z.object({ deliveries: z.number().int().min(0) }), {
        description: 'How many deliveries the service will try again.',
        example: { deliveries: 12 },
      }),
    },
  },
  errors: ['webhook.endpoint_not_found'],
});

export const listEventsRoute = defineRoute({
  ...webhooks,
  operationId: 'listEvents',
  reads: 'webhook_event.listed',
  method: 'get',
  path: '/v2/events',
  summary: 'List the events of the last 30 days',
  query: z.object({
    ...pageQuery,
    type: z.enum(eventTypes).optional(),
    identityId: idSchema('identity').optional(),
    verificationId: idSchema('verification').optional(),
  }),
  responses: {
    200: {
      description: 'One page of the list.',
      schema: named('EventPage', pageOf(storedEventSchema), {
        description: 'One page of events.',
        example: { data: [exampleOf(storedEventSchema)], nextCursor: null },
      }),
    },
  },
});

export const getEventRoute = defineRoute({
  ...webhooks,
  operationId: 'getEvent',
  reads: 'webhook_event.read',
  method: 'get',
  path: '/v2/events/{eventId}',
  summary: 'Read an event of the last 30 days',
  params: z.object({ eventId: idSchema('event') }),
  responses: { 200: { description: 'The event.', schema: storedEventSchema } },
  errors: ['webhook.event_not_found'],
});

const deliveryPage = named('DeliveryPage', pageOf(deliverySchema), {
  description: 'One page of deliveries.',
  example: { data: [exampleOf(deliverySchema)], nextCursor: null },
});

export const listDeliveriesRoute = defineRoute({
  ...webhooks,
  operationId: 'listDeliveries',
  reads: 'webhook_delivery.listed',
  method: 'get',
  path: '/v2/deliveries',
  summary: 'List deliveries with every attempt',
  query: z.object({
    ...pageQuery,
    eventId: idSchema('event').optional(),
    endpointId: idSchema('webhookEndpoint').optional(),
    state: z.enum(deliveryStates).optional(),
  }),
  responses: { 200: { description: 'One page of the list.', schema: deliveryPage } },
});

export const redeliverRoute = defineRoute({
  ...webhooks,
  operationId: 'redeliver',
  method: 'post',
  path: '/v2/deliveries/{deliveryId}/redeliver',
  summary: 'Redeliver an event, or retry it now',
  description:
    'A delivery that has ended starts its schedule again. For a delivery that waits, the service makes the next attempt now, and the schedule does not change.',
  params: z.object({ deliveryId: idSchema('delivery') }),
  responses: { 202: { description: 'The delivery waits for its next attempt.', schema: deliverySchema } },
  errors: ['webhook.delivery_not_found', 'webhook.delivery_waiting'],
});
