import { isSamePicture } from '../../domain/faces/same-picture.ts';
import type { PictureSearch } from '../../domain/ports/history.ts';
import { faceStepTypes } from '../../steps/faces/judge-facematch.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { FaceTemplate } from '../../domain/traits.ts';
import type { StepRun } from '../../domain/verifications/step-run.ts';
import type { StepType } from '../../domain/verifications/step-type.ts';
import type { Verification } from '../../domain/verifications/verification.ts';

/** Most identities have few attempts, and of many it takes longer to find a page than to read it. */
const attemptsAtOnce = { first: 50, then: 500 };
/** The service reads the attempts up to four times for one verdict: this many in a second each time. A transaction has 20. */
export const mostEarlierAttempts = 2_000;

/**
 * Reads the earlier attempts that spoke for the identity and in which a step of these types was submitted: open ones first, then the one
 * that ended last, until `see` returns true. Any number of attempts in which nothing was shown must not hide what an earlier one showed.
 * Returns false when `see` was not asked about some of them, because there are too many: what these showed is unknown.
 */
export async function readEarlier(
  tx: Pick<Repositories, 'verifications' | 'stepRuns'>,
  { id, identityId }: Pick<Verification, 'id' | 'identityId'>,
  types: readonly StepType[],
  see: (attempt: Verification, stepRuns: readonly StepRun[]) => boolean | Promise<boolean>,
): Promise<boolean> {
  let after: Verification | null = null;
  let read = 0;
  for (;;) {
    const limit = after === null ? attemptsAtOnce.first : attemptsAtOnce.then;
    const page: Verification[] = await tx.verifications.listSubmitted({ identityId, types }, { limit, after });
    if (page.length > 0 && read >= mostEarlierAttempts) return false;
    const runs = await tx.stepRuns.listOfAll(page.map((attempt) => attempt.id));
    for (const attempt of page) {
      if (attempt.id !== id && (await see(attempt, runs.get(attempt.id) ?? []))) return true;
    }
    if (page.length < limit) return true;
    read += page.length;
    after = page.at(-1) ?? null;
  }
}

export const stepsWithFaces: readonly StepType[] = [...faceStepTypes, 'document'];

/** What one earlier attempt showed of people, as far as it can be read. */
interface ShownFaces {
  faces: readonly FaceTemplate[];
  portraits: readonly FaceTemplate[];
  attempt: Pick<Verification, 'status' | 'decision' | 'sealedAt'>;
}

/** Complete: there were not too many attempts to read all of them. */
export interface EarlierFaces {
  shown: readonly ShownFaces[];
  isComplete: boolean;
}

export async function readEarlierFaces(
  tx: Pick<Repositories, 'verifications' | 'stepRuns'>,
  verification: Pick<Verification, 'id' | 'identityId'>,
): Promise<EarlierFaces> {
  const shown: ShownFaces[] = [];
  const isComplete = await readEarlier(tx, verification, stepsWithFaces, ({ status, decision, sealedAt }, runs) => {
    const traits = runs.flatMap(({ outcome }) => outcome?.traits ?? []);
    const [faces, portraits] = [
      traits.flatMap(({ face = [] }) => face),
      traits.flatMap(({ portrait = [] }) => portrait),
    ];
    shown.push({ faces, portraits, attempt: { status, decision, sealedAt } });
    return false;
  });
  return { shown, isComplete };
}

/** Whether one of these faces comes from a photograph that was submitted before, even if it was cropped or compressed since. */
export function searchPictures(
  { shown, isComplete }: EarlierFaces,
  { faces, enrolled }: { faces: readonly FaceTemplate[]; enrolled: FaceTemplate | null },
): PictureSearch {
  if (faces.length === 0) return 'notShown';
  const known = [enrolled ?? [], shown.map((earlier) => [earlier.faces, earlier.portraits])].flat(3);
  if (known.some((one) => faces.some((face) => isSamePicture(face, one)))) return 'shown';
  if (!isComplete) return 'incomplete';
  return shown.some(({ attempt }) => attempt.sealedAt !== null) ? 'sealed' : 'notShown';
}
