import { comparePictures } from '../../domain/faces/same-picture.ts';
import type { FaceTemplate } from '../../domain/traits.ts';
import type { Check } from '../../domain/verifications/check.ts';
import type { FinishedStep } from '../conclusion.ts';
import { matchDataWithout, modelOf } from './judge-match.ts';

/**
 * A picture of the portrait in a document that has been read, whichever document the face must match. Each attempt of a step is judged, even
 * if its face could not be: a later attempt does not explain the copy. The conclusion compares the last attempt with every document. Empty
 * when no portrait is copied.
 */
export function judgeCopiedPortrait(template: FaceTemplate | null, earlier: readonly FinishedStep[]): Check[] {
  if (template === null) return [];
  const copied = earlier.find(
    ({ traits }) => traits.portrait !== undefined && comparePictures(template, traits.portrait) === 'copy',
  );
  if (copied === undefined) return [];
  const data = { ...matchDataWithout(), model: modelOf(template), reference: { stepId: copied.stepId } };
  return [{ id: 'facematch', outcome: 'failed', code: 'selfie.same_as_document', data, durationMs: 0 }];
}
