import type { NearFace } from '../faces/face-index.ts';
import type { MatchCalibration } from '../faces/match-calibration.ts';
import type { FaceTemplate, IndexedTrait, Place } from '../traits.ts';

/** What the client's other identities and this identity's earlier verifications can tell. Bound to the deciding transaction. */
export interface History {
  /** Other identities of this client that have shown the same value, newest first. */
  listIdentitiesWith(trait: IndexedTrait, value: string, limit: number): Promise<string[]>;
  /** Where this identity was last seen in an earlier verification, by coordinates; null when that is not known. */
  findLastPlace(): Promise<{ place: Place; at: Date } | null>;
  /** Whether this verification is of an identity that was there before it. */
  reverifies: boolean;
  /** The face that was kept when this identity was last verified. */
  enrolledFace(): Promise<FaceTemplate | null>;
  /** Whether the face comes from a photograph that an earlier verification of this identity has shown, as a face or on a document. */
  isShownBefore(face: FaceTemplate): Promise<boolean>;
  /** Whether an earlier verification was sealed to the client's own key, and its face with it. */
  isSealed(): Promise<boolean>;
  /** Enrolled faces of other identities within that distance. Null: the person did not agree to this search. */
  nearestFaces(
    template: FaceTemplate,
    options: { within: number; limit: number },
  ): Promise<{ searched: number; unsearched: number; hits: NearFace[] } | null>;
  /** The operator's own calibrations of face comparisons. */
  matchCalibrations(): Promise<MatchCalibration[]>;
}
