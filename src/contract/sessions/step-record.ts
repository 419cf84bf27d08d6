import { z } from 'zod';
import { checkOutcomes } from '../../domain/verifications/check.ts';
import { origins } from '../../domain/media/media.ts';
import { derivedMediaKinds, mediaKinds } from '../../domain/media/media-kind.ts';
import { commonCheckCodes, type ReasonCode } from '../../domain/faults/reason-codes.ts';
import { stepRunStatuses } from '../../domain/verifications/step-run-status.ts';
import { stepTypes, type StepType } from '../../domain/verifications/step-type.ts';
import type { CheckId, CheckSchema, StepSchema } from '../../steps/define-step-schema.ts';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { stepSchemas, type StepSchemas } from '../../steps/schemas.ts';
import { durationMsSchema, exampleId, idSchema, stepIdSchema, timestampSchema } from '../../steps/value-schemas.ts';
import { captureSources } from '../../domain/capture/capture.ts';

/** A verification's steps as the host-app backend reads them, built from the list of step types. */

const originSchema = z
  .enum(origins)
  .meta({ description: 'Who supplied it: the person’s device (`sdk`) or the host’s `server`.' });

const captureRecordSchema = z
  .object({
    source: z.enum(captureSources).meta({
      description:
        '`camera`, `gallery` and `microphone` are claims of the device. `pdf` and `server` are what the service saw. `unknown`: the device did not say.',
    }),
    session: z
      .object({
        id: z.string().max(64).meta({ description: 'Made by the device each time it opens the camera.' }),
        openMs: z.number().min(0),
        frames: z.number().int().min(0),
        frameMs: z.number().min(0).nullable().meta({ description: 'Median time between two frames.' }),
        jitterMs: z.number().min(0).nullable(),
        widthPx: z.number().int().min(1),
        heightPx: z.number().int().min(1),
      })
      .nullable()
      .meta({ description: 'For a camera: time from its first frame to the picture.' }),
  })
  .meta({ description: 'How the file was made; null for files that the service made, and in old records.' });

export const mediaRecordSchema = named(
  'MediaRecord',
  z.object({
    id: idSchema('media'),
    kind: z.enum([...mediaKinds, ...derivedMediaKinds]),
    contentType: z.string().max(100),
    origin: originSchema,
    capture: captureRecordSchema.nullable().default(null),
    url: z.string().max(200).meta({ description: 'Path to read with the API token. It does not change.' }),
  }),
  {
    description: 'A stored file of a step.',
    example: {
      id: exampleId('media'),
      kind: 'document-front',
      contentType: 'image/jpeg',
      origin: 'sdk',
      capture: {
        source: 'camera',
        session: {
          id: 'a3f1',
          openMs: 4210,
          frames: 126,
          frameMs: 33.3,
          jitterMs: 0.4,
          widthPx: 1920,
          heightPx: 1080,
        },
      },
      url: `/v2/media/${exampleId('media')}`,
    },
  },
);

type CheckRecordSchema<Id extends string, C extends CheckSchema> = z.ZodObject<{
  id: z.ZodLiteral<Id>;
  outcome: z.ZodEnum<{ [O in (typeof checkOutcomes)[number]]: O }>;
  code: z.ZodNullable<z.ZodEnum<{ [R in C['codes'][number] | (typeof commonCheckCodes)[number]]: R }>>;
  data: z.ZodNullable<C['data']>;
  durationMs: z.ZodNumber;
  attempt: z.ZodDefault<z.ZodNullable<z.ZodNumber>>;
  verificationId: z.ZodDefault<z.ZodNullable<ReturnType<typeof idSchema>>>;
}>;

type AnyCheckRecordSchema<S extends StepSchema> = {
  [Id in CheckId<S>]: CheckRecordSchema<Id, S['checks'][Id]>;
}[CheckId<S>];

function checkRecordSchemaOf(name: string, id: string, check: CheckSchema) {
  const codes: ReasonCode[] = [...check.codes, ...commonCheckCodes];
  return z
    .object({
      id: z.literal(id),
      outcome: z.enum(checkOutcomes),
      code: z.enum(codes).nullable().meta({ description: 'Null if and only if the check passed.' }),
      data: check.data.nullable().meta({ description: 'The evidence; null when the check could not be carried out.' }),
      durationMs: durationMsSchema,
      attempt: z.number().int().min(1).max(20).nullable().default(null).meta({
        description:
          'Null: the check of the last attempt. A number: what an earlier attempt showed that a later one does not clear, such as a sign of forgery. It is a warning, next to the check of the last attempt.',
      }),
      verificationId: idSchema('verification').nullable().default(null).meta({
        description:
          'Null: this verification. An id: an earlier verification of the identity, which ended without a verdict and to which that attempt belongs.',
      }),
    })
    .meta({ id: `${name}${pascalCase(id)}Check` });
}

type StepRecordSchemaOf<S extends StepSchema> = z.ZodObject<
  {
    id: typeof stepIdSchema;
    type: z.ZodLiteral<S['type']>;
    status: z.ZodEnum<{ [R in (typeof stepRunStatuses)[number]]: R }>;
    origin: typeof originSchema;
    attempts: z.ZodNumber;
    finishedAt: z.ZodNullable<typeof timestampSchema>;
    checks: z.ZodArray<AnyCheckRecordSchema<S>>;
    media: z.ZodArray<typeof mediaRecordSchema>;
  } & Record<S['resultKey'], z.ZodNullable<S['result']>>
>;
type StepRecordSchema = { [T in StepType]: StepRecordSchemaOf<StepSchemas[T]> }[StepType];

function stepRecordSchemaOf(type: StepType): StepRecordSchema {
  const step: StepSchema = stepSchemas[type];
  const name = pascalCase(type);
  const checks = Object.entries(step.checks).map(([id, check]) => checkRecordSchemaOf(name, id, check));
  const schema = z
    .object({
      id: stepIdSchema,
      type: z.literal(type),
      status: z.enum(stepRunStatuses),
      origin: originSchema,
      attempts: z.number().int().min(0).max(20).meta({ description: 'Number of submits up to now.' }),
      finishedAt: timestampSchema.nullable(),
      [step.resultKey]: step.result.nullable().meta({
        description: 'Null until the step has a result, and when the record is encrypted to the client’s key.',
      }),
      // One entry for each finding.
      checks: z.array(z.discriminatedUnion('id', checks as [(typeof checks)[number]])).max(100),
      media: z.array(mediaRecordSchema).max(100),
    })
    .meta({ id: `${name}StepRecord` });
  return schema as unknown as StepRecordSchema; // Built from the list of step types; a loop loses their types.
}

export const stepRecordSchema = z.discriminatedUnion(
  'type',
  stepTypes.map(stepRecordSchemaOf) as [StepRecordSchema, ...StepRecordSchema[]],
);

export type StepRecord = z.output<typeof stepRecordSchema>;

/** Several steps share a check, which becomes a component for each: `SelfieFacematchCheck`, `ActiveLivenessFacematchCheck`. */
function pascalCase(text: string): string {
  return text.replace(/(^|-)([a-z])/g, (_match, _hyphen: string, letter: string) => letter.toUpperCase());
}

export const stepRecordExample: z.input<typeof stepRecordSchema> = {
  id: 'id-card',
  type: 'document',
  status: 'finished',
  origin: 'sdk',
  attempts: 1,
  finishedAt: '2026-03-01T09:31:12.480Z',
  document: exampleOf(stepSchemas.document.result),
  checks: [
    {
      id: 'document-reading',
      outcome: 'passed',
      code: null,
      data: {
        pageCount: 1,
        unreadPages: 0,
        fieldCount: 11,
        lowestConfidence: 0.94,
        readersAgree: true,
        doubtfulFields: [],
        missingFields: [],
      },
      durationMs: 412,
      attempt: null,
    },
    {
      id: 'document-expiry',
      outcome: 'failed',
      code: 'document.expired',
      data: { dateOfExpiry: '2012-04-15', dateOfIssue: null, checkedOn: '2026-03-01', maxAgeDays: null },
      durationMs: 0,
      attempt: null,
    },
  ],
  media: [exampleOf(mediaRecordSchema)],
};
