import type { FacePicture } from '../face-geometry/face-picture.ts';
import type { MeshPoint3 } from '../face-geometry/face-mesh.ts';
import type { Model } from '../nets/model-store.ts';
import type { PageMeter } from '../nets/page-meter.ts';

/** Turns a face into numbers: two pictures of one person lie closer together (Euclidean) than those of two people. */
export interface FaceEmbedder {
  model: Model;
  embed(picture: FacePicture, mesh: readonly MeshPoint3[], meter: PageMeter): Promise<Float32Array>;
}
