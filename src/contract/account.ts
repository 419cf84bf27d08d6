import { z } from 'zod';
import { eventTypes } from '../domain/webhooks/event-type.ts';
import { languages } from '../domain/language.ts';
import { scopes } from '../domain/operators/scope.ts';
import { exampleOf, named } from '../steps/named-schema.ts';
import { exampleId, idSchema, timestampSchema } from '../steps/value-schemas.ts';
import { cidrSchema } from './ip-rules.ts';
import { returnUrlsSchema } from './return-urls.ts';

/** API tokens, IP rules, settings and encryption keys of a client. */

/** The display name of the object whose id is next to it. */
export const nameSchema = z
  .string()
  .max(2048)
  .nullable()
  .meta({ description: 'Its current name; null if it has none or was removed.' });

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
  createdByName: nameSchema,
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

export const ipRuleSetSchema = named(
  'IpRuleSet',
  z.strictObject({
    allow: z.array(cidrSchema).max(1000).meta({ description: 'An empty list means every address.' }),
    deny: z.array(cidrSchema).max(1000).meta({ description: 'Takes precedence over `allow`.' }),
  }),
  { description: 'Networks that sessions may start from.', example: { allow: [], deny: ['203.0.113.0/24'] } },
);

const colourSchema = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/)
  .max(7);
const days = z.number().int().min(1).max(36_500).nullable();

const adminsAlone = 'On a live client, only admins and owners may change it.';
const settingsShape = {
  name: z.string().min(1).max(100),
  showVendorBranding: z.boolean(),
  logoUrl: z
    .url({ protocol: /^https$/ })
    .max(2048)
    .nullable(),
  buttonColor: colourSchema.nullable(),
  buttonTextColor: colourSchema.nullable(),
  languages: z.array(z.enum(languages)).min(1).max(10),
  origins: z
    .array(z.url({ protocol: /^https?$/ }).max(300))
    .max(100)
    .meta({
      description:
        'Web origins that may use the SDK; empty: all. Only these may show the hosted page in a frame; empty: none.',
    }),
  returnUrls: returnUrlsSchema.meta({
    description:
      'Where the hosted page may send people when they are done: whole addresses, `https` only (`http` for localhost). Empty: nowhere.',
  }),
  strictStart: z.boolean().meta({ description: `Sessions start with a client token only. ${adminsAlone}` }),
  mediaRetentionDays: days.meta({ description: `Null means that the data is kept. ${adminsAlone}` }),
  dataRetentionDays: days.meta({ description: `Null means that the data is kept. ${adminsAlone}` }),
  webhookEventTypes: z
    .array(z.enum(eventTypes))
    .max(20)
    .meta({ description: 'Default filter of new endpoints. Empty: all types except `audit.anchored`.' }),
};

export const settingsSchema = named('Settings', z.object(settingsShape), {
  description: 'Settings of the client.',
  example: {
    name: 'Example Bank',
    showVendorBranding: true,
    logoUrl: null,
    buttonColor: '#1A2B3C',
    buttonTextColor: '#FFFFFF',
    languages: ['en', 'pt'],
    origins: ['https://bank.example'],
    returnUrls: ['https://bank.example/verified'],
    strictStart: false,
    mediaRetentionDays: 90,
    dataRetentionDays: null,
    webhookEventTypes: [],
  },
});

export const settingsUpdateSchema = named('SettingsUpdate', z.strictObject(settingsShape).partial(), {
  description: 'The fields to change. Other fields keep their values.',
  example: { name: 'Example Bank' },
});

export const retentionPreviewSchema = named(
  'RetentionPreview',
  z.object({
    mediaFiles: z.number().int().min(0),
    mediaBytes: z.number().int().min(0),
    verifications: z.number().int().min(0),
    identities: z.number().int().min(0),
  }),
  {
    description: 'The people, attempts and files that would be deleted now.',
    example: { mediaFiles: 1200, mediaBytes: 830_000_000, verifications: 400, identities: 0 },
  },
);

/** Public keys only: a JWK with a private member is refused as an unknown key. */
export const publicKeySchema = named(
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
