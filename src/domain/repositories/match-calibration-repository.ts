import type { MatchCalibration } from '../faces/match-calibration.ts';

/** Calibrations that the operator measured: one a model and kind of reference, for the whole installation. */
export interface MatchCalibrationRepository {
  list(): Promise<MatchCalibration[]>;
  /** Takes the place of the one for the same model and reference. */
  put(calibration: MatchCalibration): Promise<void>;
  /** Those that come with the service judge again. */
  removeAll(): Promise<void>;
}
