import { z } from 'zod';
import { mediaKinds } from '../../domain/media/media-kind.ts';
import { reasonCodes } from '../../domain/faults/reason-codes.ts';
import { verdicts } from '../../domain/verifications/verification-status.ts';
import { named } from '../../steps/named-schema.ts';
import { exampleId, idSchema, stepIdSchema, timestampSchema } from '../../steps/value-schemas.ts';
import { newMetadataSchema } from '../metadata.ts';
import { returnToShape } from '../return-urls.ts';
import { clientTokenSchema } from './session.ts';
import { stepSubmitSchema } from './session-step.ts';

/** Requests with which a host-app backend starts a verification, submits its inputs or simulates its end. */

export const verificationStartSchema = named(
  'VerificationStart',
  z.strictObject({
    flowId: idSchema('flow'),
    identityId: idSchema('identity').optional().meta({ description: 'Verify this identity again.' }),
    metadata: newMetadataSchema.optional(),
    ...returnToShape,
  }),
  {
    description: 'The flow, the identity to verify again (if any), and your metadata.',
    example: { flowId: exampleId('flow'), metadata: { order: { number: 4711 } } },
  },
);

export const startedVerificationSchema = named(
  'StartedVerification',
  z.object({
    verificationId: idSchema('verification'),
    identityId: idSchema('identity'),
    hostedUrl: z
      .url()
      .max(6000)
      .meta({ description: 'One-time link for the person, 24 h; it carries the client token behind its `#`.' }),
    clientToken: clientTokenSchema,
    expiresAt: timestampSchema.meta({ description: 'When the link and the token expire.' }),
  }),
  {
    description: 'A verification that the person can begin.',
    example: {
      verificationId: exampleId('verification'),
      identityId: exampleId('identity'),
      hostedUrl: `https://verify.example/verify/start#clientId=${exampleId('client')}&flowId=${exampleId('flow')}&clientToken=vfc_9wq3Zk1x7Q0t2YbLr5uH8n`,
      clientToken: 'vfc_9wq3Zk1x7Q0t2YbLr5uH8n',
      expiresAt: '2026-03-02T09:30:00.000Z',
    },
  },
);

export const serverInputFieldsSchema = named(
  'ServerInputFields',
  z.object({
    stepId: stepIdSchema,
    kind: z.enum(mediaKinds),
  }),
  { description: 'The fields before the file.', example: { stepId: 'id-card', kind: 'document-front' } },
);

export const serverSubmitSchema = named(
  'ServerSubmit',
  z.strictObject({ stepId: stepIdSchema, input: stepSubmitSchema }),
  {
    description: 'Submits a step from the server. Its record says `origin: server`.',
    example: { stepId: 'id-card', input: { documentType: 'passport' } },
  },
);

export const simulationSchema = named(
  'Simulation',
  z.strictObject({
    status: z.enum([...verdicts, 'cancelled', 'expired']),
    codes: z
      .array(z.enum(reasonCodes))
      .max(20)
      .default([])
      .meta({ description: 'The reason codes that the decision will contain.' }),
  }),
  { description: 'The outcome to simulate.', example: { status: 'rejected', codes: ['document.expired'] } },
);
