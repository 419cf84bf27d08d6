import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readModelCatalogue, verifyModel } from '../../src/adapters/model-catalogue.ts';
import { createModelStore } from '../../src/adapters/native/nets/model-store.ts';

describe('the model catalogue', () => {
  test('finds every model with the hash that it pins', () => {
    const verdicts = readModelCatalogue().verifyModels();
    expect(verdicts.filter(({ status }) => status !== 'ok' && status !== 'not_downloaded')).toEqual([]);
    expect(verdicts.length).toBeGreaterThan(0);
  });

  test('prefers a file in the folder of the operator, and says when it has another hash', async () => {
    const modelsDir = mkdtempSync(join(tmpdir(), 'models-'));
    writeFileSync(join(modelsDir, 'ocrb-line.onnx'), 'something else');
    const catalogue = readModelCatalogue({ modelsDir });
    expect(verifyModel(catalogue.getModel('ocrb-line'))).toMatchObject({ status: 'wrong_hash' });
    await expect(createModelStore({ catalogue }).load('ocrb-line')).rejects.toThrow(
      /'ocrb-line' does not have the hash/,
    );
  });

  test('says with how many threads a net runs, so that no caller decides this for others', () => {
    const catalogue = readModelCatalogue();
    const faceNets = ['blazeface', 'facemesh', 'iris', 'dlib-face', 'minifas-128-9780', 'minifasnet-v1se-80'];
    expect(faceNets.map((name) => catalogue.getModel(name).threads)).toEqual(faceNets.map(() => 1));
    expect(catalogue.getModel('pp-ocr-v4-text-detector').threads).toBeUndefined();
  });

  test('lets only the text detector, whose inputs have a largest size, keep the memory of its runs', () => {
    const keeping = readModelCatalogue().entries.filter(({ reusesMemory }) => reusesMemory === true);
    expect(keeping.map(({ name }) => name)).toEqual(['pp-ocr-v4-text-detector']);
  });

  test('gives the same answers from kept memory, whatever ran in it before and runs in it later', async () => {
    const catalogue = readModelCatalogue();
    const storeOf = (reusesMemory: boolean) =>
      createModelStore({ catalogue: { getModel: (name) => ({ ...catalogue.getModel(name), reusesMemory }) } });
    const name = 'pp-ocr-v4-text-detector';
    const [keeping, fresh] = [await storeOf(true).load(name), await storeOf(false).load(name)];
    const runs: { kept: Float32Array; expected: Float32Array }[] = [];
    const sizes = [[320, 256], [96, 128], [192, 320], [96, 128]] as const; // prettier-ignore
    for (const [height, width] of sizes) {
      const input = Float32Array.from({ length: 3 * height * width }, (_, i) => Math.sin(i * i));
      const dims = [1, 3, height, width];
      runs.push({ kept: (await keeping.run(input, dims)).data, expected: (await fresh.run(input, dims)).data });
    }
    // Only now: a later run must not have changed an earlier answer.
    for (const { kept, expected } of runs) expect(kept).toEqual(expected);
  });

  test('names a model that is missing', async () => {
    const entry = { ...readModelCatalogue().getModel('ocrb-line'), path: '/nowhere/ocrb-line.onnx' };
    expect(verifyModel(entry).status).toBe('missing');
    const store = createModelStore({ catalogue: { getModel: () => entry } });
    await expect(store.load('ocrb-line')).rejects.toThrow(/'ocrb-line' is missing/);
  });
});
