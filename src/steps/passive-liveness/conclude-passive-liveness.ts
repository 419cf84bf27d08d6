import type { Check } from '../../domain/check.ts';
import type { ConcludedStep, Conclusion } from '../define-step.ts';
import type { StepConfig } from '../define-step-schema.ts';
import { faceHistorySchema, judgeReFacematch, lookAtHistory, type FaceHistory } from '../faces/judge-history.ts';
import { judgeMatch, matchDataWithout } from '../faces/judge-match.ts';
import type { passiveLivenessSchema } from './schema.ts';

type Config = StepConfig<typeof passiveLivenessSchema>;

/** Whose life it was: a living person's picture must not vouch for another's selfie, nor for another identity. */
export const passiveLivenessConclusion: { seen: typeof faceHistorySchema } & Conclusion<Config, FaceHistory> = {
  seen: faceHistorySchema,
  look: (history, { traits }) => lookAtHistory(history, traits, { search: false }),
  judge: (request) => [...judgeSameFace(request), ...judgeReFacematch(request.traits, request.seen)],
};

function judgeSameFace({ config, traits, others }: ConcludedStep<Config>): Check[] {
  const selfie = others.find(({ stepId, type }) =>
    config.reuseSelfieOf === null ? type === 'selfie' : stepId === config.reuseSelfieOf,
  );
  // Without a selfie there is nobody to be taken for.
  if (selfie === undefined && config.reuseSelfieOf === null) return [];
  const check = { id: 'facematch', durationMs: 0 };
  const reference = selfie?.traits.face;
  if (traits.face === undefined || reference === undefined) {
    return [{ ...check, outcome: 'skipped', code: 'check.input_missing', data: { ...matchDataWithout(null) } }];
  }
  const { answer, data } = judgeMatch(traits.face, reference, null);
  // The same picture, to the byte: a selfie that was taken again after this step was judged is another one.
  const replaced = config.reuseSelfieOf !== null && traits.face.pictureSha256 !== reference.pictureSha256;
  if (answer === 'different') return [{ ...check, data, outcome: 'failed', code: 'facematch.different_person' }];
  if (answer === 'untold') return [{ ...check, data, outcome: 'error', code: 'check.broken' }];
  if (answer === 'borderline' || replaced) {
    return [{ ...check, data, outcome: 'warning', code: 'facematch.borderline' }];
  }
  return [{ ...check, data, outcome: 'passed', code: null }];
}
