import { builtInMatchCalibrations } from './built-in-match-calibrations.ts';
import type { FaceSource } from './face-source.ts';
import type { MatchCalibration } from './match-calibration.ts';

/** The distance between two faces is judged by this; null for a model of which nothing was measured. */
export function findMatchCalibration(
  modelSha256: string,
  reference: FaceSource,
  own: readonly MatchCalibration[] = [],
): MatchCalibration | null {
  const of = (known: readonly MatchCalibration[], source: FaceSource) =>
    known.find((one) => one.model.sha256 === modelSha256 && one.reference === source);
  const exact = of(own, reference) ?? of(builtInMatchCalibrations, reference);
  if (exact !== undefined) return exact;
  const camera = of(own, 'camera') ?? of(builtInMatchCalibrations, 'camera');
  // The limits are the best that is known, and `reference` says that they were set on another kind of picture; rates that were
  // measured on other pictures are not claimed.
  return camera === undefined ? null : { ...camera, measured: null };
}

/** Name of an embedding model, by its hash. */
export function embeddingModelName(sha256: string): string {
  return builtInMatchCalibrations.find(({ model }) => model.sha256 === sha256)?.model.name ?? 'unknown';
}
