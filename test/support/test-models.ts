import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultAntiSpoofing } from '../../src/domain/faces/anti-spoofing.ts';
import { createFaceAnalyser } from '../../src/adapters/native/faces/face-analyser.ts';
import { sharedModels } from './shared-models.ts';

/** Weights that the service downloads are kept next to the repository for tests. */
const testModelsDir = fileURLToPath(new URL('../../../shared/models/', import.meta.url));

/** The folder with the downloaded models; if it is absent, undefined with a message. */
export function findTestModels(): string | undefined {
  if (defaultAntiSpoofing.models.every((name) => existsSync(join(testModelsDir, `${name}.onnx`)))) return testModelsDir;
  console.warn(`SKIPPED: no anti-spoofing models at ${testModelsDir}`);
  return undefined;
}

/** A face analyser on the models of the catalogue, with those of `modelsDir` in front. */
export function openFaceAnalyser(modelsDir?: string) {
  return createFaceAnalyser({ models: sharedModels(modelsDir) });
}
