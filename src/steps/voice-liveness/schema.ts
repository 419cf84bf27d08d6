import { z } from 'zod';
import { defineStepSchema } from '../define-step-schema.ts';
import {
  antiSpoofingSchema,
  audioCaptureCodes,
  emptySubmitSchema,
  faceComparisonSchema,
  facematchCheck,
  reFacematchCheck,
  videoCaptureCodes,
  videoSignSchema,
} from '../face-schema.ts';
import { findMatchFaults, matchSchema } from '../faces/match-setting.ts';
import { cameraData } from '../recordings/camera-facts.ts';
import { timingShape } from '../recordings/judge-timing.ts';
import { named } from '../named-schema.ts';
import { confidenceSchema, idSchema, languageSchema, modelReferenceSchema } from '../value-schemas.ts';

export const digitsSchema = named(
  'SpokenDigits',
  z
    .string()
    .regex(/^[0-9]{4,10}$/)
    .max(10),
  { description: 'Digits that the person reads aloud.', example: '492716' },
);

const speakerSchema = z.object({
  pictures: z.number().int().min(0).max(1000).meta({ description: 'Number of pictures that the service examined.' }),
  crowdedPictures: z
    .number()
    .int()
    .min(0)
    .max(1000)
    .meta({ description: 'Number of the examined pictures that show several faces.' }),
  cutsAtMs: z.array(z.number().int().min(0).max(20_000)).max(100).default([]).meta({
    description: 'Moments in milliseconds at which the video jumps: another film may have been inserted.',
  }),
  oneFace: faceComparisonSchema.nullable().meta({
    description:
      'Whether the video shows one person throughout: the sharpest moment compared with the one that differs most from it.',
  }),
  antiSpoofing: antiSpoofingSchema,
  screenScore: videoSignSchema,
  printEdgeScore: videoSignSchema,
  moireScore: videoSignSchema,
});

const captureSettings = {
  digitCount: z.number().int().min(4).max(10).default(6),
  language: languageSchema.nullable().default(null).meta({ description: 'Null: the language of the session.' }),
  withVideo: z.boolean().default(false).meta({ description: 'Record the face too, to see the mouth move.' }),
};

export const voiceLivenessSchema = defineStepSchema(
  {
    type: 'voice-liveness',
    resultKey: 'voiceLiveness',
    biometric: true,
    live: true,
    challenge: 'digits',
    config: named(
      'VoiceLivenessStepConfig',
      z.strictObject({
        ...captureSettings,
        match: matchSchema,
        challengeTtlSeconds: z.number().int().min(30).max(600).default(120),
      }),
      { description: 'Settings of a voice liveness step.', example: { digitCount: 6 } },
    ),
    publicConfig: named('VoiceLivenessPublicConfig', z.object(captureSettings), {
      description: 'Settings of a voice liveness step, as the SDK sees them.',
      example: { digitCount: 6, language: null, withVideo: false },
    }),
    submit: emptySubmitSchema,
    result: named(
      'VoiceLivenessResult',
      z.object({
        heardDigits: z.string().max(100).nullable().meta({ description: 'Null without a speech recognition engine.' }),
        audioMs: z.number().int().min(0).max(60_000).nullable(),
      }),
      { description: 'What the service measured in the recording.', example: { heardDigits: '492716', audioMs: 5200 } },
    ),
    checks: {
      'voice-liveness': {
        always: true,
        data: z.object({
          challengeId: idSchema('challenge').nullable(),
          speechMs: z.number().int().min(0).max(60_000).nullable(),
          clippedFraction: confidenceSchema.nullable(),
          digitsMatch: z.boolean().nullable(),
          mouthSpeechCorrelation: z.number().min(-1).max(1).nullable(),
          pitchHz: z
            .number()
            .min(0)
            .max(1000)
            .nullable()
            .default(null)
            .meta({ description: 'Median pitch of the voice; null if it could not be measured.' }),
          pitchRatio: z.number().min(1).max(20).nullable().default(null).meta({
            description:
              'Ratio of the highest to the lowest pitch among the words; null if fewer than two could be measured.',
          }),
          pitchStep: z.number().min(0).max(20).nullable().default(null).meta({
            description: 'Median relative change of pitch within words, per 10 ms. For information: no rule uses it.',
          }),
          floorDb: z.number().min(-200).max(100).nullable().default(null).meta({
            description: 'Loudness of the quietest pauses relative to speech. For information: no rule uses it.',
          }),
          speaker: speakerSchema.nullable().default(null).meta({
            description: 'The face of the person who speaks; null without a video.',
          }),
          models: z.array(modelReferenceSchema).max(20),
        }),
        codes: [
          'voice_liveness.no_speech',
          'voice_liveness.too_short',
          'voice_liveness.clipped',
          'voice_liveness.wrong_digits',
          'voice_liveness.no_speech_engine',
          'voice_liveness.several_voices',
          'voice_liveness.recorded_too_early',
          'voice_liveness.mouth_still',
          'voice_liveness.face_changed',
          'voice_liveness.several_faces',
          'voice_liveness.not_live',
          'voice_liveness.doubtful',
          ...audioCaptureCodes,
          'file.unreadable_video',
        ],
      },
      timing: {
        data: z.object({ ...timingShape, audioMs: z.number().int().min(0).max(60_000).nullable() }),
        codes: ['voice_liveness.recorded_too_early', 'voice_liveness.network_stalled'],
      },
      camera: { data: cameraData, codes: ['voice_liveness.camera_doubtful'] },
      facematch: facematchCheck,
      're-facematch': reFacematchCheck,
    },
    mediaKinds: ['voice-audio', 'liveness-video'],
    captureCodes: [...audioCaptureCodes, ...videoCaptureCodes],
  },
  ({ digitCount, language, withVideo }) => ({ digitCount, language, withVideo }),
  ({ match }, flow) => findMatchFaults(match, flow),
);
