import { ModelUnavailable, type Model, type ModelStore } from '../nets/model-store.ts';
import { createDlibEmbedder } from './dlib-embedder.ts';
import type { FaceEmbedder } from './face-embedder.ts';
import { createMobileFaceNetEmbedder } from './mobile-face-net-embedder.ts';

/** The nets that can embed a face, by their names in the catalogue, best first. The service includes the last one. */
const embedders: readonly (readonly [name: string, create: (model: Model) => FaceEmbedder])[] = [
  ['mobilefacenet-112', createMobileFaceNetEmbedder],
  ['dlib-face', createDlibEmbedder],
];

/** Opens the best embedder whose net is installed. @throws ModelUnavailable when none is installed, or the best installed one is damaged */
export async function openFaceEmbedder(models: Pick<ModelStore, 'load'>): Promise<FaceEmbedder> {
  let fault: unknown;
  for (const [name, create] of embedders) {
    try {
      return create(await models.load(name));
    } catch (error) {
      if (!(error instanceof ModelUnavailable && error.missing)) throw error;
      fault = error;
    }
  }
  throw fault;
}
