import { z } from 'zod';
import { languageTagPattern } from '../../domain/language.ts';
import { sessionStatuses } from '../../domain/verifications/session-status.ts';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { countryCodeSchema, exampleId, idSchema, languageSchema, timestampSchema } from '../../steps/value-schemas.ts';
import { newMetadataSchema } from '../metadata.ts';
import { returnToShape } from '../return-urls.ts';
import { publicStepSchema, sessionStepSchema } from './session-step.ts';

/** 256 random bits in base64url, after a prefix that identifies the kind of token. */
export const sessionTokenSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/)
  .min(20)
  .max(100)
  .meta({ description: 'Opaque. Never put it into a URL.' });

export const clientTokenSchema = z
  .string()
  .min(20)
  .max(100)
  .meta({ description: 'From `POST /v2/verifications`: single use, 24 h.' });

const reportedText = (maximum: number) => z.string().min(1).max(maximum);

export const sdkSchema = z.object({ platform: reportedText(60), version: reportedText(60) });

export const reportedDeviceSchema = z.object({
  languages: z
    .array(reportedText(35).regex(languageTagPattern))
    .max(20)
    .meta({ description: 'BCP 47 tags, in order of preference.' }),
  model: reportedText(200).optional(),
  osVersion: reportedText(100).optional(),
});

export const sessionStartSchema = named(
  'SessionStart',
  z.object({
    clientId: idSchema('client'),
    flowId: idSchema('flow'),
    metadata: newMetadataSchema.optional(),
    clientToken: clientTokenSchema.optional(),
    ...returnToShape,
    sdk: sdkSchema,
    device: reportedDeviceSchema,
  }),
  {
    description: 'The client, the flow and the device of a new session.',
    example: {
      clientId: exampleId('client'),
      flowId: exampleId('flow'),
      metadata: { fixedLanguage: 'pt' },
      sdk: { platform: 'web', version: '1.0.0' },
      device: { languages: ['pt-BR', 'en'] },
    },
  },
);

const themeSchema = z.object({
  buttonColor: z.string().max(7).nullable(),
  buttonTextColor: z.string().max(7).nullable(),
  regularFont: z.string().max(2048).nullable(),
  boldFont: z.string().max(2048).nullable(),
});

const consentTextSchema = z.object({ version: z.string().max(60), text: z.string().max(10_000) });

const consentSchema = z.object({
  required: z.boolean(),
  version: z.string().max(60).nullable(),
  text: z.string().max(10_000).nullable().meta({ description: 'In the session’s language.' }),
  duplicateFace: consentTextSchema
    .nullable()
    .meta({ description: 'A second text, for the search of all enrolled faces.' }),
});

export const sessionLimitsSchema = named(
  'SessionLimits',
  z.object({
    maxImageBytes: z.number().int().min(1),
    maxPdfBytes: z.number().int().min(1),
    maxVideoBytes: z.number().int().min(1),
    maxAudioBytes: z.number().int().min(1),
    maxRecordingMs: z.number().int().min(1),
    maxAttemptsPerStep: z.number().int().min(1),
  }),
  {
    description: 'The limits of uploads in bytes and milliseconds, and the number of attempts for each step.',
    example: {
      maxImageBytes: 10_000_000,
      maxPdfBytes: 20_000_000,
      maxVideoBytes: 50_000_000,
      maxAudioBytes: 10_000_000,
      maxRecordingMs: 20_000,
      maxAttemptsPerStep: 3,
    },
  },
);

export const sessionSchema = named(
  'Session',
  z.object({
    sessionToken: sessionTokenSchema,
    identityId: idSchema('identity'),
    verificationId: idSchema('verification'),
    expiresAt: timestampSchema.meta({
      description: 'When the session expires without progress. Every accepted input extends it.',
    }),
    serverTime: timestampSchema,
    language: languageSchema,
    theme: themeSchema,
    branding: z.object({
      clientName: z.string().max(100),
      logoUrl: z.string().max(2048).nullable(),
      showVendorBranding: z.boolean(),
    }),
    consent: consentSchema,
    steps: z.array(publicStepSchema).max(30),
    limits: sessionLimitsSchema,
    networkCountry: countryCodeSchema.nullable().meta({
      description:
        'The country of the device’s network address, for preselection in lists of countries; null if unknown.',
    }),
    returnTo: z
      .object({ completed: z.url().max(4000), cancelled: z.url().max(4000), expired: z.url().max(4000) })
      .nullable()
      .meta({
        description:
          'Where the hosted page sends the person, depending on how the session ends. The address carries both ids, `outcome` and `state`, but never a verdict.',
      }),
  }),
  {
    description: 'A new session: its token, its steps and limits, and the texts and colours of the first screen.',
    example: {
      sessionToken: 'vfs_9wq3Zk1x7Q0t2YbLr5uH8nJ4cD6eF1gM3pS5vX7zA0B',
      identityId: exampleId('identity'),
      verificationId: exampleId('verification'),
      expiresAt: '2026-03-01T10:00:00.000Z',
      serverTime: '2026-03-01T09:30:00.000Z',
      language: 'pt',
      theme: { buttonColor: '#1A2B3C', buttonTextColor: '#FFFFFF', regularFont: null, boldFont: null },
      branding: { clientName: 'Example Bank', logoUrl: null, showVendorBranding: true },
      consent: { required: true, version: '1', text: 'Concordo com …', duplicateFace: null },
      steps: [
        { id: 'id-card', type: 'document', textKey: 'step.document', config: { accept: [{ type: 'national-id' }] } },
      ],
      limits: exampleOf(sessionLimitsSchema),
      networkCountry: 'BR',
      returnTo: null,
    },
  },
);

export const sessionStateSchema = named(
  'SessionState',
  z.object({
    verificationId: idSchema('verification'),
    identityId: idSchema('identity'),
    status: z
      .enum(sessionStatuses)
      .meta({ description: 'The progress of the session. Only the backend sees the verdict.' }),
    expiresAt: timestampSchema,
    serverTime: timestampSchema,
    language: languageSchema,
    consentGiven: z.boolean(),
    steps: z.array(sessionStepSchema).max(30),
    lastSequence: z
      .number()
      .int()
      .min(0)
      .meta({ description: 'Sequence number of the last message on the socket: ask for the messages after it.' }),
    estimatedSeconds: z.int().min(1).max(3600).nullable().meta({
      description:
        'How long the checks of the submitted steps are likely to take, in seconds, rounded up: an estimate from the jobs that are ahead and the pace of the last ones. Null if nothing is being checked, without an estimate, and for more than an hour.',
    }),
  }),
  {
    description: 'The state of the session: where the person left off.',
    example: {
      verificationId: exampleId('verification'),
      identityId: exampleId('identity'),
      status: 'pending',
      expiresAt: '2026-03-01T10:00:00.000Z',
      serverTime: '2026-03-01T09:31:00.000Z',
      language: 'pt',
      consentGiven: true,
      steps: [exampleOf(sessionStepSchema)],
      lastSequence: 4,
      estimatedSeconds: null,
    },
  },
);

export const consentGivenSchema = named(
  'ConsentGiven',
  z.object({
    version: z.string().min(1).max(60),
    accepted: z.literal(true),
    duplicateFaceVersion: z
      .string()
      .min(1)
      .max(60)
      .optional()
      .meta({ description: 'The version of the text about duplicate faces, if the person accepted that text, too.' }),
  }),
  { description: 'The person agreed to this version of the text.', example: { version: '1', accepted: true } },
);

export const cancelledSchema = named(
  'Cancelled',
  z.object({
    identityId: idSchema('identity'),
    verificationId: idSchema('verification'),
    status: z.literal('cancelled'),
  }),
  {
    description: 'The person cancelled.',
    example: { identityId: exampleId('identity'), verificationId: exampleId('verification'), status: 'cancelled' },
  },
);

export type Session = z.output<typeof sessionSchema>;
export type SessionState = z.output<typeof sessionStateSchema>;
