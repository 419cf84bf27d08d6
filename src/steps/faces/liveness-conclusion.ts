import type { z } from 'zod';
import type { Conclusion } from '../conclusion.ts';
import { faceStepTypes, judgeFacematch } from './judge-facematch.ts';
import { faceHistorySchema, judgeReFacematch, lookAtHistory } from './judge-history.ts';

/** Null: of a verdict that was given before liveness steps looked at the past. */
const seenSchema = faceHistorySchema.nullable();

/**
 * Whose life it was: a living person's face must be that of the selfie, of every other liveness step and of the document, and that of
 * the identity that is verified again.
 */
export const livenessConclusion: { seen: typeof seenSchema } & Conclusion<
  { match: string | null; reuseSelfieOf?: string | null },
  z.output<typeof seenSchema>
> = {
  seen: seenSchema,
  look: (history, { traits }) => lookAtHistory(history, traits, { search: false }),
  judge: (request) => {
    const { config, traits, seen } = request;
    const { match, reuseSelfieOf: reusedSelfie = null } = config;
    // Of a selfie that serves twice, the other steps compare the selfie.
    const people = reusedSelfie === null ? faceStepTypes : (['selfie'] as const);
    const rules = { match, reusedSelfie, people, threshold: null, calibrations: seen?.calibrations ?? [] };
    return [...judgeFacematch(request, rules), ...(seen === null ? [] : judgeReFacematch(traits, seen))];
  },
};
