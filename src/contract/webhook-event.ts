import { z } from 'zod';
import { identityStatuses } from '../domain/verifications/identity-status.ts';
import { stepTypes } from '../domain/verifications/step-type.ts';
import { exampleOf, named } from '../steps/named-schema.ts';
import { exampleId, idSchema, stepIdSchema, timestampSchema } from '../steps/value-schemas.ts';
import type { EventType } from '../domain/webhooks/event-type.ts';
import { deviceMetadataSchema, metadataSchema } from './metadata.ts';
import { flowReferenceSchema, authority, verificationStatusSchema } from './verification.ts';

/** Webhook bodies. They are small: ids, status, flow and the host’s own metadata, never other personal data. */

const sequence = z
  .number()
  .int()
  .min(1)
  .meta({ description: 'Counts the events of one verification without gaps. A lower number is older.' });
const resource = z.string().max(200).meta({ description: 'Path of the resource to read for the complete data.' });

const verificationData = {
  identityId: idSchema('identity'),
  verificationId: idSchema('verification'),
  status: verificationStatusSchema,
  ...authority,
  flow: flowReferenceSchema,
  sequence,
  resource,
  metadata: metadataSchema,
  deviceMetadata: deviceMetadataSchema,
};

const identityData = {
  identityId: idSchema('identity'),
  status: z.enum(identityStatuses),
  resource,
};

function eventSchemaOf<T extends EventType, D extends z.ZodRawShape>(type: T, data: D) {
  const name = type.replace(/(^|[._])([a-z])/g, (_match, _mark: string, letter: string) => letter.toUpperCase());
  return z
    .object({ type: z.literal(type), timestamp: timestampSchema, data: z.object(data) })
    .meta({ id: `${name}Event` });
}

const variants = [
  eventSchemaOf('verification.completed', verificationData),
  eventSchemaOf('verification.started', verificationData),
  eventSchemaOf('verification.inputs_completed', verificationData),
  eventSchemaOf('verification.step_completed', {
    ...verificationData,
    step: z.object({ id: stepIdSchema, type: z.enum(stepTypes) }),
  }),
  eventSchemaOf('verification.updated', verificationData),
  eventSchemaOf('verification.cancelled', verificationData),
  eventSchemaOf('verification.expired', verificationData),
  // The verification that changed the identity: the event is numbered among that verification's events.
  eventSchemaOf('identity.updated', {
    ...identityData,
    verificationId: idSchema('verification'),
    ...authority,
    sequence,
  }),
  eventSchemaOf('identity.deleted', identityData),
  // The end of the client's audit log. A receiver that keeps it can detect that newer entries were deleted or older ones changed.
  eventSchemaOf('audit.anchored', {
    entries: z.number().int().min(1).meta({ description: 'How many entries the audit log has.' }),
    entryId: idSchema('auditEntry').meta({ description: 'The newest entry.' }),
    hash: z
      .string()
      .max(64)
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: 'The `hash` of that entry: SHA-256 over it and the hash before it.' }),
    resource,
  }),
  eventSchemaOf('webhook.test', { endpointId: idSchema('webhookEndpoint') }),
] as const;

export const webhookEventSchema = named('WebhookEvent', z.discriminatedUnion('type', variants), {
  description: 'The body of a webhook (Standard Webhooks 1.0.0).',
  example: {
    type: 'verification.completed',
    timestamp: '2026-03-01T09:31:12.480Z',
    data: {
      identityId: exampleId('identity'),
      verificationId: exampleId('verification'),
      status: 'verified',
      startedBy: 'backend',
      speaksForIdentity: true,
      silentBecause: [],
      flow: exampleOf(flowReferenceSchema),
      sequence: 4,
      resource: `/v2/identities/${exampleId('identity')}`,
      metadata: { order: { number: 4711 } },
      deviceMetadata: {},
    },
  },
});

export type WebhookEvent = z.output<typeof webhookEventSchema>;
