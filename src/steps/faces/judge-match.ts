import { matchCalibration } from '../../domain/face-calibration.ts';
import { faceDistance } from '../../domain/compare-faces.ts';
import type { ModelReference } from '../../domain/ports/page-reader.ts';
import type { FaceTemplate } from '../../domain/traits.ts';

/** The model that templates of faces come from, by its name in the catalogue. */
const embeddingModelName = 'dlib-face';

export interface MatchData {
  distance: number | null;
  threshold: number;
  thresholdErrorRates: { falseMatchRate: number; falseNonMatchRate: number; pairs: number } | null;
  model: ModelReference | null;
}

export interface FaceMatch {
  /** `untold`: made by different models, so that nothing can be said. */
  answer: 'same' | 'borderline' | 'different' | 'untold';
  data: MatchData & Record<string, unknown>;
}

/** Compares two faces. `threshold`: the flow's own; null takes the calibrated one, whose error rates are known. */
export function judgeMatch(face: FaceTemplate, reference: FaceTemplate, threshold: number | null): FaceMatch {
  const distance = faceDistance(face, reference);
  const data = { ...matchDataWithout(threshold), distance, model: modelOf(face) };
  const same = data.threshold;
  const different = same + (matchCalibration.different - matchCalibration.same);
  if (distance === null) return { answer: 'untold', data };
  if (distance <= same) return { answer: 'same', data };
  return { answer: distance < different ? 'borderline' : 'different', data };
}

/** The data of a comparison that did not take place. */
export function matchDataWithout(threshold: number | null): MatchData {
  return {
    distance: null,
    threshold: threshold ?? matchCalibration.same,
    thresholdErrorRates: threshold === null ? matchCalibration.errorRates : null,
    model: null,
  };
}

export function modelOf({ modelSha256 }: FaceTemplate): ModelReference {
  return { name: embeddingModelName, sha256: modelSha256 };
}
