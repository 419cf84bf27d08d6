import { z } from 'zod';
import { eventTypes } from '../domain/webhooks/event-type.ts';
import { auditActions, auditFaults } from '../domain/privacy/audit.ts';
import { languages } from '../domain/language.ts';
import { scopes } from '../domain/operators/scope.ts';
import { exampleOf, named } from '../steps/named-schema.ts';
import { exampleId, idSchema, timestampSchema } from '../steps/value-schemas.ts';
import { cidrSchema } from './ip-rules.ts';
import { cursorSchema, pageOf } from './pagination.ts';
import { returnUrlsSchema } from './return-urls.ts';

/** API tokens, IP rules, settings and the audit log of a client. */

/** The display name of the object whose id is next to it. */
const nameSchema = z
  .string()
  .max(2048)
  .nullable()
  .meta({ description: 'Its name now; null when it has none or is gone.' });

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
  z.object({ ...tokenShape, token: z.string().max(100).meta({ description: 'Shown once.' }) }),
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
      .meta({ description: 'On a live client, only admins and owners give `account:write`.' }),
    allowedNetworks: z.array(cidrSchema).max(100).default([]),
    expiresAt: timestampSchema.nullable().default(null),
  }),
  { description: 'What the token may do.', example: { name: 'backend', scopes: ['identities:read'] } },
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

const adminsAlone = 'On a live client, only admins and owners change it.';
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
      'Where the hosted page may lead people when they are done: whole addresses, `https` only (`http` for localhost). Empty: nowhere.',
  }),
  strictStart: z.boolean().meta({ description: `Sessions start with a client token only. ${adminsAlone}` }),
  mediaRetentionDays: days.meta({ description: `Null means that the data is kept. ${adminsAlone}` }),
  dataRetentionDays: days.meta({ description: `Null means that the data is kept. ${adminsAlone}` }),
  webhookEventTypes: z
    .array(z.enum(eventTypes))
    .max(20)
    .meta({ description: 'Default filter of new endpoints. Empty: all but `audit.anchored`.' }),
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
    description: 'What would be purged now.',
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

export const auditActionSchema = named('AuditAction', z.enum(auditActions), {
  description: 'What an actor did, and to which kind of object.',
  example: 'identity.read',
});

export const auditEntrySchema = named(
  'AuditEntry',
  z.object({
    id: idSchema('auditEntry'),
    at: timestampSchema,
    actor: z.string().max(100).meta({ description: 'Id of the operator or API token, or `system`.' }),
    actorName: nameSchema,
    action: auditActionSchema,
    subject: z.string().max(100).nullable().meta({ description: 'Id of the object that changed or was read.' }),
    subjectName: nameSchema,
    hash: z.string().max(64).meta({ description: 'SHA-256 over this entry and the hash before it.' }),
  }),
  {
    description:
      'One line of the audit log. The stored line contains only ids; names are current ones, and null for people who were verified.',
    example: {
      id: exampleId('auditEntry'),
      at: '2026-03-01T09:30:00.000Z',
      actor: exampleId('apiToken'),
      actorName: 'backend',
      action: 'identity.read',
      subject: exampleId('identity'),
      subjectName: null,
      hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
  },
);

export const auditEntryPageSchema = named(
  'AuditEntryPage',
  pageOf(auditEntrySchema).extend({
    waitingSince: timestampSchema.nullable().meta({
      description:
        'Time of the oldest line that is noted and not yet linked into the chain; null when none waits. Readings are counted for all clients together. The service links within a second, so an older time means that no maintenance worker runs.',
    }),
  }),
  {
    description: 'One page of the audit log, and the state of its chain.',
    example: { data: [exampleOf(auditEntrySchema)], nextCursor: null, waitingSince: null },
  },
);

export const auditFaultSchema = named('AuditFault', z.enum(auditFaults), {
  description:
    '`changed`: the entry does not match its hash. `removed`: entries before it are missing. `reordered`: it does not follow the entry before it. `rewritten`: it is not the entry that a checkpoint signed. `cut`: entries at the end are missing. `endForged`: the end is not as the service signed it. `checkpointForged`: the service did not sign the checkpoint. `checkpointRemoved`: the checkpoint before is missing. `anchorForged`: the service did not sign the end that is kept outside the database.',
  example: 'changed',
});

export const auditIntegritySchema = named(
  'AuditIntegrity',
  z.object({
    intact: z.boolean().nullable().meta({
      description:
        'True on the last page, when every entry from `from` on and the end of the log are in order; false as soon as something is not; null while pages are left.',
    }),
    from: z.int().min(0).meta({
      description:
        'Number of the entry after which the check began; 0 without `since`, or before the first checkpoint.',
    }),
    entries: z.int().min(0).meta({ description: 'Entries that were checked, on this page and those before.' }),
    total: z.int().min(0).meta({ description: 'Number of the newest entry.' }),
    brokenAt: idSchema('auditEntry').nullable(),
    fault: auditFaultSchema.nullable(),
    checkpointEntries: z.int().min(1).nullable().meta({
      description: 'Entries up to the newest checkpoint: a signed end of the chain, kept in the database.',
    }),
    checkpointAt: timestampSchema.nullable(),
    anchoredEntries: z.int().min(1).nullable().meta({
      description: 'Entries up to the newest signed end that is kept outside the database; null before the first.',
    }),
    anchoredAt: timestampSchema.nullable(),
    nextCursor: cursorSchema.nullable(),
  }),
  {
    description:
      'One page of a check of the hash chain, of the checkpoints in it and of its end. Follow `nextCursor` until it is null: a cursor is valid for a day.',
    example: {
      intact: true,
      from: 0,
      entries: 4711,
      total: 4711,
      brokenAt: null,
      fault: null,
      checkpointEntries: 4500,
      checkpointAt: '2026-03-01T09:00:00.000Z',
      anchoredEntries: 4709,
      anchoredAt: '2026-03-01T09:30:00.000Z',
      nextCursor: null,
    },
  },
);
