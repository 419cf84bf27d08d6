import { z } from 'zod';
import { eventTypes } from '../domain/webhooks/event-type.ts';
import { exampleOf, named } from '../steps/named-schema.ts';
import { durationMsSchema, exampleId, idSchema, timestampSchema } from '../steps/value-schemas.ts';
import { webhookEventSchema } from './webhook-event.ts';

const targetSchema = z.url({ protocol: /^https?$/ }).max(2048);
const typesSchema = z.array(z.enum(eventTypes)).max(20);
const secretSchema = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/=]+$/)
  .max(100)
  .meta({ description: 'Only this response contains it.' });

const endpointShape = {
  id: idSchema('webhookEndpoint'),
  url: targetSchema,
  description: z.string().max(200),
  eventTypes: typesSchema.meta({
    description: 'An empty list means all types except `audit.anchored`, which must be named.',
  }),
  enabled: z.boolean(),
  disabledReason: z.enum(['operator', 'gone', 'failing']).nullable(),
  rotatesUntil: timestampSchema
    .nullable()
    .meta({ description: 'Until this time the service signs with both secrets.' }),
  createdAt: timestampSchema,
};

export const webhookEndpointSchema = named('WebhookEndpoint', z.object(endpointShape), {
  description: 'An endpoint that receives events.',
  example: {
    id: exampleId('webhookEndpoint'),
    url: 'https://bank.example/hooks/verify',
    description: 'production',
    eventTypes: ['verification.completed', 'verification.updated'],
    enabled: true,
    disabledReason: null,
    rotatesUntil: null,
    createdAt: '2026-03-01T09:30:00.000Z',
  },
});

export const createdWebhookEndpointSchema = named(
  'CreatedWebhookEndpoint',
  z.object({ ...endpointShape, secret: secretSchema }),
  {
    description: 'A new endpoint with its secret.',
    example: { ...exampleOf(webhookEndpointSchema), secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  },
);

export const newWebhookEndpointSchema = named(
  'NewWebhookEndpoint',
  z.strictObject({
    url: targetSchema,
    description: z.string().max(200).default(''),
    eventTypes: typesSchema.optional().meta({ description: 'When omitted, the client’s default filter applies.' }),
  }),
  {
    description: 'The address of the endpoint and its event types.',
    example: { url: 'https://bank.example/hooks/verify' },
  },
);

export const webhookEndpointUpdateSchema = named(
  'WebhookEndpointUpdate',
  z.strictObject({
    url: targetSchema.optional(),
    description: z.string().max(200).optional(),
    eventTypes: typesSchema.optional(),
    enabled: z.boolean().optional(),
  }),
  { description: 'The fields to change. Other fields keep their values.', example: { enabled: true } },
);

export const rotatedSecretSchema = named(
  'RotatedSecret',
  z.object({ secret: secretSchema, rotatesUntil: timestampSchema }),
  {
    description: 'The new secret; the old one also signs for 24 h.',
    example: { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', rotatesUntil: '2026-03-02T09:30:00.000Z' },
  },
);

export const storedEventSchema = named('StoredEvent', z.object({ id: idSchema('event'), body: webhookEventSchema }), {
  description: 'An event of the last 30 days.',
  example: { id: exampleId('event'), body: exampleOf(webhookEventSchema) },
});

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;

export const deliverySchema = named(
  'Delivery',
  z.object({
    id: idSchema('delivery'),
    eventId: idSchema('event'),
    endpointId: idSchema('webhookEndpoint'),
    state: z.enum(deliveryStates),
    nextAttemptAt: timestampSchema.nullable(),
    attempts: z
      .array(
        z.object({
          at: timestampSchema,
          durationMs: durationMsSchema,
          status: z
            .number()
            .int()
            .min(100)
            .max(599)
            .nullable()
            .meta({ description: 'Null if the endpoint did not respond.' }),
          error: z.string().max(200).nullable(),
          answer: z.string().max(1024).nullable().meta({ description: 'The first 1,000 bytes of the response.' }),
        }),
      )
      .max(100),
    createdAt: timestampSchema,
  }),
  {
    description: 'The attempts to bring one event to one endpoint.',
    example: {
      id: exampleId('delivery'),
      eventId: exampleId('event'),
      endpointId: exampleId('webhookEndpoint'),
      state: 'delivered',
      nextAttemptAt: null,
      attempts: [{ at: '2026-03-01T09:31:13.000Z', durationMs: 48, status: 204, error: null, answer: '' }],
      createdAt: '2026-03-01T09:31:12.480Z',
    },
  },
);
