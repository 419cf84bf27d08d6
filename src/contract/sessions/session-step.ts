import { z } from 'zod';
import { mediaKinds } from '../../domain/media/media-kind.ts';
import { isRetakeCode, reasonCodes } from '../../domain/faults/reason-codes.ts';
import { stepRunStatuses } from '../../domain/verifications/step-run-status.ts';
import { stepTypes, type StepType } from '../../domain/verifications/step-type.ts';
import { providerChallengeSchema } from '../../steps/enhanced-liveness/schema.ts';
import { maxChunks, promptActions } from '../../domain/verifications/challenge.ts';
import { emptySubmitSchema } from '../../steps/face-schema.ts';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { stepSchemas, type StepSchemas } from '../../steps/schemas.ts';
import { exampleId, idSchema, stepIdSchema, timestampSchema } from '../../steps/value-schemas.ts';
import { digitsSchema } from '../../steps/voice-liveness/schema.ts';

/** A step as the SDK sees it: what to ask for, and its progress. Never a score, a threshold or the reason of a verdict. */

type PublicStepSchemaOf<T extends StepType> = z.ZodObject<{
  id: typeof stepIdSchema;
  type: z.ZodLiteral<T>;
  textKey: z.ZodString;
  config: StepSchemas[T]['publicConfig'];
}>;
type PublicStepSchema = { [T in StepType]: PublicStepSchemaOf<T> }[StepType];

function publicStepSchemaOf(type: StepType): PublicStepSchema {
  const { publicConfig } = stepSchemas[type];
  const name = publicConfig.meta()?.id?.replace('PublicConfig', 'PublicStep');
  const shape = {
    id: stepIdSchema,
    type: z.literal(type),
    textKey: z.string().max(100).meta({ description: 'Prefix of the keys of this step’s texts.' }),
    config: publicConfig,
  };
  return z.object(shape).meta({ id: name }) as unknown as PublicStepSchema; // The map loses the list's type.
}

export const publicStepSchema = z.discriminatedUnion(
  'type',
  stepTypes.map(publicStepSchemaOf) as [PublicStepSchema, ...PublicStepSchema[]],
);

export const textKeyOf = (type: StepType) => `step.${type}`;

export const retakeCodeSchema = named('RetakeCode', z.enum(reasonCodes.filter(isRetakeCode)), {
  description: 'Why the person should do it again.',
  example: 'document.blurry_text',
});

export const qualitySchema = named(
  'Quality',
  z.object({
    acceptable: z.boolean().nullable().meta({ description: 'Null: not known yet; a `step.updated` message follows.' }),
    codes: z.array(retakeCodeSchema).max(20),
  }),
  {
    description: 'The quick quality check of an uploaded file.',
    example: { acceptable: false, codes: ['document.blurry_text'] },
  },
);

export const uploadedFileSchema = named(
  'UploadedFile',
  z.object({ mediaId: idSchema('media'), kind: z.enum(mediaKinds), quality: qualitySchema }),
  {
    description: 'A file that belongs to the current attempt.',
    example: { mediaId: exampleId('media'), kind: 'document-front', quality: { acceptable: true, codes: [] } },
  },
);

const challengeShape = { challengeId: idSchema('challenge'), expiresAt: timestampSchema };

export const screenLightSchema = named(
  'ScreenLight',
  z.object({
    colourCount: z.number().int().min(1).max(20),
    stepMs: z.number().int().min(500).max(5000).meta({ description: 'How long each colour is shown.' }),
    fadeMs: z.number().int().min(0).max(1000).meta({ description: 'How long each fades in from the one before.' }),
  }),
  {
    description:
      'Colours to show after the last prompt, on at least 70 % of the screen. They come one at a time, each at the moment to show it.',
    example: { colourCount: 8, stepMs: 800, fadeMs: 250 },
  },
);

export const screenColourSchema = z
  .string()
  .regex(/^#[0-9a-f]{6}$/)
  .max(7)
  .meta({ description: 'The colour in sRGB, as `#rrggbb`.', examples: ['#f3a159'] });

export const challengeSchema = named(
  'Challenge',
  z.union([
    z
      .object({
        ...challengeShape,
        promptCount: z.number().int().min(1).max(10).meta({
          description: 'Number of prompts that the service sends, one at a time, while it receives the recording.',
        }),
        light: screenLightSchema
          .nullable()
          .meta({ description: 'The colours that follow the last prompt; null for none.' }),
      })
      .meta({ id: 'PromptChallenge' }),
    z.object({ ...challengeShape, digits: digitsSchema }).meta({ id: 'DigitChallenge' }),
    z.object({ ...challengeShape, provider: providerChallengeSchema }).meta({ id: 'ProviderSdkChallenge' }),
  ]),
  {
    description: 'What the person has to do for this recording. It works once; the upload names its id.',
    example: {
      challengeId: exampleId('challenge'),
      expiresAt: '2026-03-01T09:33:00.000Z',
      promptCount: 3,
      light: { colourCount: 8, stepMs: 800, fadeMs: 250 },
    },
  },
);

export const promptActionSchema = named('PromptAction', z.enum(promptActions), {
  description:
    'What to ask for. A movement of the person: left and right are theirs. Or a tilt of the document, named by the side of the picture that comes nearer to the camera.',
  example: 'turn-left',
});

export const recordingProgressSchema = named(
  'RecordingProgress',
  z.object({
    challengeId: idSchema('challenge'),
    prompts: z
      .array(z.object({ promptIndex: z.number().int().min(0).max(9), action: promptActionSchema }))
      .max(10)
      .meta({ description: 'The prompts that were sent so far.' }),
    colours: z.array(screenColourSchema).max(20).meta({ description: 'The colours that were sent so far.' }),
    chunkCount: z.number().int().min(0).max(maxChunks).meta({
      description: 'Chunks that have arrived, and the number of the next one.',
    }),
  }),
  {
    description: 'The progress of a recording.',
    example: {
      challengeId: exampleId('challenge'),
      prompts: [{ promptIndex: 0, action: 'turn-left' }],
      colours: [],
      chunkCount: 4,
    },
  },
);

export const codeSentSchema = named(
  'CodeSent',
  z.object({
    resendAt: timestampSchema,
    expiresAt: timestampSchema,
  }),
  {
    description: 'A code is on its way.',
    example: { resendAt: '2026-03-01T09:30:30.000Z', expiresAt: '2026-03-01T09:40:00.000Z' },
  },
);

const codeInFlightSchema = z.object({
  resendAt: timestampSchema,
  expiresAt: timestampSchema,
  triesLeft: z.number().int().min(0).max(5),
  verified: z.boolean(),
});

export const sessionStepSchema = named(
  'SessionStep',
  z.object({
    id: stepIdSchema,
    type: z.enum(stepTypes),
    status: z.enum(stepRunStatuses),
    attempt: z.number().int().min(1).max(21).meta({ description: 'Number of the current attempt, from 1.' }),
    attemptsLeft: z.number().int().min(0).max(20).meta({ description: 'Number of attempts that are left.' }),
    codes: z
      .array(retakeCodeSchema)
      .max(20)
      .meta({ description: 'Codes that say why the person has to repeat the last attempt.' }),
    files: z.array(uploadedFileSchema).max(100),
    challenge: challengeSchema.nullable().meta({ description: 'The challenge that is valid now.' }),
    code: codeInFlightSchema.nullable().meta({ description: 'The code that was sent last, for phone and email.' }),
  }),
  {
    description: 'The progress of a step.',
    example: {
      id: 'id-card',
      type: 'document',
      status: 'waiting',
      attempt: 1,
      attemptsLeft: 3,
      codes: [],
      files: [exampleOf(uploadedFileSchema)],
      challenge: null,
      code: null,
    },
  },
);

export const codeRequestSchema = named(
  'CodeRequest',
  z.union([z.object({ phoneNumber: z.string().min(1).max(30) }), z.object({ email: z.string().min(1).max(320) })]),
  { description: 'Where to send the code, as the person typed it.', example: { phoneNumber: '+55 11 98765-4321' } },
);

export const codeCheckSchema = named('CodeCheck', z.object({ code: z.string().min(1).max(20) }), {
  description: 'The code as the person typed it. Spaces and hyphens are ignored.',
  example: { code: '402917' },
});

export const codeCheckedSchema = named(
  'CodeChecked',
  z.object({
    verified: z.boolean(),
    attemptsLeft: z.number().int().min(0).max(5),
    code: z.literal('code.wrong').nullable().meta({ description: 'Null if the verdict is `verified`.' }),
  }),
  { description: 'Whether the code was right.', example: { verified: false, attemptsLeft: 4, code: 'code.wrong' } },
);

type SubmitSchema = StepSchemas[StepType]['submit'];

const submitSchemas: SubmitSchema[] = stepTypes
  .map((type) => stepSchemas[type].submit)
  .filter((schema) => schema !== emptySubmitSchema);

/**
 * The body of a submit. The step in the path determines which variant applies, and parses the body again with its own schema. The last
 * variant accepts everything for that purpose, although it is documented as the empty object that most types require.
 */
export const stepSubmitSchema = z
  .union([...submitSchemas, z.looseObject({}).meta({ override: { additionalProperties: false } })])
  .meta({
    id: 'StepSubmit',
    description: 'Depends on the type of the step. Most types take an empty object.',
    examples: [{ documentType: 'passport' }, { latitude: 40.7128, longitude: -74.006, accuracyMeters: 25 }, {}],
  });

export type SessionStep = z.output<typeof sessionStepSchema>;
