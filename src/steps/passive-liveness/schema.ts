import { z } from 'zod';
import { defineStepSchema } from '../define-step-schema.ts';
import {
  antiSpoofingSchema,
  emptySubmitSchema,
  faceCaptureCodes,
  faceSchema,
  facematchCheck,
  livenessThresholdSchema,
  reFacematchCheck,
} from '../face-schema.ts';
import { findMatchFaults, matchSchema } from '../faces/match-setting.ts';
import { captureSchema, selfieOriginCheck } from '../origin/origin-schema.ts';
import { findReferenceFaults } from '../flow-fault.ts';
import { exampleOf, named } from '../named-schema.ts';
import { confidenceSchema, modelReferenceSchema, stepIdSchema } from '../value-schemas.ts';

const reuseSelfieOf = stepIdSchema
  .nullable()
  .default(null)
  .meta({ description: 'The selfie step whose picture this step uses, too. Null: the person takes another picture.' });

/** A classifier's result for the eye or mouth region. */
const classification = z.object({
  score: confidenceSchema.nullable(),
  threshold: confidenceSchema,
  model: modelReferenceSchema.nullable(),
});

export const passiveLivenessSchema = defineStepSchema(
  {
    type: 'passive-liveness',
    resultKey: 'passiveLiveness',
    biometric: true,
    live: true,
    challenge: null,
    config: named(
      'PassiveLivenessStepConfig',
      z.strictObject({
        reuseSelfieOf,
        match: matchSchema,
        threshold: livenessThresholdSchema.meta({
          description:
            'Lowest score of a live face, on the scale of the first anti-spoofing model, if stricter than its calibration; the other models keep their limits. Null: as calibrated.',
        }),
        faceMaskCheck: z.boolean().default(true),
        faceMaskThreshold: confidenceSchema.default(0.5),
        lensCheck: z.boolean().default(true),
        lensThreshold: confidenceSchema.default(0.5),
        capture: captureSchema,
      }),
      { description: 'Settings of a passive liveness step.', example: { reuseSelfieOf: 'selfie' } },
    ),
    publicConfig: named('PassiveLivenessPublicConfig', z.object({ reuseSelfieOf: stepIdSchema.nullable() }), {
      description: 'Settings of a passive liveness step, as the SDK sees them.',
      example: { reuseSelfieOf: 'selfie' },
    }),
    submit: emptySubmitSchema,
    result: named('PassiveLivenessResult', z.object({ face: faceSchema.nullable() }), {
      description: 'What the service measured in the picture.',
      example: { face: exampleOf(faceSchema) },
    }),
    checks: {
      'passive-liveness': {
        always: true,
        data: z.object({
          antiSpoofing: antiSpoofingSchema,
          screenScore: confidenceSchema.nullable(),
          printEdgeScore: confidenceSchema.nullable(),
          moireScore: confidenceSchema.nullable(),
          skin: z
            .object({
              texture: z
                .number()
                .meta({ description: 'A lower value means a smoother face. The check flags values below -1.6.' }),
              colour: z.number().meta({
                description:
                  'A higher value means that the colours change more in steps. The check flags values above -4.4.',
              }),
              colourLine: confidenceSchema.optional().meta({
                description:
                  'How closely the colours of the face vary along one line: 1 on one line, 0 without any relation. Below 0.72 the models must be surer. Absent in older results.',
              }),
            })
            .nullable()
            .meta({ description: 'The surface of the face in detail. Null: not measured.' }),
        }),
        codes: [
          'passive_liveness.not_live',
          'passive_liveness.doubtful',
          'passive_liveness.screen_or_print',
          'passive_liveness.unlike_skin',
          ...faceCaptureCodes,
        ],
      },
      'face-mask': { data: classification, codes: ['face_mask.worn'] },
      lens: {
        data: classification,
        codes: ['lens.sunglasses', 'lens.tinted', 'lens.reflections', 'lens.eyes_not_visible'],
      },
      'selfie-origin': selfieOriginCheck,
      facematch: facematchCheck,
      're-facematch': reFacematchCheck,
    },
    mediaKinds: ['selfie'],
    captureCodes: [...faceCaptureCodes, 'passive_liveness.unsure_light', 'passive_liveness.unsure_distance'],
  },
  (config) => ({ reuseSelfieOf: config.reuseSelfieOf }),
  (config, flow) => [
    ...findReferenceFaults(flow, { path: ['reuseSelfieOf'], stepId: config.reuseSelfieOf, type: 'selfie' }),
    ...findMatchFaults(config.match, flow),
  ],
);
