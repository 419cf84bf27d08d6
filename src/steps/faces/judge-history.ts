import { z } from 'zod';
import type { ReasonCode } from '../../domain/faults/reason-codes.ts';
import type { Check } from '../../domain/verifications/check.ts';
import { findMatchCalibration } from '../../domain/faces/find-match-calibration.ts';
import { isSamePicture } from '../../domain/faces/same-picture.ts';
import type { History } from '../../domain/ports/history.ts';
import type { FaceTemplate, Traits } from '../../domain/traits.ts';
import { faceTemplateSchema } from '../face-template-schema.ts';
import { matchCalibrationSchema } from '../match-calibration-schema.ts';
import { judgeMatch, matchDataWithout, modelOf } from './judge-match.ts';

/** What a face's conclusion read about earlier verifications, stored so that the verdict can be replayed. */
export const faceHistorySchema = z.object({
  reverifies: z.boolean(),
  enrolled: faceTemplateSchema.nullable(),
  /** Whether an earlier verification showed this photograph; null when one is sealed. Missing in results stored before this was checked. */
  shownBefore: z.boolean().nullable().default(false),
  /** Whether the face is another person's than one with which the identity was verified. Missing in results stored before this was checked. */
  unlikeEarlier: z.boolean().default(false),
  /** Some earlier verifications were not looked at, because there are too many. */
  notAllSeen: z.boolean().default(false),
  /** The operator's own calibrations, by which the faces were judged. */
  calibrations: z.array(matchCalibrationSchema).max(50).default([]),
  /** No enrolled face is known, because it was sealed to the client's own key. */
  sealed: z.boolean().default(false),
  /** Null: not searched. `agreed` false: the person did not consent. */
  nearest: z
    .object({
      agreed: z.boolean(),
      searched: z.number(),
      /** The number of faces without a template of this face's models, and the distance within which the search looked. */
      unsearched: z.number().default(0),
      within: z.number().nullable().default(null),
      hits: z.array(z.object({ identityId: z.string(), distance: z.number() })).max(20),
    })
    .nullable(),
});
export type FaceHistory = z.output<typeof faceHistorySchema>;

const mostHits = 20;

export async function lookAtHistory(
  history: History,
  { face }: Traits,
  { search }: { search: boolean },
): Promise<FaceHistory> {
  const { reverifies } = history;
  const enrolled = await history.enrolledFace();
  const sealed = enrolled === null && (await history.isSealed());
  const calibrations = await history.matchCalibrations();
  const earlier = face === undefined ? nothingEarlier : await lookAtEarlier(history, face, calibrations);
  const seen = { reverifies, enrolled, sealed, ...earlier, calibrations, nearest: null };
  if (!search || face === undefined) return seen;
  const within = findMatchCalibration(face.modelSha256, 'camera', calibrations)?.same ?? null;
  if (within === null) return seen;
  const found = await history.nearestFaces(face, { within, limit: mostHits });
  const nothing = { agreed: false, searched: 0, unsearched: 0, hits: [], within };
  return { ...seen, nearest: found === null ? nothing : { agreed: true, within, ...found } };
}

type Earlier = Pick<FaceHistory, 'shownBefore' | 'unlikeEarlier' | 'notAllSeen'>;
const nothingEarlier: Earlier = { shownBefore: false, unlikeEarlier: false, notAllSeen: false };

async function lookAtEarlier(
  history: History,
  face: FaceTemplate,
  calibrations: FaceHistory['calibrations'],
): Promise<Earlier> {
  const pictures = await history.findShownBefore(face);
  const isOther = (known: FaceTemplate) => judgeMatch(face, known, null, calibrations).answer === 'different';
  const unlike = await history.hasVerifiedFace(isOther);
  return {
    shownBefore: pictures === 'sealed' ? null : pictures === 'shown',
    unlikeEarlier: unlike === true,
    notAllSeen: pictures === 'incomplete' || unlike === null,
  };
}

/**
 * Whether this is the person to whom the identity belongs. Each verified face becomes the enrolled one. So the face must not be another
 * person's than any earlier one either: a few pictures that lie between two people would otherwise lead from one to the other. Pictures of
 * one person may be years apart, so that is a doubt, and a reviewer's verdict settles it for later verifications. No check when there is nothing to compare with and nothing is verified again.
 */
export function judgeReFacematch({ face }: Traits, history: FaceHistory): Check[] {
  const { reverifies, enrolled, sealed, calibrations } = history;
  if (!reverifies && enrolled === null) return [];
  const check = { id: 're-facematch', durationMs: 0 };
  const without = { ...matchDataWithout() };
  if (face === undefined) return [{ ...check, outcome: 'skipped', code: 'check.input_missing', data: without }];
  if (enrolled === null) {
    const code = sealed ? 'encryption.sealed' : 're_facematch.no_enrolled_face';
    return withDoubts({ ...check, outcome: 'warning', code, data: without }, history, { isEnrolled: false });
  }
  const { answer, data } = judgeMatch(face, enrolled, null, calibrations);
  const isEnrolled = isSamePicture(face, enrolled);
  switch (answer) {
    case 'same':
    case 'tooAlike':
      return withDoubts({ ...check, outcome: 'passed', code: null, data }, history, { isEnrolled });
    case 'borderline':
      return withDoubts({ ...check, outcome: 'warning', code: 're_facematch.borderline', data }, history, {
        isEnrolled,
      });
    case 'different':
      return withDoubts({ ...check, outcome: 'failed', code: 're_facematch.different_person', data }, history, {
        isEnrolled,
      });
    case 'uncalibrated':
      return [{ ...check, outcome: 'error', code: 're_facematch.not_calibrated', data }];
    case 'untold':
      return [{ ...check, outcome: 'error', code: untoldCode(face, enrolled), data }];
  }
}

/**
 * Adds what earlier verifications say of the face to the result of the comparison with the enrolled face. A policy that accepts an identity
 * without an enrolled face must not accept another person than the one who was verified.
 */
function withDoubts(
  first: Check,
  { shownBefore, unlikeEarlier, notAllSeen }: FaceHistory,
  { isEnrolled }: { isEnrolled: boolean },
): Check[] {
  const replay = doubtOfReplay(shownBefore, isEnrolled);
  const doubts: Check[] = [
    ...(unlikeEarlier ? (['re_facematch.different_person'] as const) : []),
    ...(replay === null ? [] : [replay]),
  ].map((code) => ({ ...first, outcome: 'warning', code }));
  if (notAllSeen) doubts.push({ ...first, outcome: 'error', code: 'check.timed_out' });
  const found = [...(first.outcome === 'passed' ? [] : [first]), ...doubts.filter(({ code }) => code !== first.code)];
  return found.length > 0 ? found : [first];
}

/** A photograph of an earlier attempt shows that somebody has the file, not that the person is present. */
function doubtOfReplay(shownBefore: boolean | null, isEnrolled: boolean): ReasonCode | null {
  if (shownBefore === true || isEnrolled) return 're_facematch.same_picture';
  return shownBefore === null ? 'encryption.sealed' : null;
}

/** Whether waiting for a new template of the enrolled face may help. */
function untoldCode({ modelSha256 }: FaceTemplate, { closedTo = [] }: FaceTemplate) {
  return closedTo.includes(modelSha256) ? 're_facematch.picture_gone' : 're_facematch.other_model';
}

/** Whether another identity of the client has this face. */
export function judgeDuplicateFace({ face }: { face?: FaceTemplate }, { nearest }: FaceHistory): Check[] {
  const check = {
    id: 'duplicate-face',
    durationMs: 0,
    data: {
      searchedFaces: nearest?.searched ?? 0,
      unsearchedFaces: nearest?.unsearched ?? 0,
      hits: nearest?.hits ?? [],
      threshold: nearest?.within ?? null,
      model: face === undefined ? null : modelOf(face),
    },
  };
  // No face to search with, or no consent to the search: the search did not take place.
  if (nearest?.agreed !== true) return [{ ...check, outcome: 'skipped', code: 'check.input_missing' }];
  const findings: Check[] = [];
  if (nearest.hits.length > 0) findings.push({ ...check, outcome: 'warning', code: 'duplicate_face.other_identity' });
  // The same person may be among the faces that only another model described.
  if (nearest.unsearched > 0) findings.push({ ...check, outcome: 'warning', code: 'duplicate_face.not_all_searched' });
  return findings.length > 0 ? findings : [{ ...check, outcome: 'passed', code: null }];
}
