/** What a score of the anti-spoofing model is worth. */
export interface SpoofCalibration {
  /** From here on a face counts as alive; below `spoof` as none. Between them nobody can tell. */
  live: number;
  spoof: number;
}

/** What the scores of two models are worth together: that of the model `with` plus `weight` times the own one. */
export interface SpoofAgreement extends SpoofCalibration {
  with: string;
  weight: number;
}

/**
 * For MiniFAS 128, and for results that were stored before models brought their own. Chosen on few pictures: 27 genuine faces
 * (most between 2 and 20, three below 2) and two attacks (-5.9 and -7.5). By its authors' training the border is 0; the band
 * around it goes to review.
 */
export const spoofCalibration: SpoofCalibration = { live: 2, spoof: -2 };
