import { z } from 'zod';
import { livenessActions } from '../../domain/verifications/challenge.ts';
import { mostPromptsWithLight } from '../../domain/verifications/light-colours.ts';
import { defineStepSchema } from '../define-step-schema.ts';
import {
  faceComparisonSchema,
  antiSpoofingSchema,
  emptySubmitSchema,
  faceSchema,
  facematchCheck,
  reFacematchCheck,
  videoCaptureCodes,
  videoSignSchema,
} from '../face-schema.ts';
import { findMatchFaults, matchSchema } from '../faces/match-setting.ts';
import type { FlowFault } from '../flow-fault.ts';
import { cameraData } from '../recordings/camera-facts.ts';
import { timingShape } from '../recordings/judge-timing.ts';
import { lightAnswers } from './light-schema.ts';
import { exampleOf, named } from '../named-schema.ts';
import { durationMsSchema, idSchema } from '../value-schemas.ts';

export const livenessActionSchema = named('LivenessAction', z.enum(livenessActions), {
  description: 'A movement. Left and right are the person’s.',
  example: 'turn-left',
});

const atMs = z.number().int().min(0).max(20_000).meta({ description: 'Milliseconds from the start of the recording.' });

const colourChange = z.number().min(-20).max(20);

const lightReadingSchema = named(
  'LightReading',
  z.object({
    answer: z.enum(lightAnswers).meta({
      description:
        '`weak`: the room is too bright to tell. `notAnswered`: the face shows other colours. `flat`: it reacts as a picture does. `late`: it reacts too late. `unseen`: too few pictures.',
    }),
    response: z.number().min(-1).max(1).nullable().meta({
      description: 'Correlation of the face’s colour with the colours shown.',
    }),
    lagMs: durationMsSchema.nullable().meta({
      description: 'When the face reacted, from the earliest moment at which the screen could have shown the colours.',
    }),
    wallShare: z.number().nullable().meta({ description: 'How much the background reacts, compared with the face.' }),
    centreToSide: z.number().nullable().meta({
      description: 'How much the nose reacts, compared with the sides of the face: 1 for a flat picture.',
    }),
  }),
  {
    description: 'How a face reacted to the colours of the screen.',
    example: { answer: 'answered', response: 0.86, lagMs: 134, wallShare: 0.06, centreToSide: 2.1 },
  },
);

const captureSettings = {
  light: z.enum(['off', 'evidence', 'required']).default('evidence').meta({
    description:
      'Whether the screen lights the face with colours for seven seconds, after at most four prompts. `evidence`: a reaction clears the warning of the anti-spoofing models; a missing one changes nothing. `required`: a missing one also goes to review.',
  }),
  promptCount: z.number().int().min(1).max(6).default(3),
  promptTimeoutMs: z
    .number()
    .int()
    .min(1000)
    .max(10_000)
    .default(4000)
    .meta({ description: 'Time to follow one prompt.' }),
};

export const activeLivenessSchema = defineStepSchema(
  {
    type: 'active-liveness',
    resultKey: 'activeLiveness',
    biometric: true,
    live: true,
    challenge: 'prompts',
    config: named(
      'ActiveLivenessStepConfig',
      z.strictObject({
        ...captureSettings,
        match: matchSchema,
        challengeTtlSeconds: z.number().int().min(30).max(600).default(120),
      }),
      { description: 'Settings of an active liveness step.', example: { promptCount: 3 } },
    ),
    publicConfig: named('ActiveLivenessPublicConfig', z.object(captureSettings), {
      description: 'Settings of an active liveness step, as the SDK sees them.',
      example: { light: 'evidence', promptCount: 3, promptTimeoutMs: 4000 },
    }),
    submit: emptySubmitSchema,
    result: named(
      'ActiveLivenessResult',
      z.object({
        bestFace: faceSchema.nullable(),
        videoMs: z.number().int().min(0).max(60_000).nullable(),
        poseCurve: z
          .array(
            z.object({ atMs, yawDegrees: z.number().min(-180).max(180), pitchDegrees: z.number().min(-180).max(180) }),
          )
          .max(1000),
        lightCurve: z
          .array(
            z.object({
              atMs,
              shownRed: colourChange,
              shownBlue: colourChange,
              faceRed: colourChange,
              faceBlue: colourChange,
            }),
          )
          .max(400)
          .default([])
          .meta({
            description:
              'How the screen and the face changed colour. `shownRed` and `shownBlue`: red and blue of the screen less its green, in linear light. `faceRed` and `faceBlue`: natural logarithms of the face’s red and blue to its green, compared with the background. Slow changes are left out. Empty if no colours were shown.',
          }),
      }),
      {
        description: 'What the service measured in the video.',
        example: {
          bestFace: exampleOf(faceSchema),
          videoMs: 9800,
          poseCurve: [{ atMs: 1600, yawDegrees: 21.5, pitchDegrees: 1.2 }],
          lightCurve: [{ atMs: 9200, shownRed: 0.31, shownBlue: -0.12, faceRed: 0.08, faceBlue: -0.03 }],
        },
      },
    ),
    checks: {
      'active-liveness': {
        always: true,
        data: z.object({
          challengeId: idSchema('challenge').nullable(),
          prompts: z.array(z.object({ action: livenessActionSchema, atMs, followedAtMs: atMs.nullable() })).max(10),
          cutsAtMs: z.array(atMs).max(100),
          mostFaces: z.number().int().min(0).max(100),
          antiSpoofing: antiSpoofingSchema,
          light: lightReadingSchema.nullable().default(null).meta({
            description: 'How the face reacted to the colours of the screen; null if none were shown.',
          }),
          liftedByLight: z.boolean().default(false).meta({
            description: 'Whether the reaction to the light cleared the warning of the anti-spoofing models.',
          }),
          screenScore: videoSignSchema,
          printEdgeScore: videoSignSchema,
          moireScore: videoSignSchema,
          bandingScore: videoSignSchema,
          oneFace: faceComparisonSchema.nullable().default(null).meta({
            description:
              'Whether the video shows one person throughout: the first moment compared with the one that differs most from it.',
          }),
        }),
        codes: [
          'active_liveness.challenge_not_followed',
          'active_liveness.network_stalled',
          'active_liveness.face_lost',
          'active_liveness.several_faces',
          'active_liveness.face_changed',
          'active_liveness.cut_found',
          'active_liveness.not_live',
          'active_liveness.screen_or_print',
          'active_liveness.doubtful',
          ...videoCaptureCodes,
        ],
      },
      'light-response': {
        data: z.object({ challengeId: idSchema('challenge').nullable(), reading: lightReadingSchema.nullable() }),
        codes: [
          'active_liveness.light_too_weak',
          'active_liveness.light_not_answered',
          'active_liveness.light_flat',
          'active_liveness.light_late',
          'active_liveness.light_left_out',
        ],
      },
      timing: {
        data: z.object({
          ...timingShape,
          videoMs: z.number().int().min(0).max(60_000).nullable(),
          prompts: z
            .array(z.object({ action: livenessActionSchema, sentMs: durationMsSchema }))
            .max(10)
            .default([])
            .meta({ description: 'When each prompt was sent, from the moment the challenge was issued.' }),
        }),
        codes: ['active_liveness.recorded_too_early', 'active_liveness.network_stalled'],
      },
      camera: { data: cameraData, codes: ['active_liveness.camera_doubtful'] },
      facematch: facematchCheck,
      're-facematch': reFacematchCheck,
    },
    mediaKinds: ['liveness-video'],
    captureCodes: [...videoCaptureCodes],
  },
  ({ light, promptCount, promptTimeoutMs }) => ({
    light: promptCount > mostPromptsWithLight ? 'off' : light,
    promptCount,
    promptTimeoutMs,
  }),
  ({ match, light, promptCount }, flow) => [...findMatchFaults(match, flow), ...findLightFaults(light, promptCount)],
);

function findLightFaults(light: string, promptCount: number): FlowFault[] {
  if (light !== 'required' || promptCount <= mostPromptsWithLight) return [];
  const detail = `the recording has time for the light with at most ${mostPromptsWithLight} prompts`;
  return [{ path: ['promptCount'], code: 'value.too_big', detail }];
}
