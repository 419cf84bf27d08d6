import { z } from 'zod';
import { faceSources } from '../domain/faces/face-source.ts';
import type { MatchCalibration } from '../domain/faces/match-calibration.ts';

const errorRate = z.number().min(0).max(1);
const pairCount = z.number().int().min(0).max(1_000_000_000);
const rates = {
  falseMatchRate: errorRate,
  otherPairs: pairCount,
  falseNonMatchRate: errorRate,
  samePairs: pairCount,
};
const distance = z.number().positive().max(4);

/** A calibration as an operator loads it and as a verdict stores it. */
export const matchCalibrationSchema: z.ZodType<MatchCalibration> = z
  .strictObject({
    name: z.string().min(1).max(100),
    model: z.strictObject({ name: z.string().min(1).max(100), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    reference: z.enum(faceSources),
    same: distance,
    different: distance.nullable(),
    tooAlike: distance.nullable(),
    measured: z
      .strictObject({
        ...rates,
        set: z.string().min(1).max(200),
        worstGroup: z.strictObject({ ...rates, group: z.string().min(1).max(100) }).nullable(),
      })
      .nullable(),
  })
  .refine(({ same, different }) => different === null || different >= same, {
    path: ['different'],
    error: 'must not be smaller than `same`',
  })
  .refine(({ same, tooAlike }) => tooAlike === null || tooAlike < same, {
    path: ['tooAlike'],
    error: 'must be smaller than `same`',
  });
