import { z } from 'zod';
import type { FaceAnalyser, FaceReading } from '../../domain/ports/faces/face-analyser.ts';
import type { VideoFrame } from '../../domain/ports/faces/recording-decoder.ts';
import type { ModelReference } from '../../domain/ports/pages/page-reader.ts';
import { faceTemplateSchema } from '../face-template-schema.ts';
import { modelReferenceSchema } from '../value-schemas.ts';
import { reproductionSignsSchema } from './look-at-face.ts';
import { drawnLooksSchema } from './drawn-looks.ts';
import { isPanelIncomplete, spoofAgreementSchema, spoofCalibrationSchema, spoofRuleSchema } from './spoof-readings.ts';

/** Pictures of one video that are judged for liveness and compared with each other, spread over the video. */
export const lookCount = 5;

/**
 * The observations in pictures of a video, the sharpest first, with the models that made them: facts, so that the evaluation can be
 * replayed on them.
 */
export const videoLooksShape = {
  looks: z
    .array(
      z.object({
        atMs: z.number().int().min(0).max(60_000),
        template: faceTemplateSchema.nullable(),
        /** One per model, in the order of `antiSpoofing`; null without a face. */
        spoofScores: z.array(z.number()).max(10).nullable(),
        /** `SpoofReading.drift` of each, likewise. Missing in results stored before it was kept. */
        spoofDrifts: z.array(z.number().min(0).nullable()).max(10).nullable().optional(),
        /** Signs of a screen or a print; null without a face. Missing in results stored before videos were examined for them. */
        signs: reproductionSignsSchema.nullable().optional(),
      }),
    )
    .max(20),
  drawn: drawnLooksSchema,
  antiSpoofing: z
    .array(
      z.object({
        model: modelReferenceSchema,
        calibration: spoofCalibrationSchema,
        agreement: spoofAgreementSchema,
      }),
    )
    .max(10),
  antiSpoofingRule: spoofRuleSchema,
  antiSpoofingMissing: z.boolean(),
};
export type VideoLooks = z.output<z.ZodObject<typeof videoLooksShape>>;

/** A picture of a video, and the same moment in the recording's full size, if that was extracted. */
export interface Moment {
  frame: VideoFrame;
  still: VideoFrame | null;
}

/** What is asked about a picture that is judged for liveness. */
export const lookQuestions = { template: true, antiSpoofing: true, reproduction: true } as const;

/** Examines the chosen pictures of a video with every model that judges and describes faces. */
export async function lookAtMoments(
  analyser: FaceAnalyser,
  moments: readonly Moment[],
): Promise<Omit<VideoLooks, 'drawn'> & { models: ModelReference[] }> {
  const looks: VideoLooks['looks'] = [];
  const judges = new Map<string, VideoLooks['antiSpoofing'][number]>();
  const models = new Map<string, ModelReference>();
  for (const { frame, still } of moments) {
    const reading: FaceReading = await analyser.analyse(still ?? frame, lookQuestions);
    reading.models.forEach((model) => models.set(model.name, model));
    const [face] = reading.faces;
    const readings = face?.antiSpoofing ?? null;
    readings?.forEach(({ model, calibration, agreement }) => judges.set(model.name, { model, calibration, agreement }));
    looks.push({
      atMs: frame.atMs,
      template: face?.template ?? null,
      spoofScores: readings?.map(({ score }) => score) ?? null,
      spoofDrifts: readings?.map(({ drift }) => drift ?? null) ?? null,
      signs: reading.reproduction,
    });
  }
  return {
    looks,
    antiSpoofing: [...judges.values()],
    antiSpoofingRule: analyser.antiSpoofing.rule,
    antiSpoofingMissing: isPanelIncomplete(analyser.antiSpoofing),
    models: [...models.values()],
  };
}

/** The sharpest picture of each part of a video, in the recording's full size where available; the sharpest of all first. */
export function chooseSharpest<Picture extends Moment>(
  pictures: readonly Picture[],
  sharpnessOf: (picture: Picture) => number,
): Picture[] {
  const large = ({ still }: Picture) => (still === null ? 0 : 1);
  const chosen = Array.from({ length: lookCount }, (_, part) => {
    const [from, to] = [part, part + 1].map((edge) => Math.floor((edge * pictures.length) / lookCount));
    const [sharpest] = pictures.slice(from, to).sort((a, b) => large(b) - large(a) || sharpnessOf(b) - sharpnessOf(a));
    return sharpest;
  });
  return chosen.flatMap((picture) => picture ?? []).sort((a, b) => sharpnessOf(b) - sharpnessOf(a));
}
