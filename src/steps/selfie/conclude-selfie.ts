import type { Check } from '../../domain/check.ts';
import { isSamePicture } from '../../domain/compare-faces.ts';
import type { ConcludedStep, Conclusion } from '../define-step.ts';
import type { StepConfig } from '../define-step-schema.ts';
import {
  faceHistorySchema,
  judgeDuplicateFace,
  judgeReFacematch,
  lookAtHistory,
  type FaceHistory,
} from '../faces/judge-history.ts';
import { judgeMatch, matchDataWithout } from '../faces/judge-match.ts';
import type { selfieSchema } from './schema.ts';

type SelfieConfig = StepConfig<typeof selfieSchema>;

/** The comparisons with the document, with the identity's enrolled face and with those of the client's other identities. */
export const selfieConclusion: { seen: typeof faceHistorySchema } & Conclusion<SelfieConfig, FaceHistory> = {
  seen: faceHistorySchema,
  look: (history, { config, traits }) => lookAtHistory(history, traits, { search: config.searchDuplicates }),
  judge: (request) => [
    ...(request.config.match === null ? [] : [judgeFacematch(request, request.config.match)]),
    ...judgeReFacematch(request.traits, request.seen),
    ...(request.config.searchDuplicates ? [judgeDuplicateFace(request.traits, request.seen)] : []),
  ],
};

function judgeFacematch({ config, traits, others }: ConcludedStep<SelfieConfig>, match: string): Check {
  const portrait = others.find(({ stepId }) => stepId === match)?.traits.portrait;
  const check = { id: 'facematch', durationMs: 0 };
  const without = { ...matchDataWithout(config.threshold) };
  // The selfie itself could not be judged: its own check says why.
  if (traits.face === undefined) return { ...check, outcome: 'skipped', code: 'check.input_missing', data: without };
  if (portrait === undefined) {
    return { ...check, outcome: 'warning', code: 'facematch.no_reference_face', data: without };
  }
  const { answer, data } = judgeMatch(traits.face, portrait, config.threshold);
  const judged = { ...check, data };
  if (isSamePicture(traits.face, portrait)) return { ...judged, outcome: 'failed', code: 'selfie.same_as_document' };
  switch (answer) {
    case 'same':
      return { ...judged, outcome: 'passed', code: null };
    case 'borderline':
      return { ...judged, outcome: 'warning', code: 'facematch.borderline' };
    case 'different':
      return { ...judged, outcome: 'failed', code: 'facematch.different_person' };
    case 'untold':
      return { ...judged, outcome: 'error', code: 'check.broken' };
  }
}
