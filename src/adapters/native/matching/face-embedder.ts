import type { FacePicture } from '../face-geometry/face-picture.ts';
import type { MeshPoint3 } from '../face-geometry/face-mesh.ts';
import type { Model } from '../nets/model-store.ts';
import type { PageMeter } from '../nets/page-meter.ts';

/** Turns a face into numbers. Two pictures of one person have a smaller Euclidean distance than pictures of two people. */
export interface FaceEmbedder {
  model: Model;
  embed(picture: FacePicture, mesh: readonly MeshPoint3[], meter: PageMeter): Promise<Float32Array>;
}
