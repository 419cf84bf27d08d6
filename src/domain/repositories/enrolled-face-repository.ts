import type { NearFace } from '../faces/face-index.ts';
import type { FaceTemplate } from '../traits.ts';

interface FaceOwner {
  clientId: string;
  identityId: string;
}

/** An enrolled face in the state in which it was listed. */
export interface UndescribedFace extends FaceOwner {
  revision: bigint;
  /** The person agreed to the search of all faces. */
  searchable: boolean;
}

export interface DescribedFaces {
  modelSha256: string;
  described: number;
  /** Faces whose pictures are gone. */
  closed: number;
  /** Enrolled faces of any model. */
  all: number;
}

/** A face as it is kept for an identity. */
export interface KeptFace {
  template: FaceTemplate;
  /** The person agreed to the search of all faces. */
  searchable: boolean;
  /** A policy accepted a doubt about it, so the search finds it and no later attempt is compared with it. */
  isDoubtful: boolean;
}

/**
 * One face per identity, stored after a verified decision. Encrypted under the identity's data key, so that erasing the identity erases the
 * face.
 */
export interface EnrolledFaceRepository {
  /** Other searches of the client's faces wait until the transaction ends. */
  lockSearch(clientId: string): Promise<void>;
  /** Replaces the identity's older face. `isDoubtful`: omitted for a sure one. */
  enrol(owner: FaceOwner, face: Omit<KeptFace, 'isDoubtful'> & { isDoubtful?: boolean }): Promise<void>;
  /** Sets whether the search of all faces looks at the identity's face. */
  setSearchable(owner: FaceOwner, searchable: boolean): Promise<void>;
  remove(owner: FaceOwner): Promise<void>;
  /** Up to `limit` faces of a client that this model has not described and still can, oldest first. */
  listUndescribed(clientId: string, modelSha256: string, limit: number): Promise<UndescribedFace[]>;
  /** Adds another model's template of the face. Does nothing if the face was enrolled again or removed meanwhile. */
  describe(face: UndescribedFace, embedding: { embedding: string; modelSha256: string }): Promise<void>;
  /** Records that this model cannot describe the face, because its picture is gone. Does nothing if the face has changed. */
  close(face: UndescribedFace, modelSha256: string): Promise<void>;
  /** Deletes those records. */
  reopen(): Promise<void>;
  /** How many faces each model has described, and how many it cannot describe. Models without faces are omitted. */
  countByModel(): Promise<DescribedFaces[]>;
  /** Clients with enrolled faces. */
  listClients(): Promise<string[]>;
  /** The face with which later attempts are compared; null if there is none, or only a doubtful one. */
  find(owner: FaceOwner): Promise<FaceTemplate | null>;
  /** The face that is kept, also a doubtful one. */
  read(owner: FaceOwner): Promise<KeptFace | null>;
  /**
   * The searchable faces of the client's other identities within this distance, nearest first; how many were compared; and how many were
   * not, because another model described them. In a transaction, other searches of the client wait until it ends, so that two people with
   * one face who are verified at the same time find each other.
   */
  nearest(
    owner: FaceOwner,
    template: FaceTemplate,
    options: { within: number; limit: number },
  ): Promise<{ searched: number; unsearched: number; hits: NearFace[] }>;
}
