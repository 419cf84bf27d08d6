import { readModelCatalogue } from '../../src/adapters/model-catalogue.ts';
import { createModelStore, type ModelStore } from '../../src/adapters/native/nets/model-store.ts';

const stores = new Map<string | undefined, ModelStore>();

/** Models of the catalogue, those of `modelsDir` in front: loaded once in a process, whatever many files run in it. */
export function sharedModels(modelsDir?: string): ModelStore {
  const known = stores.get(modelsDir);
  if (known !== undefined) return known;
  // Two files run at a time on two cores: with more threads they slow each other down by a sixth.
  const store = createModelStore({ catalogue: readModelCatalogue({ modelsDir }), threads: 1 });
  stores.set(modelsDir, store);
  return store;
}
