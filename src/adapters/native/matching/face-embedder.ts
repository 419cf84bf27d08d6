import type { FacePicture } from '../face-picture.ts';
import type { MeshPoint3 } from '../face-mesh.ts';
import { ModelUnavailable, type Model, type ModelStore } from '../model-store.ts';
import type { PageMeter } from '../page-meter.ts';
import { createDlibEmbedder } from './dlib-embedder.ts';
import { createMobileFaceNetEmbedder } from './mobile-face-net-embedder.ts';

/** Turns a face into numbers: two pictures of one person lie closer together (Euclidean) than those of two people. */
export interface FaceEmbedder {
  model: Model;
  embed(picture: FacePicture, mesh: readonly MeshPoint3[], meter: PageMeter): Promise<Float32Array>;
}

/** The nets that can embed a face, by their names in the catalogue, the best first. The last one comes with the service. */
const embedders: readonly (readonly [name: string, create: (model: Model) => FaceEmbedder])[] = [
  ['mobilefacenet-112', createMobileFaceNetEmbedder],
  ['dlib-face', createDlibEmbedder],
];

/** The best embedder whose net can be used. @throws ModelUnavailable when none can */
export async function openFaceEmbedder(models: Pick<ModelStore, 'load'>): Promise<FaceEmbedder> {
  let fault: unknown;
  for (const [name, create] of embedders) {
    try {
      return create(await models.load(name));
    } catch (error) {
      if (!(error instanceof ModelUnavailable)) throw error;
      fault = error;
    }
  }
  throw fault;
}
