import { z } from 'zod';
import { languages } from '../../domain/language.ts';
import { eventTypes } from '../../domain/webhooks/event-type.ts';
import { named } from '../../steps/named-schema.ts';
import { cidrSchema } from '../cidr.ts';
import { returnUrlsSchema } from '../return-urls.ts';

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
