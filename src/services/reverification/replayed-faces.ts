import { isSamePicture } from '../../domain/faces/same-picture.ts';
import { faceStepTypes } from '../../steps/faces/judge-facematch.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { FaceTemplate } from '../../domain/traits.ts';
import type { StepType } from '../../domain/verifications/step-type.ts';
import type { Verification } from '../../domain/verifications/verification.ts';

/** The most earlier attempts whose pictures are compared with the new ones, newest first. */
const mostAttempts = 200;

/**
 * The earlier attempts that spoke for the identity and in which a step of these types was submitted, newest first. Any number of attempts
 * in which nothing was shown must not hide what an earlier one showed.
 */
export async function listEarlier(
  tx: Pick<Repositories, 'verifications'>,
  { id, identityId }: Pick<Verification, 'id' | 'identityId'>,
  types: readonly StepType[],
): Promise<Verification[]> {
  const spoken = await tx.verifications.listSubmitted(identityId, types, mostAttempts + 1);
  return spoken.filter((attempt) => attempt.id !== id);
}

export const stepsWithFaces: readonly StepType[] = [...faceStepTypes, 'document'];

/**
 * Whether one of these faces comes from a photograph that was submitted before, even if it was cropped or compressed since. Null: an earlier
 * attempt with a face is sealed to the client's own key, so nothing tells which photograph it showed.
 */
export async function areShownBefore(
  tx: Pick<Repositories, 'stepRuns'>,
  {
    faces,
    earlier,
    enrolled,
  }: { faces: readonly FaceTemplate[]; earlier: readonly Verification[]; enrolled: FaceTemplate | null },
): Promise<boolean | null> {
  if (faces.length === 0) return false;
  const shows = (known: FaceTemplate) => faces.some((face) => isSamePicture(face, known));
  if (enrolled !== null && shows(enrolled)) return true;
  let isTold = true;
  for (const attempt of earlier) {
    const runs = await tx.stepRuns.list(attempt.id);
    const known = runs.flatMap(({ outcome }) => [outcome?.traits.face ?? [], outcome?.traits.portrait ?? []].flat());
    if (known.some(shows)) return true;
    if (attempt.sealedAt !== null && runs.some(({ type }) => stepsWithFaces.includes(type))) isTold = false;
  }
  return isTold ? false : null;
}
