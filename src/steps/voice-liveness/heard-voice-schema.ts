import { z } from 'zod';
import { reasonCodes } from '../../domain/faults/reason-codes.ts';
import { cameraFactsSchema } from '../recordings/camera-facts.ts';
import { liveRecordingSchema } from '../recordings/live-recording.ts';
import { recordingTimesSchema } from '../recordings/recording-times.ts';
import { videoLooksShape } from '../faces/video-looks.ts';
import { modelReferenceSchema } from '../value-schemas.ts';

/** The fields of `VoiceSigns`. */
const voiceSignsSchema = z.object({
  words: z.number().int().min(0).max(1_000),
  pitchHz: z.number().nullable(),
  pitchRatio: z.number().nullable(),
  pitchStep: z.number().nullable(),
  floorDb: z.number().nullable(),
});

/** Whose mouth it is. */
const seenSpeakerSchema = z.object({
  ...videoLooksShape,
  /** How many pictures were examined, and how many of them show several large faces. */
  pictures: z.number().int().min(0).max(1_000),
  crowdedPictures: z.number().int().min(0).max(1_000),
  /** Missing in results stored before pictures without a face were counted. */
  facelessPictures: z.number().int().min(0).max(1_000).optional(),
  /** As in `WatchedVideo`. Missing in results stored before a voice’s video was searched for cuts. */
  cutsAtMs: z.array(z.number().int().min(0).max(60_000)).max(100).optional(),
  restless: z.boolean().optional(),
});
export type SeenSpeaker = z.output<typeof seenSpeakerSchema>;

/** Observations of a recording: facts, so that the evaluation can be replayed on them. */
export const heardVoiceSchema = z.object({
  challengeId: z.string().max(64).nullable(),
  digits: z.string().max(20).nullable(),
  /** Null when unknown. Missing in results stored before it was recorded. */
  times: recordingTimesSchema.nullable().optional(),
  /** Null when the recording is not the concatenation of its chunks. Missing in results stored when voices came as one file. */
  live: liveRecordingSchema.nullable().optional(),
  fault: z.enum(reasonCodes).nullable(),
  audioMs: z.number().int().min(0).max(60_000),
  /** Null without the detector's model. */
  speechMs: z.number().int().min(0).max(60_000).nullable(),
  /** Share of the samples at full scale, 0..1. */
  clippedFraction: z.number().min(0).max(1),
  /** `missing`: no engine is configured; `failed`: it did not answer. */
  engine: z.enum(['missing', 'failed', 'answered']),
  heardDigits: z.string().max(100).nullable(),
  /** Correlation between the opening of the mouth and the voice, -1..1; null without a video. */
  mouthSpeechCorrelation: z.number().min(-1).max(1).nullable(),
  /** Null when nothing was voiced, and in results stored before voices were analysed. */
  signs: voiceSignsSchema.nullable().default(null),
  /** Null without a video. Missing in results stored before the speaker's face was examined. */
  speaker: seenSpeakerSchema.nullable().optional(),
  /** Null without a video. Missing in results stored before cameras were described. */
  camera: cameraFactsSchema.nullable().optional(),
  models: z.array(modelReferenceSchema).max(20),
  durationMs: z.number(),
});
export type HeardVoice = z.output<typeof heardVoiceSchema>;
