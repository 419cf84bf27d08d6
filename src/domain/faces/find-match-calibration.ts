import { builtInMatchCalibrations } from './built-in-match-calibrations.ts';
import type { FaceSource } from './face-source.ts';
import type { MatchCalibration } from './match-calibration.ts';

/**
 * The calibration for the distance between a camera's face and a reference of this kind: the operator's own, or the built-in one. Null when
 * nothing was measured for this model and kind: limits for another kind of picture do not apply.
 */
export function findMatchCalibration(
  modelSha256: string,
  reference: FaceSource,
  own: readonly MatchCalibration[] = [],
): MatchCalibration | null {
  const of = (known: readonly MatchCalibration[], source: FaceSource) =>
    known.find((one) => one.model.sha256 === modelSha256 && one.reference === source);
  return of(own, reference) ?? of(builtInMatchCalibrations, reference) ?? null;
}

/** The name of an embedding model, by its hash. */
export function embeddingModelName(sha256: string): string {
  return builtInMatchCalibrations.find(({ model }) => model.sha256 === sha256)?.model.name ?? 'unknown';
}
