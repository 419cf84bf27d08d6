import { compareFaces } from './compare-faces.ts';
import type { ClearFace, PageSignal } from '../ports/pages/page-reader.ts';
import type { FaceTemplate } from '../traits.ts';

/**
 * Distances between a portrait and a second, fainter print of it, by the SHA-256 of the model. Set on ghost images that were drawn from webcam
 * pictures of NUAA's people 0001 to 0008 (`npm run accuracy -- ghost-images`): the farthest of 141 was 1.23 from its portrait, and a very
 * faint real one 1.24. dlib has no entry: it takes many pictures of two people for one person, so it cannot tell.
 */
const limits: Readonly<Record<string, { same: number; different: number }>> = {
  b7120c095d60094f28a4a54ba6a8bf51b297a6273fb40ef6350dfec1f63d9507: { same: 1.1, different: 1.25 },
};
/**
 * No document shows this many faces. A forger could otherwise add small faces of the new person until the service no longer compares the
 * ghost image.
 */
export const mostClearFaces = 12;
/** The score is 1 if the faces are this much farther apart than `different`. */
const surelyMore = 0.2;
const doubtful = 0.5;
const undecided = 0.4;

/**
 * Whether the document shows another person in addition to its portrait, as it does if only the portrait was replaced. `others`: its clear
 * faces without the portrait. Null: the service cannot compare
 * them.
 */
export function ghostImageSignal(portrait: FaceTemplate, others: readonly ClearFace[]): PageSignal | null {
  const measured = others.flatMap(({ area, template }) => {
    const compared = compareFaces(portrait, template);
    const limit = compared === null ? undefined : limits[compared.modelSha256];
    return compared === null || limit === undefined ? [] : [{ area, limit, distance: compared.distance }];
  });
  if (others.length >= mostClearFaces - 1) {
    return { score: doubtful, area: null, evidence: 'The document shows more faces than any document has.' };
  }
  const [farthest] = measured.sort((one, other) => other.distance - one.distance);
  if (farthest === undefined) return null;
  const { area, distance, limit } = farthest;
  const apart = `distance ${distance.toFixed(2)}; one person up to ${limit.same}, two people from ${limit.different}`;
  if (distance >= limit.different) {
    const score = doubtful + (1 - doubtful) * Math.min(1, (distance - limit.different) / surelyMore);
    return { score, area, evidence: `Another face on the document is not the person of the portrait (${apart}).` };
  }
  if (measured.length < others.length) return null;
  if (distance > limit.same) {
    const evidence = `Another face on the document may not be the person of the portrait (${apart}).`;
    return { score: undecided, area, evidence };
  }
  return {
    score: 0,
    area: null,
    evidence: `Every other face on the document is the person of the portrait (${apart}).`,
  };
}
