import type { FaceSource } from './face-source.ts';

/** Measured error rates of comparisons, each with its number of pairs. */
export interface MatchRates {
  /** Share of pairs of two people that count as one person, 0..1. */
  falseMatchRate: number;
  otherPairs: number;
  /** Share of pairs of one person that do not, 0..1. */
  falseNonMatchRate: number;
  samePairs: number;
}

/** The meaning of one model's distances between faces, and the pictures on which it was measured. */
export interface MatchCalibration {
  /** The name by which results identify the calibration. */
  name: string;
  model: { name: string; sha256: string };
  /** The kind of reference that the face is compared with. */
  reference: FaceSource;
  /** Up to this distance two faces count as one person. */
  same: number;
  /** From here on they count as two people. Null: a person has to look at everything beyond `same`. */
  different: number | null;
  /** Below this distance, two pictures are too similar to be two photographs. Null: unknown. */
  tooAlike: number | null;
  /** At `same`, for the group with the highest rate. Null: not measured for this kind of reference. */
  measured: (MatchRates & { set: string; worstGroup: (MatchRates & { group: string }) | null }) | null;
}
