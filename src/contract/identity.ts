import { z } from 'zod';
import { identityStatuses } from '../domain/verifications/identity-status.ts';
import { factNames } from '../domain/verifications/identity.ts';
import { exampleOf, named } from '../steps/named-schema.ts';
import { exampleId, idSchema, timestampSchema } from '../steps/value-schemas.ts';
import { verificationSchema, verificationSummarySchema } from './verification.ts';

export const identityStatusSchema = named('IdentityStatus', z.enum(identityStatuses), {
  description:
    'The status of the latest finished verification that speaks for the identity; `pending` before the first.',
  example: 'verified',
});

const identityValueSchema = named(
  'IdentityValue',
  z.object({
    value: z.string().max(1000),
    source: z
      .string()
      .max(100)
      .meta({ description: 'Type of the step, and the source within it: `document:mrz`, `phone`.' }),
    verificationId: idSchema('verification'),
  }),
  {
    description: 'A value from a verified attempt.',
    example: { value: 'ANNA MARIA ERIKSSON', source: 'document:mrz', verificationId: exampleId('verification') },
  },
);

export const identityDataSchema = named('IdentityData', z.partialRecord(z.enum(factNames), identityValueSchema), {
  description: 'The newest value of each field, from verified attempts only. Unknown fields are left out.',
  example: { fullName: exampleOf(identityValueSchema) },
});

export const identitySchema = named(
  'Identity',
  z.object({
    id: idSchema('identity'),
    status: identityStatusSchema,
    reverifiableBy: z
      .array(idSchema('flow'))
      .max(1000)
      .meta({ description: 'Flows that may verify this identity again now.' }),
    activeVerification: verificationSummarySchema
      .nullable()
      .meta({ description: 'The attempt in progress; if there are several, one that speaks for the identity.' }),
    tags: z.array(z.string().max(60)).max(20),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    data: identityDataSchema,
    latestVerification: verificationSchema
      .nullable()
      .meta({ description: 'The newest finished attempt that speaks for the identity, with all its data.' }),
    verifications: z
      .array(verificationSummarySchema)
      .max(20)
      .meta({ description: 'The newest 20 attempts that speak for the identity, newest first.' }),
    silentVerifications: z.array(verificationSummarySchema).max(20).meta({
      description:
        'The newest 20 attempts that do not speak for the identity. Anyone who knows its id may have started them.',
    }),
  }),
  {
    description: 'One person of a client, with all known data.',
    example: {
      id: exampleId('identity'),
      status: 'rejected',
      reverifiableBy: [exampleId('flow')],
      activeVerification: null,
      tags: [],
      createdAt: '2026-03-01T09:30:00.000Z',
      updatedAt: '2026-03-01T09:31:12.480Z',
      data: {},
      // With its steps in the example of a verification: written out once, they keep the packed types small.
      latestVerification: { ...exampleOf(verificationSchema), steps: [] },
      verifications: [exampleOf(verificationSummarySchema)],
      silentVerifications: [],
    },
  },
);

export const identityListItemSchema = named(
  'IdentityListItem',
  z.object({
    id: idSchema('identity'),
    status: identityStatusSchema,
    fullName: z.string().max(1000).nullable(),
    tags: z.array(z.string().max(60)).max(20),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  }),
  {
    description: 'One person in a list.',
    example: {
      id: exampleId('identity'),
      status: 'verified',
      fullName: 'ANNA MARIA ERIKSSON',
      tags: ['vip'],
      createdAt: '2026-03-01T09:30:00.000Z',
      updatedAt: '2026-03-01T09:31:12.480Z',
    },
  },
);

export type IdentityRecord = z.output<typeof identitySchema>;
