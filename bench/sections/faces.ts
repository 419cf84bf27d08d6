import { readModelCatalogue } from '../../src/adapters/model-catalogue.ts';
import { createModelStore } from '../../src/adapters/native/nets/model-store.ts';
import { photographPerson } from '../../specimens/captures/photograph-person.ts';
import { benchVideos } from '../faces/judge-film.ts';
import { benchScoring } from '../faces/score-face.ts';
import { benchSearch } from '../faces/search-faces.ts';
import { benchWorker } from '../faces/watch-worker.ts';
import type { Section } from '../section.ts';

/** Faces and voices. Needs the anti-spoofing model (`npm run models`, or `MODELS_DIR`). */
export const faces: Section = {
  name: 'faces',
  title: 'Faces',
  async measure(stack, say) {
    const catalogue = readModelCatalogue({ modelsDir: process.env.MODELS_DIR });
    const models = createModelStore({ catalogue });
    const person = await photographPerson();
    const rows = await benchScoring(models, person.selfie);
    say('faces are scored');
    rows.push(...(await benchVideos(models, person.portrait)));
    say('videos are judged');
    rows.push(benchSearch());
    return [...rows, ...(await benchWorker(stack, person, say))];
  },
};
