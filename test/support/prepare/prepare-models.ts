import { readModelCatalogue } from '../../../src/adapters/model-catalogue.ts';
import { prepareModels as prepare } from '../../../src/adapters/prepare-models.ts';

/** Makes the models that come inside packages, as `npm start` does; nothing is downloaded. Takes a second, once. */
export async function prepareModels(): Promise<void> {
  await prepare(readModelCatalogue(), {
    download: false,
    progress: {
      converted: (model) => console.log(`model ${model}: converted`),
      downloading: () => undefined,
      failed: (model, reason) => console.log(`model ${model}: ${reason}`),
    },
  });
}
