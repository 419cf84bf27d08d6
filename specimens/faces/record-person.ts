import { readModelCatalogue } from '../../src/adapters/model-catalogue.ts';
import { createFaceAnalyser } from '../../src/adapters/native/faces/face-analyser.ts';
import { createModelStore } from '../../src/adapters/native/nets/model-store.ts';
import { filmLive, recordSound, type LiveFilm } from './film-live.ts';
import { makeUpSpeech } from './make-up-speech.ts';
import { openFace } from './open-face.ts';

/** The made-up voice that a speech detector detects best; it takes most others for noise now and then. */
const clearestVoice = 3;

/** Films the person in the picture, who follows prompts as they come. The models must have been made (`npm run models`). */
export async function openPerson(picture: Buffer): Promise<(promptCount: number) => LiveFilm> {
  const analyser = await createFaceAnalyser({ models: createModelStore({ catalogue: readModelCatalogue() }) });
  const face = await openFace(picture, analyser);
  return (promptCount) => filmLive(face, { promptCount });
}

/** A voice that says as many syllables as there are digits: audible, but not intelligible. */
export function recordVoice(digits: string): LiveFilm {
  return recordSound(makeUpSpeech(digits.length, clearestVoice));
}
