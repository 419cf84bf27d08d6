import type { Conclusion } from '../conclusion.ts';
import type { StepConfig } from '../define-step-schema.ts';
import { judgeFacematch } from '../faces/judge-facematch.ts';
import {
  faceHistorySchema,
  judgeDuplicateFace,
  judgeReFacematch,
  lookAtHistory,
  type FaceHistory,
} from '../faces/judge-history.ts';
import type { selfieSchema } from './schema.ts';

type SelfieConfig = StepConfig<typeof selfieSchema>;

/** Compares the face with the document, other selfies, the identity's enrolled face and the faces of the client's other identities. */
export const selfieConclusion: { seen: typeof faceHistorySchema } & Conclusion<SelfieConfig, FaceHistory> = {
  seen: faceHistorySchema,
  look: (history, { config, traits }) => lookAtHistory(history, traits, { search: config.searchDuplicates }),
  judge: (request) => {
    const { config, traits, seen } = request;
    const { match, threshold } = config;
    return [
      ...judgeFacematch(request, { match, threshold, people: ['selfie'], calibrations: seen.calibrations }),
      ...judgeReFacematch(traits, seen),
      ...(config.searchDuplicates ? judgeDuplicateFace(traits, seen) : []),
    ];
  },
};
