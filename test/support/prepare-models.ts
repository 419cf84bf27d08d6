import { readModelCatalogue } from '../../src/adapters/model-catalogue.ts';
import { prepareModels } from '../../src/adapters/prepare-models.ts';

/** Makes the models that come inside packages, as `npm start` does; nothing is downloaded. Takes a second, once. */
export default async function setup(): Promise<void> {
  await prepareModels(readModelCatalogue(), {
    download: false,
    progress: {
      converted: (model) => console.log(`model ${model}: converted`),
      downloading: () => undefined,
      failed: (model, reason) => console.log(`model ${model}: ${reason}`),
    },
  });
}
