import { z } from 'zod';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { exampleId, idSchema, timestampSchema } from '../../steps/value-schemas.ts';

/** Public keys only: a JWK with a private member is refused as an unknown key. */
const publicKeySchema = named(
  'PublicKey',
  z.discriminatedUnion('kty', [
    z.strictObject({
      kty: z.literal('RSA'),
      alg: z.literal('RSA-OAEP-256'),
      kid: z.string().max(200).optional(),
      n: z.string().min(300).max(1400),
      e: z.string().max(12),
    }),
    z.strictObject({
      kty: z.literal('EC'),
      alg: z.literal('ECDH-ES'),
      kid: z.string().max(200).optional(),
      crv: z.enum(['P-256', 'P-384', 'P-521']),
      x: z.string().max(100),
      y: z.string().max(100),
    }),
  ]),
  {
    description: 'A public key as a JWK.',
    example: {
      kty: 'EC',
      alg: 'ECDH-ES',
      crv: 'P-256',
      x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
      y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
    },
  },
);

export const newEncryptionConfigurationSchema = named(
  'NewEncryptionConfiguration',
  z.strictObject({ name: z.string().min(1).max(100), publicKey: publicKeySchema }),
  { description: 'A key to encrypt records to.', example: { name: 'vault', publicKey: exampleOf(publicKeySchema) } },
);

export const encryptionConfigurationSchema = named(
  'EncryptionConfiguration',
  z.object({
    id: idSchema('encryptionConfiguration'),
    name: z.string().max(100),
    publicKey: publicKeySchema,
    createdAt: timestampSchema,
  }),
  {
    description: 'A key that records are encrypted to, chosen by `encryptionConfigurationId` in the metadata.',
    example: {
      id: exampleId('encryptionConfiguration'),
      name: 'vault',
      publicKey: exampleOf(publicKeySchema),
      createdAt: '2026-03-01T09:30:00.000Z',
    },
  },
);
