import { z } from 'zod';
import { defineStepSchema } from '../define-step-schema.ts';
import { emptySubmitSchema, facematchCheck, reFacematchCheck } from '../face-schema.ts';
import { findMatchFaults, matchSchema } from '../faces/match-setting.ts';
import { named } from '../named-schema.ts';
import { confidenceSchema, timestampSchema } from '../value-schemas.ts';

const urlSchema = z.url({ protocol: /^https$/ }).max(2048);
const regionSchema = z
  .string()
  .regex(/^[a-z0-9-]+$/)
  .max(30);

/** Integrated identity SDKs: each name is an adapter. */
export const enhancedLivenessProviders = ['aws-rekognition', 'signed-result'] as const;

/** The provider's confidence from which a person counts as live, unless the flow sets another. */
export const defaultProviderThreshold = 0.8;

const providerSettingsSchema = named(
  'EnhancedLivenessProviderSettings',
  z.discriminatedUnion('name', [
    z.strictObject({
      name: z.literal('aws-rekognition'),
      region: regionSchema,
      threshold: confidenceSchema.default(defaultProviderThreshold),
    }),
    z.strictObject({
      name: z.literal('signed-result'),
      startUrl: urlSchema.meta({ description: 'Opened on the person’s device with `nonce` as a query parameter.' }),
      resultUrl: urlSchema.meta({
        description: 'The address that the server asks, with `nonce`, for the result as a JWS.',
      }),
      jwksUrl: urlSchema,
      issuer: z.string().max(500),
      audience: z.string().max(500),
      threshold: confidenceSchema.default(defaultProviderThreshold),
    }),
  ]),
  {
    description: 'The provider and its settings. Credentials are settings of the installation, never of a flow.',
    example: { name: 'aws-rekognition', region: 'eu-west-1' },
  },
);

/** What the provider's own SDK needs on the person's device. */
export const providerChallengeSchema = named(
  'ProviderChallenge',
  z.discriminatedUnion('name', [
    z.object({
      name: z.literal('aws-rekognition'),
      parameters: z.object({
        region: regionSchema,
        sessionId: z.string().max(100),
        accessKeyId: z.string().max(200),
        secretAccessKey: z.string().max(200),
        sessionToken: z.string().max(4096),
        credentialsExpireAt: timestampSchema,
      }),
    }),
    z.object({
      name: z.literal('signed-result'),
      parameters: z.object({ startUrl: urlSchema, nonce: z.string().max(200) }),
    }),
  ]),
  {
    description: 'A check by a provider that is integrated into the SDK, and its parameters.',
    example: {
      name: 'signed-result',
      parameters: { startUrl: 'https://liveness.example/start', nonce: 'q7Xw0f3dS1' },
    },
  },
);

const providerNameSchema = z.enum(enhancedLivenessProviders);

export const enhancedLivenessSchema = defineStepSchema(
  {
    type: 'enhanced-liveness',
    resultKey: 'enhancedLiveness',
    biometric: true,
    live: true,
    challenge: 'provider',
    config: named(
      'EnhancedLivenessStepConfig',
      z.strictObject({
        provider: providerSettingsSchema,
        match: matchSchema,
        challengeTtlSeconds: z.number().int().min(60).max(1800).default(300),
      }),
      {
        description: 'Settings of an enhanced liveness step.',
        example: { provider: { name: 'aws-rekognition', region: 'eu-west-1' } },
      },
    ),
    publicConfig: named('EnhancedLivenessPublicConfig', z.object({ providerName: providerNameSchema }), {
      description: 'Settings of an enhanced liveness step, as the SDK sees them.',
      example: { providerName: 'aws-rekognition' },
    }),
    submit: emptySubmitSchema,
    result: named(
      'EnhancedLivenessResult',
      z.object({ providerName: providerNameSchema, providerReference: z.string().max(200).nullable() }),
      {
        description: 'The provider and its own id of the check.',
        example: { providerName: 'aws-rekognition', providerReference: '6a4b2c1d-0e9f-4a7b-8c3d-2e1f0a9b8c7d' },
      },
    ),
    checks: {
      'enhanced-liveness': {
        always: true,
        data: z.object({
          providerName: providerNameSchema,
          score: confidenceSchema.nullable(),
          threshold: confidenceSchema,
          fetchedAt: timestampSchema.nullable(),
        }),
        codes: [
          'enhanced_liveness.not_completed',
          'enhanced_liveness.not_live',
          'enhanced_liveness.doubtful',
          'enhanced_liveness.no_score',
          'enhanced_liveness.provider_failed',
        ],
      },
      facematch: facematchCheck,
      're-facematch': reFacematchCheck,
    },
    mediaKinds: [],
    captureCodes: [],
  },
  (config) => ({ providerName: config.provider.name }),
  ({ match }, flow) => findMatchFaults(match, flow),
);
