import { z } from 'zod';
import { faceFaultCodes } from '../domain/faces/face-faults.ts';
import { faceSources } from '../domain/faces/face-source.ts';
import type { ReasonCode } from '../domain/faults/reason-codes.ts';
import type { CheckSchema } from './define-step-schema.ts';
import { named } from './named-schema.ts';
import { confidenceSchema, idSchema, modelReferenceSchema, stepIdSchema } from './value-schemas.ts';

/** Shared by the biometric steps: a face, and the checks that compare it with others. */

const degrees = z.number().min(-180).max(180);

export const faceBoxSchema = z
  .object({
    x: z.number().min(-1).max(2),
    y: z.number().min(-1).max(2),
    width: z.number().min(0).max(3),
    height: z.number().min(0).max(3),
  })
  .meta({ description: 'As fractions of the picture; a face that is cut off reaches beyond 0..1.' });

export const faceSchema = named(
  'Face',
  z.object({
    box: faceBoxSchema,
    yawDegrees: degrees,
    pitchDegrees: degrees,
    rollDegrees: degrees,
    sharpness: confidenceSchema,
    brightness: confidenceSchema,
    eyesOpen: confidenceSchema,
  }),
  {
    description: 'A face in a picture.',
    example: {
      box: { x: 0.3, y: 0.2, width: 0.4, height: 0.5 },
      yawDegrees: 2.1,
      pitchDegrees: -3.4,
      rollDegrees: 0.5,
      sharpness: 0.82,
      brightness: 0.61,
      eyesOpen: 0.97,
    },
  },
);

const errorRate = z.number().min(0).max(1);
const pairCount = z.number().int().min(0).max(1_000_000_000);
const matchRates = {
  falseMatchRate: errorRate,
  otherPairs: pairCount.meta({
    description: 'Number of pairs of different people on which the false match rate was measured.',
  }),
  falseNonMatchRate: errorRate,
  samePairs: pairCount.meta({
    description: 'Number of pairs of one person on which the false non-match rate was measured.',
  }),
};

/** The distance between two faces, and the error rates of the threshold that judged it. */
export const faceComparisonSchema = z.object({
  distance: z.number().min(0).max(4).nullable(),
  threshold: z.number().min(0).max(4).nullable(),
  thresholdErrorRates: z
    .object({
      ...matchRates,
      set: z.string().max(200).meta({ description: 'The pictures on which the rates were measured.' }),
      worstGroup: z.object({ ...matchRates, group: z.string().max(100) }).nullable(),
    })
    .nullable()
    .meta({
      description:
        'Measured at this threshold, on average and for the group with the highest rate; null if it was not measured.',
    }),
  calibration: z
    .string()
    .max(100)
    .nullable()
    .meta({ description: 'Name of the calibration that the limits come from.' }),
  referenceSource: z.enum(faceSources).nullable().default(null).meta({
    description:
      'Where the picture comes from that the face was compared with: a camera, a document, its chip, a wallet.',
  }),
  calibratedFor: z.enum(faceSources).nullable().default(null).meta({
    description:
      'The kind of picture that the limits were set for. Older results may name another kind than `referenceSource`.',
  }),
  model: modelReferenceSchema.nullable(),
});

export const facematchCheck = {
  data: faceComparisonSchema.extend({
    reference: z
      .object({ stepId: stepIdSchema })
      .nullable()
      .meta({ description: 'What the face was compared with. If there were several, the one that decided.' }),
  }),
  codes: [
    'facematch.different_person',
    'facematch.borderline',
    'facematch.too_alike',
    'facematch.other_model',
    'facematch.not_calibrated',
    'facematch.no_reference_face',
    'facematch.selfie_replaced',
    'selfie.same_as_document',
  ],
} as const satisfies CheckSchema;

export const reFacematchCheck = {
  data: faceComparisonSchema,
  codes: [
    're_facematch.different_person',
    're_facematch.borderline',
    're_facematch.same_picture',
    're_facematch.other_model',
    're_facematch.not_calibrated',
    're_facematch.picture_gone',
    're_facematch.no_enrolled_face',
    'encryption.sealed',
  ],
} as const satisfies CheckSchema;

export const duplicateFaceCheck = {
  data: z.object({
    searchedFaces: z.number().int().min(0).max(1_000_000_000),
    unsearchedFaces: z
      .number()
      .int()
      .min(0)
      .max(1_000_000_000)
      .meta({ description: 'Enrolled faces that only another model described: they were not compared.' }),
    hits: z.array(z.object({ identityId: idSchema('identity'), distance: z.number().min(0).max(4) })).max(20),
    threshold: z.number().min(0).max(4).nullable(),
    model: modelReferenceSchema.nullable(),
  }),
  codes: ['duplicate_face.other_identity', 'duplicate_face.not_all_searched'],
} as const satisfies CheckSchema;

const spoofScore = z.number().min(-1000).max(1000);

/** The verdict of the anti-spoofing models on one or several pictures. */
export const antiSpoofingSchema = z.object({
  score: spoofScore.nullable().meta({
    description:
      'Score of the model that is farthest below its limit or least above it, on that model’s scale. Higher means more likely alive.',
  }),
  threshold: spoofScore,
  frameCount: z.number().int().min(0).max(1000),
  model: modelReferenceSchema.nullable(),
  readings: z
    .array(
      z.object({
        score: spoofScore,
        liveFrom: spoofScore,
        attackBelow: spoofScore,
        frameCount: z.number().int().min(0).max(1000),
        model: modelReferenceSchema,
        life: z.enum(['live', 'doubtful', 'spoof']),
      }),
    )
    .max(10)
    .default([])
    .meta({ description: 'The score of each model. Each limit is on the scale of its model.' }),
});

/** Codes of the quick check of a picture of a face. */
export const faceCaptureCodes = [
  'file.unreadable_image',
  'file.too_many_pixels',
  ...faceFaultCodes,
] as const satisfies readonly ReasonCode[];

/** One kind of sign, 0 to 1. */
export const videoSignSchema = confidenceSchema.nullable().meta({
  description: 'Signs that the video shows a screen or a print; null if the service did not look for them.',
});

export const videoCaptureCodes = ['file.unreadable_video', 'file.too_long'] as const satisfies readonly ReasonCode[];
export const audioCaptureCodes = ['file.unreadable_audio', 'file.too_long'] as const satisfies readonly ReasonCode[];

/** The distance up to which two faces count as one person, if stricter than the model's calibration. */
export const matchThresholdSchema = z.number().min(0).max(2).nullable().default(null);
/** The first anti-spoofing model's score from which a face counts as live, if stricter than the model's calibration. */
export const livenessThresholdSchema = z.number().min(-1000).max(1000).nullable().default(null);

export const emptySubmitSchema = named('EmptySubmit', z.object({}), {
  description: 'Takes no fields: the files, or the code, are all that the step needs.',
  example: {},
});
