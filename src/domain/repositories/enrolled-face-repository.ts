import type { NearFace } from '../faces/face-index.ts';
import type { FaceTemplate } from '../traits.ts';

interface FaceOwner {
  clientId: string;
  identityId: string;
}

/** One face an identity, kept after a verified decision. Sealed under the identity's data key, so that erasing it erases both. */
export interface EnrolledFaceRepository {
  /** Takes the place of the identity's older face. `searchable`: the person agreed to the search of all faces. */
  enrol(owner: FaceOwner, face: { template: FaceTemplate; searchable: boolean }): Promise<void>;
  remove(owner: FaceOwner): Promise<void>;
  find(owner: FaceOwner): Promise<FaceTemplate | null>;
  /**
   * The searchable faces of the client's other identities within that distance, nearest first, how many were looked at, and
   * how many were not because another model described them.
   */
  nearest(
    owner: FaceOwner,
    template: FaceTemplate,
    options: { within: number; limit: number },
  ): Promise<{ searched: number; unsearched: number; hits: NearFace[] }>;
}
