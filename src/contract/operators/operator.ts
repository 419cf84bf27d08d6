import { z } from 'zod';
import { clientModes } from '../../domain/operators/client.ts';
import { roles } from '../../domain/operators/role.ts';
import { emailAddressSchema } from '../../steps/email/schema.ts';
import { named } from '../../steps/named-schema.ts';
import { exampleId, idSchema, timestampSchema } from '../../steps/value-schemas.ts';

/** The people who run the service. */

export const roleSchema = named('Role', z.enum(roles), {
  description: 'What an operator may do.',
  example: 'reviewer',
});

export const clientSchema = named(
  'Client',
  z.object({ id: idSchema('client'), name: z.string().max(100), mode: z.enum(clientModes), suspended: z.boolean() }),
  {
    description: 'An account that the operator may work on.',
    example: { id: exampleId('client'), name: 'Example Bank', mode: 'test', suspended: false },
  },
);

const clientIdsSchema = z
  .array(idSchema('client'))
  .max(100)
  .meta({
    description:
      'The clients on which the operator may work; empty: all of them. An operator with such a list cannot list ' +
      'the operators. They see the names of others only in a client’s audit log and in comments on its verifications.',
  });

export const operatorSchema = named(
  'Operator',
  z.object({
    id: idSchema('operator'),
    email: emailAddressSchema,
    name: z.string().max(100),
    role: roleSchema,
    clientIds: clientIdsSchema,
    totpEnabled: z.boolean(),
    signInMethods: z
      .array(z.enum(['password', 'provider']))
      .max(2)
      .meta({
        description: 'How they sign in: with a password of this service, through the OpenID provider, or both.',
      }),
    lastSeenAt: timestampSchema.nullable(),
    createdAt: timestampSchema,
  }),
  {
    description: 'A person who runs the service.',
    example: {
      id: exampleId('operator'),
      email: 'ana@example.com',
      name: 'Ana',
      role: 'owner',
      clientIds: [],
      totpEnabled: true,
      signInMethods: ['password'],
      lastSeenAt: null,
      createdAt: '2026-03-01T09:30:00.000Z',
    },
  },
);

export const operatorUpdateSchema = named(
  'OperatorUpdate',
  z.strictObject({ role: roleSchema.optional(), clientIds: clientIdsSchema.optional() }),
  {
    description: 'The new role, the clients on which the operator may work, or both.',
    example: { role: 'admin' },
  },
);

export const madeTokenListSchema = named(
  'MadeTokens',
  z.object({
    data: z
      .array(
        z.object({
          id: idSchema('apiToken'),
          name: z.string().max(100),
          clientId: idSchema('client'),
          clientName: z.string().max(100),
          lastUsedAt: timestampSchema.nullable(),
        }),
      )
      .max(1000),
  }),
  {
    description: 'API tokens that the operator, or one of their tokens, made; newest first.',
    example: {
      data: [
        {
          id: exampleId('apiToken'),
          name: 'backend',
          clientId: exampleId('client'),
          clientName: 'Example Bank',
          lastUsedAt: null,
        },
      ],
    },
  },
);
