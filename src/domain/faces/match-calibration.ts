import type { FaceSource } from './face-source.ts';

/** How often a comparison was wrong, each rate with the number of pairs behind it. */
export interface MatchRates {
  /** Share of pairs of two people that count as one person, 0..1. */
  falseMatchRate: number;
  otherPairs: number;
  /** Share of pairs of one person that do not, 0..1. */
  falseNonMatchRate: number;
  samePairs: number;
}

/** What distances between faces are worth with one model, and on which pictures that was measured. */
export interface MatchCalibration {
  /** By this name results say which calibration judged. */
  name: string;
  model: { name: string; sha256: string };
  /** What the face is compared with. */
  reference: FaceSource;
  /** Up to this distance two faces count as one person. */
  same: number;
  /** From here on they count as two people. Null: a person has to look at everything beyond `same`. */
  different: number | null;
  /** Below this distance, two pictures are too alike to be two photographs. Null: not known. */
  tooAlike: number | null;
  /** At `same`, with the group that fared worst. Null: not measured for this kind of reference. */
  measured: (MatchRates & { set: string; worstGroup: (MatchRates & { group: string }) | null }) | null;
}
