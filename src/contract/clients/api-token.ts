import { z } from 'zod';
import { scopes } from '../../domain/operators/scope.ts';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { exampleId, idSchema, timestampSchema } from '../../steps/value-schemas.ts';
import { cidrSchema } from '../cidr.ts';
import { currentNameSchema } from '../current-name.ts';

const tokenShape = {
  id: idSchema('apiToken'),
  name: z.string().max(100),
  scopes: z.array(z.enum(scopes)).max(20),
  allowedNetworks: z.array(cidrSchema).max(100).meta({ description: 'An empty list means every address.' }),
  createdAt: timestampSchema,
  expiresAt: timestampSchema.nullable(),
  revokedAt: timestampSchema.nullable(),
  lastUsedAt: timestampSchema.nullable(),
  createdBy: z
    .string()
    .max(100)
    .nullable()
    .meta({ description: 'Id of the operator or API token that made it; null for tokens older than this field.' }),
  createdByName: currentNameSchema,
};

export const apiTokenSchema = named('ApiToken', z.object(tokenShape), {
  description: 'An API token, without its secret.',
  example: {
    id: exampleId('apiToken'),
    name: 'backend',
    scopes: ['identities:read', 'media:read'],
    allowedNetworks: [],
    createdAt: '2026-03-01T09:30:00.000Z',
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    createdBy: exampleId('operator'),
    createdByName: 'Ana',
  },
});

export const createdApiTokenSchema = named(
  'CreatedApiToken',
  z.object({ ...tokenShape, token: z.string().max(100).meta({ description: 'Only this response contains it.' }) }),
  {
    description: 'A new API token with its secret.',
    example: { ...exampleOf(apiTokenSchema), token: 'vfy_test_9wq3Zk1x7Q0t2YbLr5uH8nJ4cD6eF1gM3pS5vX7zA0B' },
  },
);

export const newApiTokenSchema = named(
  'NewApiToken',
  z.strictObject({
    name: z.string().min(1).max(100),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .max(20)
      .meta({ description: 'On a live client, only admins and owners may grant `account:write`.' }),
    allowedNetworks: z.array(cidrSchema).max(100).default([]),
    expiresAt: timestampSchema.nullable().default(null),
  }),
  {
    description: 'The name and the rights of a new API token.',
    example: { name: 'backend', scopes: ['identities:read'] },
  },
);

export const tokenRotationSchema = named(
  'TokenRotation',
  z.strictObject({ overlapSeconds: z.number().int().min(0).max(604_800).default(86_400) }),
  { description: 'How long the old secret stays valid in addition to the new one.', example: { overlapSeconds: 3600 } },
);

/** Query parameter: whether the tokens that an operator or token made are revoked with it. */
export const revokeTokensSchema = (description: string) =>
  z
    .enum(['true', 'false'])
    .default('true')
    .meta({ description, examples: ['false'] });
