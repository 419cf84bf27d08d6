import { z } from 'zod';
import { livenessActions } from '../../domain/verifications/challenge.ts';
import { reasonCodes } from '../../domain/faults/reason-codes.ts';
import { faceSchema } from '../face-schema.ts';
import { faceTemplateSchema } from '../face-template-schema.ts';
import { spoofCalibrationSchema } from '../faces/spoof-readings.ts';
import { videoLooksShape } from '../faces/video-looks.ts';
import { cameraFactsSchema } from '../recordings/camera-facts.ts';
import { liveRecordingSchema } from '../recordings/live-recording.ts';
import { recordingTimesSchema } from '../recordings/recording-times.ts';
import { lightSampleSchema } from './light-schema.ts';
import { modelReferenceSchema } from '../value-schemas.ts';

const ms = z.number().int().min(0).max(60_000);

/**
 * The measurements of one picture of the video. Left and right are the person's; `largeFaces` counts faces that are too large to be in the
 * background.
 */
const sampleSchema = z.object({
  atMs: ms,
  largeFaces: z.number().int().min(0).max(100),
  /** The largest face; null when there is none. */
  face: z
    .object({
      yaw: z.number(),
      pitch: z.number(),
      eyes: z.number(),
      mouthWidth: z.number(),
      /** Centre and width of its box, as fractions of the picture's width and height. */
      x: z.number(),
      y: z.number(),
      width: z.number(),
    })
    .nullable(),
});
export type VideoSample = z.output<typeof sampleSchema>;
export type MeasuredFace = NonNullable<VideoSample['face']>;

/** For a video with more movements than any challenge has: the first ones. */
export const mostMovers = 60;

const watchedSchema = z.object({
  challengeId: z.string().max(64).nullable(),
  prompts: z.array(z.object({ action: z.enum(livenessActions), atMs: ms })).max(10),
  /** Null when unknown. Missing in results stored before it was recorded. */
  times: recordingTimesSchema.nullable().optional(),
  /** Whether the challenge had a light. Missing in results stored before the light existed. */
  lightOffered: z.boolean().default(false),
  /** Null when the video did not arrive while it was made. Missing in results stored when videos came as one file. */
  live: liveRecordingSchema.nullable().optional(),
  fault: z.enum(reasonCodes).nullable(),
  videoMs: ms,
  samples: z.array(sampleSchema).max(1_000),
  /** `FrameChange.banding`, the median over the video; null when there is nothing to compare. */
  banding: z.number().nullable().default(null),
  cutsAtMs: z.array(ms).max(100),
  /** The result of `isRestless`. Missing in results stored before it was recorded. */
  restless: z.boolean().default(false),
  /** The pictures while the screen showed its colours. Missing in results stored before the light existed. */
  lightSamples: z.array(lightSampleSchema).max(400).default([]),
  bestFace: faceSchema.nullable(),
  /** Looks are pictures in which the person looks into the camera. */
  ...videoLooksShape,
  /**
   * The faces of the movements, at most two pictures of each. Null template: no face to compare. Missing in results stored before movements
   * were compared.
   */
  movers: z
    .array(z.object({ atMs: ms, template: faceTemplateSchema.nullable() }))
    .max(mostMovers)
    .optional(),
  /** Missing in results stored before cameras were described. */
  camera: cameraFactsSchema.nullable().optional(),
  models: z.array(modelReferenceSchema).max(20),
  durationMs: z.number(),
});

/** For videos that were judged when there was only one anti-spoofing model. */
const watchedByOneModelSchema = z.looseObject({
  antiSpoofingModel: modelReferenceSchema.nullable(),
  spoofCalibration: spoofCalibrationSchema,
  looks: z.array(z.looseObject({ spoofScore: z.number().nullable() })),
});

/** Observations of a video: facts, so that the evaluation can be replayed on them. */
export const watchedVideoSchema = z.preprocess((stored) => {
  const { success, data } = watchedByOneModelSchema.safeParse(stored);
  if (!success) return stored;
  const { antiSpoofingModel: model, spoofCalibration: calibration, looks, ...rest } = data;
  return {
    ...rest,
    looks: looks.map(({ spoofScore, ...look }) => ({
      ...look,
      spoofScores: spoofScore === null ? null : [spoofScore],
    })),
    antiSpoofing: model === null ? [] : [{ model, calibration }],
    antiSpoofingMissing: model === null,
  };
}, watchedSchema);
export type WatchedVideo = z.output<typeof watchedVideoSchema>;
