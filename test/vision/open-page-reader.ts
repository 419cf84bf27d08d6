import { readModelCatalogue } from '../../src/adapters/model-catalogue.ts';
import { createModelStore } from '../../src/adapters/native/model-store.ts';
import { createPageReader } from '../../src/adapters/native/page-reader.ts';

/** A page reader on the models of the catalogue. */
export function openPageReader() {
  return createPageReader(createModelStore({ catalogue: readModelCatalogue() }));
}
