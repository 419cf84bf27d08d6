import { z } from 'zod';
import { faceFaultsOf } from '../../domain/faces/face-faults.ts';
import type { Media } from '../../domain/media/media.ts';
import type { AnalysedFace, FaceQuestions, FaceReading } from '../../domain/ports/faces/face-analyser.ts';
import { reasonCodes, type ReasonCode } from '../../domain/faults/reason-codes.ts';
import { originOf } from '../../domain/capture/origin.ts';
import type { StepTools } from '../step-tools.ts';
import { faceSchema } from '../face-schema.ts';
import { fileOriginSchema } from '../origin/origin-schema.ts';
import { faceTemplateSchema } from '../face-template-schema.ts';
import { modelReferenceSchema } from '../value-schemas.ts';
import { isPanelIncomplete, spoofReadingsSchema, spoofRuleSchema } from './spoof-readings.ts';

const share = z.number().min(0).max(1);

export const reproductionSignsSchema = z.object({ screen: share, printEdge: share, moire: share });

/** The observations of one picture of a face: facts, so that the evaluation can be replayed on them. */
export const faceLookSchema = z.object({
  /** Why the file cannot be examined. */
  fault: z.enum(reasonCodes).nullable(),
  /** Faults of the picture. */
  faults: z.array(z.enum(reasonCodes)).max(20),
  face: faceSchema.nullable(),
  eyeDistancePx: z.number().nullable(),
  occlusion: share.nullable(),
  template: faceTemplateSchema.nullable(),
  antiSpoofing: spoofReadingsSchema.nullable(),
  antiSpoofingRule: spoofRuleSchema,
  /** Whether one of the anti-spoofing models was unavailable. */
  antiSpoofingMissing: z.boolean(),
  coverings: z
    .object({
      mask: share.nullable(),
      sunglasses: share.nullable(),
      reflections: share.nullable(),
      eyesVisible: share.nullable(),
    })
    .nullable(),
  reproduction: reproductionSignsSchema.nullable(),
  /** Absent in results from before this was measured. */
  skin: z.object({ texture: z.number(), colour: z.number(), colourLine: share.optional() }).nullable().optional(),
  /** Null in results from before this was recorded, and for files that could not be opened. */
  origin: fileOriginSchema.nullable().default(null),
  models: z.array(modelReferenceSchema).max(20),
  durationMs: z.number(),
});
export type FaceLook = z.output<typeof faceLookSchema>;

/** Examines a file of a biometric step. Throws only when the models themselves fail. */
export async function lookAtFace(
  { faceAnalyser, readImage }: Pick<StepTools['face.judge'], 'faceAnalyser' | 'readImage'>,
  file: Media,
  questions: FaceQuestions,
): Promise<FaceLook> {
  const startedAt = performance.now();
  const image = await readImage(file);
  if ('fault' in image)
    return { ...nothingSeen, fault: image.fault, durationMs: Math.round(performance.now() - startedAt) };
  const reading = await faceAnalyser.analyse(image.jpeg, questions);
  const [face] = reading.faces;
  return {
    fault: null,
    faults: faceFaultsOf(reading),
    face: face === undefined ? null : describeFace(face, reading),
    eyeDistancePx: face?.quality.eyeDistancePx ?? null,
    occlusion: face?.quality.occlusion ?? null,
    template: face?.template ?? null,
    antiSpoofing: face?.antiSpoofing ?? null,
    antiSpoofingRule: faceAnalyser.antiSpoofing.rule,
    antiSpoofingMissing: isPanelIncomplete(faceAnalyser.antiSpoofing),
    coverings: face?.coverings ?? null,
    reproduction: reading.reproduction,
    skin: face?.skin ?? null,
    origin: originOf(image.media),
    models: reading.models,
    durationMs: Math.round(performance.now() - startedAt),
  };
}

const nothingSeen: FaceLook = {
  fault: null,
  faults: [],
  face: null,
  eyeDistancePx: null,
  occlusion: null,
  template: null,
  antiSpoofing: null,
  antiSpoofingRule: 'all',
  antiSpoofingMissing: false,
  coverings: null,
  reproduction: null,
  skin: null,
  origin: null,
  models: [],
  durationMs: 0,
};

/** A face in the shape of a step's record. */
export function describeFace(
  { box, pose, quality, eyes }: AnalysedFace,
  { widthPx, heightPx }: Pick<FaceReading, 'widthPx' | 'heightPx'>,
): z.output<typeof faceSchema> {
  return {
    box: {
      x: between(box.left / widthPx, -1, 2),
      y: between(box.top / heightPx, -1, 2),
      width: between(box.width / widthPx, 0, 3),
      height: between(box.height / heightPx, 0, 3),
    },
    yawDegrees: pose.yaw,
    pitchDegrees: pose.pitch,
    rollDegrees: pose.roll,
    sharpness: between(quality.sharpness, 0, 1),
    brightness: between(quality.light, 0, 1),
    // An opening of 0.3 of the eye's width is an open eye.
    eyesOpen: between(Math.min(eyes.left, eyes.right) / 0.3, 0, 1),
  };
}

function between(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** What prevents judging the face at all: the file's own fault before the picture's faults. */
export function faultsOfLook({ fault, faults }: Pick<FaceLook, 'fault' | 'faults'>): ReasonCode[] {
  return fault === null ? faults : [fault];
}
