import type { Container } from '../src/container.ts';
import { createFaceAnalyser } from '../src/adapters/native/face-analyser.ts';
import { createImageNormaliser } from '../src/adapters/native/image-normaliser.ts';
import type { ModelStore } from '../src/adapters/native/model-store.ts';
import { createFindSelfie } from '../src/services/find-selfie.ts';
import { createPrepareMedia } from '../src/services/prepare-media.ts';
import type { JobHandlers } from '../src/services/run-job.ts';
import { createStepJobHandler } from '../src/services/work-on-step.ts';
import { loadOrNull } from './load-or-null.ts';

/** Faces are judged one after the other: each run already uses every core. */
export const livenessConcurrency = 1;

export async function createLivenessHandlers(container: Container, models: ModelStore): Promise<JobHandlers> {
  const prepareMedia = createPrepareMedia({ ...container, normaliser: createImageNormaliser() });
  const faceAnalyser = await loadOrNull(() => createFaceAnalyser({ models }));
  const tools = faceAnalyser && { faceAnalyser, readImage: prepareMedia, findSelfie: createFindSelfie(container) };
  return { 'face.judge': createStepJobHandler({ ...container, job: 'face.judge', tools }) };
}
