/** What a distance between two faces is worth with one embedding model, and on what that was measured. */
export interface MatchCalibration {
  /** Up to here two faces count as one person; from `different` on as two. Between them nobody can tell. */
  same: number;
  different: number;
  /** At `same`, on so many pairs. */
  errorRates: { falseMatchRate: number; falseNonMatchRate: number; pairs: number };
}

/**
 * For dlib's net. Measured on the 28 faces of the pictures that come with an npm package and of six public ones: FMR over all
 * their pairs, also of different group pictures, in which somebody can come back, so that it is rather too high; FNMR over 3
 * pairs of different pictures of one person (none was refused, which says little) and changed copies.
 * `npm run accuracy -- faces` counts known pairs alone: 0 of 33. The set is small and the thresholds were chosen on it: operators
 * measure on their own pictures (`npm run accuracy -- faces --set`).
 */
export const matchCalibration: MatchCalibration = {
  same: 0.5,
  different: 0.62,
  errorRates: { falseMatchRate: 0.0079, falseNonMatchRate: 0, pairs: 381 },
};

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
