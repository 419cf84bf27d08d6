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

  test('names a model that is missing', async () => {
    const entry = { ...readModelCatalogue().getModel('ocrb-line'), path: '/nowhere/ocrb-line.onnx' };
    expect(verifyModel(entry).status).toBe('missing');
    const store = createModelStore({ catalogue: { getModel: () => entry } });
    await expect(store.load('ocrb-line')).rejects.toThrow(/'ocrb-line' is missing/);
  });
});
