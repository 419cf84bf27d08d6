import type { z } from 'zod';
import type { Conclusion } from '../conclusion.ts';
import { faceStepTypes, judgeFacematch } from './judge-facematch.ts';
import { faceHistorySchema, judgeReFacematch, lookAtHistory } from './judge-history.ts';
import { thresholdOfSelfies } from './match-setting.ts';

/** Null: the verdict is from before liveness steps were compared with earlier verifications. */
const seenSchema = faceHistorySchema.nullable();

/**
 * Whose liveness it was: a living person's face must match the selfie, every other liveness step, the document, and the identity that is
 * verified again.
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
    // A selfie that is also the liveness picture is compared by the other steps.
    const people = reusedSelfie === null ? faceStepTypes : (['selfie'] as const);
    const calibrations = seen?.calibrations ?? [];
    const threshold = thresholdOfSelfies(request.others);
    const rules = { match, followsSelfies: true, reusedSelfie, people, threshold, calibrations };
    return [...judgeFacematch(request, rules), ...(seen === null ? [] : judgeReFacematch(traits, seen))];
  },
};
