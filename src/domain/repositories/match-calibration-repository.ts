import type { MatchCalibration } from '../faces/match-calibration.ts';

/** Calibrations that the operator measured: one per model and kind of reference, for the whole installation. */
export interface MatchCalibrationRepository {
  list(): Promise<MatchCalibration[]>;
  /** Replaces the calibration for the same model and reference. */
  put(calibration: MatchCalibration): Promise<void>;
  /** The built-in calibrations apply again. */
  removeAll(): Promise<void>;
}
