import { compareFaces } from '../../domain/faces/compare-faces.ts';
import { embeddingModelName, findMatchCalibration } from '../../domain/faces/find-match-calibration.ts';
import type { FaceSource } from '../../domain/faces/face-source.ts';
import type { MatchCalibration } from '../../domain/faces/match-calibration.ts';
import type { ModelReference } from '../../domain/ports/pages/page-reader.ts';
import type { FaceTemplate } from '../../domain/traits.ts';

export interface MatchData {
  distance: number | null;
  /** Null: the model has no calibration, or no comparison took place. */
  threshold: number | null;
  thresholdErrorRates: NonNullable<MatchCalibration['measured']> | null;
  calibration: string | null;
  /** What the face was compared with, and what the calibration's limits were set for. They differ in older results only. */
  referenceSource: FaceSource | null;
  calibratedFor: FaceSource | null;
  model: ModelReference | null;
}

/**
 * `untold`: different models embedded the faces. `uncalibrated`: the distance is known, but not what it means for this model and this kind
 * of reference.
 */
export type MatchAnswer = 'same' | 'tooAlike' | 'borderline' | 'different' | 'untold' | 'uncalibrated';

export interface FaceMatch {
  answer: MatchAnswer;
  data: MatchData & Record<string, unknown>;
}

/**
 * Compares a camera's picture of a face with a reference from any source. `threshold` is the flow's own limit, which can only be stricter
 * than the calibrated one, since each model has its own scale. `calibrations` are the operator's own and take precedence over those that
 * come with the service.
 */
export function judgeMatch(
  face: FaceTemplate,
  reference: FaceTemplate,
  threshold: number | null,
  calibrations: readonly MatchCalibration[] = [],
): FaceMatch {
  const compared = compareFaces(face, reference);
  const referenceSource = reference.source ?? 'camera';
  const without = { ...matchDataWithout(), referenceSource };
  if (compared === null) return { answer: 'untold', data: { ...without, model: modelOf(face) } };
  const { distance, modelSha256 } = compared;
  const model = modelOf({ modelSha256 });
  const calibration = findMatchCalibration(modelSha256, referenceSource, calibrations);
  if (calibration === null) return { answer: 'uncalibrated', data: { ...without, distance, model } };
  const same = Math.min(threshold ?? calibration.same, calibration.same);
  const data = {
    distance,
    threshold: same,
    thresholdErrorRates: same === calibration.same ? calibration.measured : null,
    calibration: calibration.name,
    referenceSource,
    calibratedFor: calibration.reference,
    model,
  };
  return { answer: answerOf(distance, same, { ...calibration, referenceSource }), data };
}

/** Two pictures of one camera may be almost identical. Only a face that equals a printed or stored portrait is implausible. */
function answerOf(
  distance: number,
  same: number,
  { different, tooAlike, referenceSource }: MatchCalibration & { referenceSource: FaceSource },
): MatchAnswer {
  const isImplausible = tooAlike !== null && distance < tooAlike && referenceSource !== 'camera';
  if (distance <= same) return isImplausible ? 'tooAlike' : 'same';
  return different !== null && distance >= different ? 'different' : 'borderline';
}

/** The data of a comparison that did not take place. */
export function matchDataWithout(): MatchData {
  return {
    distance: null,
    threshold: null,
    thresholdErrorRates: null,
    calibration: null,
    referenceSource: null,
    calibratedFor: null,
    model: null,
  };
}

export function modelOf({ modelSha256 }: Pick<FaceTemplate, 'modelSha256'>): ModelReference {
  return { name: embeddingModelName(modelSha256), sha256: modelSha256 };
}
