import type { NearFace } from '../faces/face-index.ts';
import type { MatchCalibration } from '../faces/match-calibration.ts';
import type { FaceTemplate, IndexedTrait, IndexedValue, Place } from '../traits.ts';

/**
 * `sealed`: an earlier verification is encrypted to the client's own key, so nothing tells. `incomplete`: there are too many to look at all.
 */
export type PictureSearch = 'shown' | 'notShown' | 'sealed' | 'incomplete';

/** Queries about the client's other identities and this identity's earlier verifications, within the deciding transaction. */
export interface History {
  /** Other identities of this client that have shown the same value, newest first. */
  listIdentitiesWith(trait: IndexedTrait, value: string, limit: number): Promise<string[]>;
  /** Whether a document that another identity has shown cannot be found, because its hash is lost. */
  areDocumentsLost(): Promise<boolean>;
  /** The last place of this identity in a verification with a verdict, and all places since in those without one; the newest first. */
  findLastPlaces(): Promise<{ place: Place; at: Date }[]>;
  /** The name and date of birth that documents of this identity's earlier verifications have confirmed. Missing: none did. */
  knownHolder(): Promise<{ fullName?: string; dateOfBirth?: string }>;
  /**
   * Whether earlier verifications named a holder whom only the client's own key can reveal, by other documents than this one. `shown`: the
   * value by which the same document is found; null when none was read.
   */
  isHolderEncrypted(shown: IndexedValue | null): Promise<boolean>;
  /** Whether this verification concerns an identity that existed before it. */
  reverifies: boolean;
  /** The enrolled face from this identity's last verification. */
  enrolledFace(): Promise<FaceTemplate | null>;
  /** Whether the face comes from a photograph that an earlier verification of this identity showed, as a face or on a document. */
  findShownBefore(face: FaceTemplate): Promise<PictureSearch>;
  /**
   * Whether a face of this identity's earlier verified verifications is such a one, as far as they can be read: since the last one in which a
   * reviewer found two unlike faces to be one person's. Null: there are too many to look at all, and those that were looked at are not.
   */
  hasVerifiedFace(isSuch: (face: FaceTemplate) => boolean): Promise<boolean | null>;
  /** Whether an earlier verification, with its face, was sealed to the client's own key. */
  isSealed(): Promise<boolean>;
  /** Enrolled faces of other identities within this distance. Null: the person did not consent to this search. */
  nearestFaces(
    template: FaceTemplate,
    options: { within: number; limit: number },
  ): Promise<{ searched: number; unsearched: number; hits: NearFace[] } | null>;
  /** The operator's own calibrations of face comparisons. */
  matchCalibrations(): Promise<MatchCalibration[]>;
}
