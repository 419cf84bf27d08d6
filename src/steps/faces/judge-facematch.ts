import type { Check } from '../../domain/verifications/check.ts';
import { isSamePicture } from '../../domain/faces/same-picture.ts';
import type { FaceTemplate } from '../../domain/traits.ts';
import type { ConcludedStep } from '../conclusion.ts';
import type { MatchCalibration } from '../../domain/faces/match-calibration.ts';
import { judgeMatch, matchDataWithout, type FaceMatch } from './judge-match.ts';
import { matchedPortraits } from './match-setting.ts';

/** A face of the same verification that this one must be like; undefined: its step left none. */
interface Reference {
  stepId: string;
  kind: 'selfie' | 'portrait';
  face: FaceTemplate | undefined;
}

interface FacematchRules {
  match: string | null;
  /** Whether the verification's selfies are references, too. */
  selfies: boolean;
  /** The selfie step whose picture this step judged: it must still be that picture. */
  reusedSelfie?: string | null;
  threshold: number | null;
  calibrations: readonly MatchCalibration[];
}

type Verdict = Pick<Check, 'outcome' | 'code' | 'data'>;

/** The gravest first: of several comparisons it is the one that counts. */
const gravity = ['failed', 'error', 'warning', 'skipped', 'passed'] as const satisfies readonly Check['outcome'][];

/**
 * Whether the face is that of the portraits that `match` names, and of the selfies where `selfies` asks for them: a living person
 * must not vouch for another's selfie or document. Each reference is compared directly, since a picture that is made of two people
 * is like both. No check where there is nothing to compare with.
 */
export function judgeFacematch(
  { traits, others }: Pick<ConcludedStep<unknown>, 'traits' | 'others'>,
  rules: FacematchRules,
): Check[] {
  const { reusedSelfie = null, threshold, calibrations } = rules;
  const references = referencesOf(others, rules);
  const { face } = traits;
  const verdicts = references.map((reference): Verdict => {
    const without = { ...matchDataWithout(), reference: { stepId: reference.stepId } };
    // The step's own check says why there is no face.
    if (face === undefined) return { outcome: 'skipped', code: 'check.input_missing', data: without };
    if (reference.face === undefined) {
      return { outcome: 'warning', code: 'facematch.no_reference_face', data: without };
    }
    const { answer, data } = answerFor(reference.kind, judgeMatch(face, reference.face, threshold, calibrations));
    const judged = { ...verdictOf[answer], data: { ...data, reference: { stepId: reference.stepId } } };
    if (reference.kind === 'portrait' && isSamePicture(face, reference.face)) {
      return { ...judged, outcome: 'failed', code: 'selfie.same_as_document' };
    }
    // A selfie that was taken again after this step was judged is another picture.
    const replaced = reference.stepId === reusedSelfie && face.pictureSha256 !== reference.face.pictureSha256;
    return answer === 'same' && replaced ? { ...judged, ...verdictOf.borderline } : judged;
  });
  const gravest = gravity.flatMap((outcome) => verdicts.find((verdict) => verdict.outcome === outcome) ?? [])[0];
  return gravest === undefined ? [] : [{ id: 'facematch', durationMs: 0, ...gravest }];
}

/** A selfie and a video of one session, in one light and one shirt, may be as alike as they like; a portrait is years old. */
function answerFor(kind: Reference['kind'], match: FaceMatch): FaceMatch {
  return kind === 'selfie' && match.answer === 'tooAlike' ? { ...match, answer: 'same' } : match;
}

const verdictOf = {
  same: { outcome: 'passed', code: null },
  tooAlike: { outcome: 'warning', code: 'facematch.too_alike' },
  borderline: { outcome: 'warning', code: 'facematch.borderline' },
  different: { outcome: 'failed', code: 'facematch.different_person' },
  untold: { outcome: 'error', code: 'facematch.other_model' },
  uncalibrated: { outcome: 'error', code: 'facematch.not_calibrated' },
} as const satisfies Record<FaceMatch['answer'], Pick<Check, 'outcome' | 'code'>>;

function referencesOf(
  others: ConcludedStep<unknown>['others'],
  { match, selfies, reusedSelfie = null }: FacematchRules,
): Reference[] {
  const portraits = matchedPortraits(match, others).map((stepId): Reference => {
    const step = others.find((other) => other.stepId === stepId);
    return { stepId, kind: 'portrait', face: step?.traits.portrait };
  });
  const taken = selfies ? others.filter(({ type }) => type === 'selfie').map(({ stepId }) => stepId) : [];
  const selfieIds = new Set(reusedSelfie === null ? taken : [...taken, reusedSelfie]);
  return [
    ...[...selfieIds].map((stepId): Reference => {
      const selfie = others.find((other) => other.stepId === stepId);
      return { stepId, kind: 'selfie', face: selfie?.traits.face };
    }),
    ...portraits,
  ];
}
