/** The meaning of an anti-spoofing model's score. */
export interface SpoofCalibration {
  /** From here on a face counts as live; below `spoof` it does not. Values in between are uncertain. */
  live: number;
  spoof: number;
}

/** The meaning of two models' scores together: the score of model `with`, plus `weight` times this model's score. */
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
