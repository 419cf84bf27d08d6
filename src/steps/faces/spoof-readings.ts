import { z } from 'zod';
import { spoofCalibration } from '../../domain/faces/face-calibration.ts';
import { spoofRules } from '../../domain/faces/anti-spoofing.ts';
import type { JudgedReading, LifeVerdict } from '../../domain/faces/judge-life.ts';
import type { AntiSpoofingPanel } from '../../domain/ports/faces/face-analyser.ts';
import { modelReferenceSchema } from '../value-schemas.ts';

/** The scale of a model's scores. Results from before models had their own scale come from MiniFAS 98.20. */
export const spoofCalibrationSchema = z.object({ live: z.number(), spoof: z.number() }).default(spoofCalibration);

export const spoofAgreementSchema = z
  .object({ with: z.string().max(100), weight: z.number(), live: z.number(), spoof: z.number() })
  .nullable()
  .default(null);

const spoofReadingSchema = z.object({
  score: z.number(),
  scores: z.array(z.number()).max(20),
  calibration: spoofCalibrationSchema,
  agreement: spoofAgreementSchema,
  drift: z.number().min(0).nullish(),
  model: modelReferenceSchema,
});

/** One reading per model. Results from the time of a single model hold its reading instead of a list. */
export const spoofReadingsSchema = z.preprocess(
  (stored) => (stored === null || Array.isArray(stored) ? stored : [stored]),
  z.array(spoofReadingSchema).max(10),
);

export const spoofRuleSchema = z.enum(spoofRules).default('all');

/** Whether a model is missing or there is none: then nothing passes. */
export function isPanelIncomplete({ models, missing }: AntiSpoofingPanel): boolean {
  return missing.length > 0 || models.length === 0;
}

/** The verdict as a check's data show it. `threshold`: shown when there is no reading. */
export function spoofDataOf({ decisive, readings }: LifeVerdict, threshold: number) {
  return {
    score: decisive?.score ?? null,
    threshold: decisive?.calibration.live ?? threshold,
    frameCount: decisive?.scores.length ?? 0,
    model: decisive?.model ?? null,
    readings: readings.map(readingData),
  };
}

function readingData({ score, calibration, scores, model, life }: JudgedReading) {
  return { score, liveFrom: calibration.live, attackBelow: calibration.spoof, frameCount: scores.length, model, life };
}
