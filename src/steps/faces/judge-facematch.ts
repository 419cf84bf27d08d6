import { z } from 'zod';
import type { Check } from '../../domain/verifications/check.ts';
import { comparePictures } from '../../domain/faces/same-picture.ts';
import type { FaceTemplate } from '../../domain/traits.ts';
import type { StepType } from '../../domain/verifications/step-type.ts';
import type { ConcludedStep, FinishedStep } from '../conclusion.ts';
import type { MatchCalibration } from '../../domain/faces/match-calibration.ts';
import { judgeMatch, matchDataWithout, type FaceMatch } from './judge-match.ts';
import { matchedPortraits } from './match-setting.ts';

/** Steps that see the person's face. A verification concerns one person, so all of these faces must match. */
export const faceStepTypes = [
  'selfie',
  'passive-liveness',
  'active-liveness',
  'enhanced-liveness',
  'voice-liveness',
] as const satisfies readonly StepType[];

/**
 * A face of the same verification that this one must match; undefined: its step found none. `other-portrait`: the flow does not compare
 * the person with it, but their picture must not be a copy of it.
 */
interface Reference {
  stepId: string;
  kind: 'person' | 'portrait' | 'other-portrait';
  face: FaceTemplate | undefined;
}

interface FacematchRules {
  match: string | null;
  /** Whether the selfies decide if there is a comparison with portraits, when this step does not. */
  followsSelfies?: boolean;
  /** Step types whose faces are references, in addition to the portraits. */
  people: readonly StepType[];
  /** The selfie step whose picture this step judged. That picture must not have changed since. */
  reusedSelfie?: string | null;
  threshold: number | null;
  calibrations: readonly MatchCalibration[];
}

type Verdict = Pick<Check, 'outcome' | 'code' | 'data'>;

/** Most serious first. A comparison that passed says nothing about the others. */
const gravity = ['failed', 'error', 'warning', 'skipped', 'passed'] as const satisfies readonly Check['outcome'][];

/**
 * Whether the face matches the portraits that `match` names and the faces of the other steps of the types in `people`: a living person must
 * not vouch for somebody else's selfie, liveness or document. Each reference is compared directly, because a morph of two people resembles
 * both. Each kind of doubt is a finding, whichever comparison it is from: a policy that accepts a face at the border does not accept a
 * document without one. No selfie or recording may copy a portrait in any document, whichever document `match` names: a forger with two
 * documents of another person could otherwise send the portrait of one to match the other. No check when there is nothing to
 * compare with.
 */
export function judgeFacematch(
  { traits, others }: Pick<ConcludedStep<unknown>, 'traits' | 'others'>,
  rules: FacematchRules,
): Check[] {
  const { reusedSelfie = null, threshold, calibrations } = rules;
  const references = referencesOf(others, rules);
  const { face } = traits;
  const verdicts = references.flatMap((reference): Verdict[] => {
    const without = { ...matchDataWithout(), reference: { stepId: reference.stepId } };
    if (reference.kind === 'other-portrait' && (face === undefined || reference.face === undefined)) return [];
    // The step's own check says why there is no face.
    if (face === undefined) return [{ outcome: 'skipped', code: 'check.input_missing', data: without }];
    if (reference.face === undefined) {
      return [{ outcome: 'warning', code: 'facematch.no_reference_face', data: without }];
    }
    const verdict = compareWith(face, { ...reference, face: reference.face }, { threshold, calibrations });
    if (reference.kind === 'other-portrait') return isOfCopy(verdict) ? [verdict] : [];
    const isReplaced = reference.stepId === reusedSelfie && face.pictureSha256 !== reference.face.pictureSha256;
    return isReplaced ? [verdict, { ...verdict, ...replaced }] : [verdict];
  });
  const gravestFirst = gravity.flatMap((outcome) => verdicts.filter((verdict) => verdict.outcome === outcome));
  const found = gravestFirst.filter(
    ({ code }, index) => gravestFirst.findIndex((other) => other.code === code) === index,
  );
  const doubts = found.filter(({ outcome }) => outcome !== 'passed');
  return (doubts.length > 0 ? doubts : found).map((verdict) => ({ id: 'facematch', durationMs: 0, ...verdict }));
}

function compareWith(
  face: FaceTemplate,
  { stepId, kind, face: other }: Reference & { face: FaceTemplate },
  { threshold, calibrations }: Pick<FacematchRules, 'threshold' | 'calibrations'>,
): Verdict {
  const { answer, data } = answerFor(kind, judgeMatch(face, other, threshold, calibrations));
  const judged = { ...verdictOf[answer], data: { ...data, reference: { stepId } } };
  if (kind === 'person') return judged;
  const likeness = comparePictures(face, other);
  if (likeness === 'copy') return { ...judged, outcome: 'failed', code: 'selfie.same_as_document' };
  if (likeness === 'doubtful' && answer === 'same') return { ...judged, ...verdictOf.tooAlike };
  // Two photographs of one person can be as near as a copy; their pictures show that they are two.
  if (likeness === 'other' && answer === 'tooAlike') return { ...judged, ...verdictOf.same };
  return judged;
}

/** A selfie that was retaken after this step had judged another picture: nothing tells whether a living person is in the new one. */
const replaced = { outcome: 'warning', code: 'facematch.selfie_replaced' } as const;

function isOfCopy({ code }: Verdict): boolean {
  return code === 'selfie.same_as_document' || code === 'facematch.too_alike';
}

/** Two pictures of one session, in the same light and clothes, may be almost identical. A portrait is years old. */
function answerFor(kind: Reference['kind'], match: FaceMatch): FaceMatch {
  return kind === 'person' && match.answer === 'tooAlike' ? { ...match, answer: 'same' } : match;
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
  { match, followsSelfies = false, people, reusedSelfie = null }: FacematchRules,
): Reference[] {
  const matched = matchedPortraits(match, others, { followsSelfies });
  const portraits = matched.map((stepId): Reference => {
    const step = others.find((other) => other.stepId === stepId);
    return { stepId, kind: 'portrait', face: step?.traits.portrait };
  });
  const otherPortraits = others
    .filter(({ stepId }) => !matched.includes(stepId))
    .map(({ stepId, traits }): Reference => ({ stepId, kind: 'other-portrait', face: traits.portrait }));
  const seen = others.filter((other) => people.includes(other.type) && !looksAtSelfie(other) && !isSoundAlone(other));
  const personIds = new Set(seen.map(({ stepId }) => stepId));
  if (reusedSelfie !== null) personIds.add(reusedSelfie);
  return [
    ...[...personIds].map((stepId): Reference => {
      const step = others.find((other) => other.stepId === stepId);
      return { stepId, kind: 'person', face: step?.traits.face };
    }),
    ...portraits,
    ...otherPortraits,
  ];
}

const reuseSchema = z.object({ reuseSelfieOf: z.string().max(100) });

/** Whether the step judged the picture of a selfie step: it contains no other face, and the selfie step's own check compares both. */
function looksAtSelfie({ config }: FinishedStep): boolean {
  return reuseSchema.safeParse(config).success;
}

const soundAloneSchema = z.object({ withVideo: z.literal(false) });

/** Whether the step records a voice and no face. */
function isSoundAlone({ config }: FinishedStep): boolean {
  return soundAloneSchema.safeParse(config).success;
}
