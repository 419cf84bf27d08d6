import type { NearFace } from '../faces/face-index.ts';
import type { FaceTemplate } from '../traits.ts';

interface FaceOwner {
  clientId: string;
  identityId: string;
}

/** An enrolled face as it was when it was listed. */
export interface UndescribedFace extends FaceOwner {
  revision: bigint;
}

export interface DescribedFaces {
  modelSha256: string;
  described: number;
  /** Their pictures are gone. */
  closed: number;
  /** Enrolled faces of any model. */
  all: number;
}

/** One face an identity, kept after a verified decision. Sealed under the identity's data key, so that erasing it erases both. */
export interface EnrolledFaceRepository {
  /** Takes the place of the identity's older face. `searchable`: the person agreed to the search of all faces. */
  enrol(owner: FaceOwner, face: { template: FaceTemplate; searchable: boolean }): Promise<void>;
  remove(owner: FaceOwner): Promise<void>;
  /** Up to `limit` faces of a client that this model has not described and still may, the oldest first. */
  listUndescribed(clientId: string, modelSha256: string, limit: number): Promise<UndescribedFace[]>;
  /** Adds what another model makes of the face. Nothing happens where the face was enrolled again or removed meanwhile. */
  describe(face: UndescribedFace, embedding: { embedding: string; modelSha256: string }): Promise<void>;
  /** Notes that this model cannot describe the face, since its picture is gone. The same holds for a face that has changed. */
  close(face: UndescribedFace, modelSha256: string): Promise<void>;
  /** Takes those notes back. */
  reopen(): Promise<void>;
  /** How many faces each model has described, and how many it cannot describe. Models that no face knows are left out. */
  countByModel(): Promise<DescribedFaces[]>;
  /** Clients that have enrolled faces. */
  listClients(): Promise<string[]>;
  find(owner: FaceOwner): Promise<FaceTemplate | null>;
  /**
   * The searchable faces of the client's other identities within that distance, nearest first, how many were looked at, and
   * how many were not because another model described them. In a transaction, other searches of the client wait until it ends: two
   * people with one face who are verified at the same time find each other.
   */
  nearest(
    owner: FaceOwner,
    template: FaceTemplate,
    options: { within: number; limit: number },
  ): Promise<{ searched: number; unsearched: number; hits: NearFace[] }>;
}
