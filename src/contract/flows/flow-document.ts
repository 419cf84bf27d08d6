import { z } from 'zod';
import { policyActions } from '../../domain/verifications/decision.ts';
import { identityStatuses } from '../../domain/verifications/identity-status.ts';
import { languages } from '../../domain/language.ts';
import { stepTypes, type StepType } from '../../domain/verifications/step-type.ts';
import { named } from '../../steps/named-schema.ts';
import { stepSchemas, type StepSchemas } from '../../steps/schemas.ts';
import { idSchema, languageSchema, stepIdSchema } from '../../steps/value-schemas.ts';
import { findFlowFaults } from './flow-faults.ts';
import { cidrSchema } from '../cidr.ts';
import { returnUrlsSchema } from '../return-urls.ts';

type FlowStepSchemaOf<T extends StepType> = z.ZodObject<
  { id: typeof stepIdSchema; type: z.ZodLiteral<T>; config: StepSchemas[T]['config'] },
  z.core.$strict
>;
type FlowStepSchema = { [T in StepType]: FlowStepSchemaOf<T> }[StepType];

function flowStepSchemaOf(type: StepType): FlowStepSchema {
  const { config } = stepSchemas[type];
  const name = `${config.meta()?.id?.replace('StepConfig', '') ?? type}FlowStep`;
  const shape = { id: stepIdSchema, type: z.literal(type), config };
  return z.strictObject(shape).meta({ id: name }) as unknown as FlowStepSchema; // The map loses the list's type.
}

/** One requirement of a flow. */
export const flowStepSchema = z.discriminatedUnion(
  'type',
  stepTypes.map(flowStepSchemaOf) as [FlowStepSchema, ...FlowStepSchema[]],
);

const colourSchema = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/)
  .max(7);
const urlSchema = z.url({ protocol: /^https$/ }).max(2048);

const consentTextSchema = z.string().min(1).max(10_000);
const consentSchema = z.strictObject({
  version: z.string().min(1).max(60),
  texts: z
    .partialRecord(z.enum(languages), consentTextSchema)
    .default({})
    .meta({ description: 'By language. For a missing language the service shows its own text.' }),
});

const brandingSchema = z.strictObject({
  buttonColor: colourSchema.nullable().default(null),
  buttonTextColor: colourSchema.nullable().default(null),
  logoUrl: urlSchema.nullable().default(null),
});

const ipRulesSchema = z.strictObject({
  allow: z.array(cidrSchema).max(1000).default([]).meta({ description: 'An empty list means every address.' }),
  deny: z.array(cidrSchema).max(1000).default([]).meta({ description: 'Takes precedence over `allow`.' }),
});

const reverifiableStatusSchema = z.enum(identityStatuses).extract(['pending', 'verified', 'reviewNeeded', 'rejected']);

/** Each one more is another try for an attacker. */
export const defaultMaxAttempts = 3;

/** The steps that a person completes. Publishing makes it an immutable version. */
export const flowDocumentSchema = named(
  'FlowDocument',
  z
    .strictObject({
      steps: z.array(flowStepSchema).min(1).max(30),
      language: languageSchema.nullable().default(null).meta({ description: 'Null: the SDK chooses.' }),
      branding: brandingSchema.prefault({}),
      sessionTtlMinutes: z
        .number()
        .int()
        .min(1)
        .max(1440)
        .default(30)
        .meta({ description: 'Minutes without progress after which a session expires.' }),
      maxAttemptsPerStep: z.number().int().min(1).max(20).default(defaultMaxAttempts),
      maxImageBytes: z.number().int().min(100_000).max(50_000_000).default(10_000_000),
      consent: consentSchema.nullable().prefault({ version: '1' }).meta({
        description:
          'Required in a flow with a biometric step (a face or a voice). The service asks for consent in such flows only.',
      }),
      duplicateFaceConsent: consentSchema
        .nullable()
        .default(null)
        .meta({ description: 'A separate text for the search of all enrolled faces.' }),
      ipRestriction: ipRulesSchema.prefault({}),
      returnUrls: returnUrlsSchema.nullable().default(null).meta({
        description: 'The return addresses of the client’s settings that this flow may use. Null: all of them.',
      }),
      reverification: z
        .strictObject({
          from: z
            .array(reverifiableStatusSchema)
            .max(4)
            .default(['verified', 'reviewNeeded', 'rejected'])
            .meta({ description: 'Statuses of an identity that may be verified again.' }),
          flows: z
            .array(idSchema('flow'))
            .max(100)
            .nullable()
            .default(null)
            .meta({
              description:
                'Other flows whose identities it may verify again: it may change their status and replace their ' +
                'values. Null: every flow that this one is at least as strict as.',
            }),
        })
        .prefault({}),
      policy: z.record(z.string().max(100), z.enum(policyActions)).default({}).meta({
        description: 'The effect of a reason code of a `warning` or `failed` check, in place of review or reject.',
      }),
      encryptionConfigurationId: idSchema('encryptionConfiguration').nullable().default(null).meta({
        description:
          'The service encrypts every attempt to this key, unless your backend names another in the metadata. Null: only if your backend names one.',
      }),
      cooldownMinutes: z
        .number()
        .int()
        .min(0)
        .max(525_600)
        .default(0)
        .meta({ description: 'Minutes between two attempts of one identity.' }),
    })
    .superRefine((document, context) => {
      for (const fault of findFlowFaults(document)) {
        context.addIssue({ code: 'custom', path: fault.path, message: fault.detail, params: { code: fault.code } });
      }
    }),
  {
    description: 'A flow: what a person has to do, and the rules for it.',
    example: {
      steps: [
        { id: 'id-card', type: 'document', config: { accept: [{ type: 'national-id' }, { type: 'passport' }] } },
        { id: 'selfie', type: 'selfie', config: { match: 'id-card' } },
      ],
      policy: { 'document.field_doubtful': 'accept' },
    },
  },
);

export type FlowDocument = z.output<typeof flowDocumentSchema>;
export type FlowDocumentInput = z.input<typeof flowDocumentSchema>;
export type FlowStep = z.output<typeof flowStepSchema>;
