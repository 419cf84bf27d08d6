import { z } from 'zod';
import { reasonCodes } from '../../domain/faults/reason-codes.ts';
import { recordingTimesSchema } from '../recordings/recording-times.ts';
import { videoLooksShape } from '../faces/video-looks.ts';
import { modelReferenceSchema } from '../value-schemas.ts';

/** As `VoiceSigns` has them. */
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
  /** Pictures that were looked through, and of those the ones with several large faces. */
  pictures: z.number().int().min(0).max(1_000),
  crowdedPictures: z.number().int().min(0).max(1_000),
});
export type SeenSpeaker = z.output<typeof seenSpeakerSchema>;

/** What was heard in a recording: facts, so that the evaluation can be replayed on them. */
export const heardVoiceSchema = z.object({
  challengeId: z.string().max(64).nullable(),
  digits: z.string().max(20).nullable(),
  /** Null where they are not known. Left out in what was stored before they were. */
  times: recordingTimesSchema.nullable().optional(),
  fault: z.enum(reasonCodes).nullable(),
  audioMs: z.number().int().min(0).max(60_000),
  /** Null without the detector's model. */
  speechMs: z.number().int().min(0).max(60_000).nullable(),
  /** Share of the samples that lie at the end of the scale, 0..1. */
  clippedFraction: z.number().min(0).max(1),
  /** `missing`: no engine is configured; `failed`: it did not answer. */
  engine: z.enum(['missing', 'failed', 'answered']),
  heardDigits: z.string().max(100).nullable(),
  /** Between the opening of the mouth and the voice, -1..1; null without a video. */
  mouthSpeechCorrelation: z.number().min(-1).max(1).nullable(),
  /** Null where nothing was voiced, and in what was stored before voices were looked at. */
  signs: voiceSignsSchema.nullable().default(null),
  /** Null without a video. Left out in what was stored before the face of the speaker was looked at. */
  speaker: seenSpeakerSchema.nullable().optional(),
  models: z.array(modelReferenceSchema).max(20),
  durationMs: z.number(),
});
export type HeardVoice = z.output<typeof heardVoiceSchema>;
