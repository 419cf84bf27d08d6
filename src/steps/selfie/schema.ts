import { z } from 'zod';
import { defineStepSchema } from '../define-step-schema.ts';
import {
  duplicateFaceCheck,
  emptySubmitSchema,
  faceCaptureCodes,
  faceSchema,
  facematchCheck,
  matchThresholdSchema,
  reFacematchCheck,
} from '../face-schema.ts';
import { captureSchema, selfieOriginCheck } from '../origin/origin-schema.ts';
import { findMatchFaults, matchSchema } from '../faces/match-setting.ts';
import type { FlowFault } from '../flow-fault.ts';
import { exampleOf, named } from '../named-schema.ts';
import { confidenceSchema } from '../value-schemas.ts';

const duplicateConsentFault: FlowFault = {
  path: ['searchDuplicates'],
  code: 'flow.consent_needed',
  detail: 'the search for duplicates needs `duplicateFaceConsent`',
};

export const selfieSchema = defineStepSchema(
  {
    type: 'selfie',
    resultKey: 'selfie',
    biometric: true,
    live: false,
    challenge: null,
    config: named(
      'SelfieStepConfig',
      z.strictObject({
        match: matchSchema,
        threshold: matchThresholdSchema.meta({
          description:
            'Largest distance between two pictures of one person, if stricter than the model’s calibration. Null: as calibrated. If the selfie is compared with a portrait, the liveness steps have the same limit.',
        }),
        searchDuplicates: z
          .boolean()
          .default(false)
          .meta({ description: 'Search all enrolled faces of the client; needs `duplicateFaceConsent` in the flow.' }),
        capture: captureSchema,
      }),
      { description: 'Settings of a selfie step.', example: { match: 'id-card' } },
    ),
    publicConfig: named('SelfiePublicConfig', z.object({}), {
      description: 'Settings of a selfie step, as the SDK sees them.',
      example: {},
    }),
    submit: emptySubmitSchema,
    result: named('SelfieResult', z.object({ face: faceSchema.nullable() }), {
      description: 'What the service measured in the selfie.',
      example: { face: exampleOf(faceSchema) },
    }),
    checks: {
      'face-capture': {
        always: true,
        data: z.object({
          eyeDistancePx: z.number().min(0).max(100_000).nullable(),
          occlusion: confidenceSchema.nullable(),
        }),
        codes: [...faceCaptureCodes],
      },
      'selfie-origin': selfieOriginCheck,
      facematch: facematchCheck,
      're-facematch': reFacematchCheck,
      'duplicate-face': duplicateFaceCheck,
    },
    mediaKinds: ['selfie'],
    captureCodes: [...faceCaptureCodes, 'selfie.same_as_document'],
  },
  () => ({}),
  ({ match, searchDuplicates }, flow) => [
    ...findMatchFaults(match, flow),
    ...(searchDuplicates && flow.duplicateFaceConsent === null ? [duplicateConsentFault] : []),
  ],
);
