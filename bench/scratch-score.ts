import { readModelCatalogue } from '../src/adapters/model-catalogue.ts';
import { createModelStore } from '../src/adapters/native/nets/model-store.ts';
import { createFaceAnalyser } from '../src/adapters/native/faces/face-analyser.ts';
import { photographPerson } from '../specimens/captures/photograph-person.ts';
import { benchScoring } from './faces/score-face.ts';
const models = createModelStore({ catalogue: readModelCatalogue({ modelsDir: process.env.MODELS_DIR }) });
const person = await photographPerson();
if (process.argv[2] === 'profile') {
  const analyser = await createFaceAnalyser({ models });
  for (let i = 0; i < 80; i += 1) await analyser.analyse(person.selfie, { antiSpoofing: true });
} else for (const row of await benchScoring(models, person.selfie)) console.log(JSON.stringify(row));
