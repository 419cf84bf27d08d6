import { z } from 'zod';
import { silences } from '../domain/verifications/silence.ts';
import { starters } from '../domain/verifications/verification.ts';
import { verificationStatuses } from '../domain/verifications/verification-status.ts';
import { exampleOf, named } from '../steps/named-schema.ts';
import { exampleId, idSchema, languageSchema, timestampSchema } from '../steps/value-schemas.ts';
import { decisionSchema, verdictSchema } from './decision.ts';
import { deviceMetadataSchema, metadataSchema } from './metadata.ts';
import { stepRecordExample, stepRecordSchema } from './sessions/step-record.ts';

export const verificationStatusSchema = named('VerificationStatus', z.enum(verificationStatuses), {
  description: 'The status to rely on; it includes a reviewer’s verdict.',
  example: 'verified',
});

export const flowReferenceSchema = named(
  'FlowReference',
  z.object({
    id: idSchema('flow'),
    name: z.string().max(100),
    version: z.number().int().min(1).max(1_000_000),
  }),
  { description: 'The flow version of a verification.', example: { id: exampleId('flow'), name: 'full', version: 3 } },
);

export const deviceSchema = named(
  'Device',
  z.object({
    platform: z.string().max(60),
    sdkVersion: z.string().max(60),
    languages: z.array(z.string().max(35)).max(20),
    model: z.string().max(200).nullable(),
    osVersion: z.string().max(100).nullable(),
    userAgent: z.string().max(1000).nullable(),
    networkAddress: z.string().max(45).meta({ description: 'IPv4 or IPv6, as the server saw it.' }),
  }),
  {
    description: 'The device of the person, as its SDK described it.',
    example: {
      platform: 'web',
      sdkVersion: '1.0.0',
      languages: ['pt-BR', 'en'],
      model: null,
      osVersion: null,
      userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 8)',
      networkAddress: '203.0.113.7',
    },
  },
);

export const sealedRecordSchema = named(
  'SealedRecord',
  z.object({
    encryptionConfigurationId: idSchema('encryptionConfiguration'),
    sealedAt: timestampSchema.nullable().meta({ description: 'From this time on the service cannot read the record.' }),
    jwe: z.string().max(2_000_000).nullable().meta({
      description:
        'Extracted data for the holder of the private key. Null if the key was removed after the verification had ended without a verdict.',
    }),
  }),
  {
    description: 'How a record is encrypted to the client’s own public key.',
    example: { encryptionConfigurationId: exampleId('encryptionConfiguration'), sealedAt: null, jwe: null },
  },
);

/** Who started an attempt, and whether it counts for the identity. */
export const authority = {
  startedBy: z.enum(starters).meta({
    description:
      '`backend`: your server, with its secret. `device` (an SDK) and `link` (a page of this service): anyone who knows the ' +
      'public ids can do this.',
  }),
  speaksForIdentity: z.boolean().meta({
    description:
      'Whether this attempt decides the status of the identity. Never act on the status of an attempt that does not.',
  }),
  silentBecause: z
    .array(z.enum(silences))
    .max(silences.length)
    .meta({ description: 'Why it does not speak for the identity; empty when it does.' }),
};
const authorityExample = { startedBy: 'backend' as const, speaksForIdentity: true, silentBecause: [] };

const assigneeIdSchema = idSchema('operator')
  .nullable()
  .meta({ description: 'The operator to whom the case is assigned; null if it is unassigned.' });

const times = { createdAt: timestampSchema, finishedAt: timestampSchema.nullable() };

export const verificationSummarySchema = named(
  'VerificationSummary',
  z.object({ id: idSchema('verification'), status: verificationStatusSchema, ...authority, ...times }),
  {
    description: 'A short form of one attempt.',
    example: {
      id: exampleId('verification'),
      status: 'rejected',
      ...authorityExample,
      createdAt: '2026-03-01T09:30:00.000Z',
      finishedAt: '2026-03-01T09:31:12.480Z',
    },
  },
);

export const verificationSchema = named(
  'Verification',
  z.object({
    id: idSchema('verification'),
    identityId: idSchema('identity'),
    status: verificationStatusSchema,
    ...authority,
    flow: flowReferenceSchema,
    decision: decisionSchema.nullable().meta({ description: 'Null until every check is done.' }),
    language: languageSchema,
    metadata: metadataSchema,
    deviceMetadata: deviceMetadataSchema,
    tags: z.array(z.string().max(60)).max(20),
    assigneeId: assigneeIdSchema,
    sealed: sealedRecordSchema.nullable().meta({ description: 'Null without an encryption configuration.' }),
    steps: z.array(stepRecordSchema).max(30),
    inputsCompletedAt: timestampSchema.nullable(),
    ...times,
    device: deviceSchema.nullable().meta({ description: 'Null until an SDK has begun.' }),
  }),
  {
    description: 'One attempt with all its data.',
    example: {
      id: exampleId('verification'),
      identityId: exampleId('identity'),
      status: 'rejected',
      ...authorityExample,
      flow: exampleOf(flowReferenceSchema),
      decision: exampleOf(decisionSchema),
      language: 'pt',
      metadata: { order: { number: 4711 } },
      deviceMetadata: {},
      tags: [],
      assigneeId: null,
      sealed: null,
      steps: [stepRecordExample],
      inputsCompletedAt: '2026-03-01T09:31:11.020Z',
      createdAt: '2026-03-01T09:30:00.000Z',
      finishedAt: '2026-03-01T09:31:12.480Z',
      device: exampleOf(deviceSchema),
    },
  },
);

export const verificationListItemSchema = named(
  'VerificationListItem',
  z.object({
    id: idSchema('verification'),
    identityId: idSchema('identity'),
    status: verificationStatusSchema,
    ...authority,
    flow: flowReferenceSchema,
    fullName: z.string().max(1000).nullable(),
    tags: z.array(z.string().max(60)).max(20),
    assigneeId: assigneeIdSchema,
    reviewedAt: timestampSchema.nullable().meta({
      description:
        'When a reviewer last gave a verdict (`decision.manual.decidedAt`), or null. Send it as `seenDecidedAt` with a review.',
    }),
    inputsCompletedAt: timestampSchema.nullable(),
    ...times,
  }),
  {
    description: 'One attempt in a list.',
    example: {
      ...exampleOf(verificationSummarySchema),
      identityId: exampleId('identity'),
      flow: exampleOf(flowReferenceSchema),
      fullName: 'ANNA MARIA ERIKSSON',
      tags: [],
      assigneeId: null,
      reviewedAt: null,
      inputsCompletedAt: '2026-03-01T09:31:11.020Z',
    },
  },
);

export const reviewSchema = named(
  'Review',
  z.strictObject({
    status: verdictSchema,
    reason: z.string().min(1).max(500),
    notes: z.string().max(5000).optional(),
    seenDecidedAt: timestampSchema.nullable().optional().meta({
      description:
        'The `decision.manual.decidedAt` that you saw, null for none: the service overwrites no later verdict. Without it, it overwrites only your own.',
    }),
    acknowledgedDuplicates: z.array(idSchema('identity')).max(2_000).optional().meta({
      description:
        'Identities that you have compared with this one, as `verification.duplicates_not_acknowledged` named them. Needed for `verified`.',
    }),
    acknowledgedContradictions: z.boolean().optional().meta({
      description:
        'You have compared this verification with those of the same identity that `contradictions` named. Required if it named any.',
    }),
    acknowledgedIncompleteSearch: z.boolean().optional().meta({
      description: 'You know that the search for other identities was incomplete. Required if `complete` was false.',
    }),
  }),
  { description: 'A reviewer’s verdict.', example: { status: 'verified', reason: 'Looks right to me' } },
);

export type VerificationRecord = z.output<typeof verificationSchema>;
