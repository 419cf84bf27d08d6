import { readModelCatalogue } from '../../src/adapters/model-catalogue.ts';
import { createModelStore, type ModelStore } from '../../src/adapters/native/model-store.ts';

const stores = new Map<string | undefined, ModelStore>();

/** Models of the catalogue, those of `modelsDir` in front: loaded once in a process, whatever many files run in it. */
export function sharedModels(modelsDir?: string): ModelStore {
  const known = stores.get(modelsDir);
  if (known !== undefined) return known;
  const store = createModelStore({ catalogue: readModelCatalogue({ modelsDir }) });
  stores.set(modelsDir, store);
  return store;
}
