import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { beforeAll, describe, expect, test } from 'vitest';
import { readModelCatalogue, resolvePackageFile } from '../../src/adapters/model-catalogue.ts';

/** The parts of TensorFlow.js that we need; it is bundled without types. */
interface TensorFlow {
  env(): { setPlatform(name: string, platform: object): void };
  setBackend(name: string): Promise<boolean>;
  ready(): Promise<void>;
  tensor(data: Float32Array, shape: readonly number[]): unknown;
  io: { decodeWeights(bytes: ArrayBuffer, specs: object[]): unknown };
  loadGraphModel(handler: object): Promise<{
    outputs: { name: string }[];
    execute(input: unknown, outputs: string[]): { dataSync(): Float32Array }[] | { dataSync(): Float32Array };
  }>;
}
interface FaceApi {
  tf: TensorFlow;
  FaceRecognitionNet: new () => {
    loadFromWeightMap(weights: unknown): void;
    forwardInput(input: { toBatchTensor(): unknown }): { dataSync(): Float32Array };
  };
}

const packageDir = (name: string) => dirname(resolvePackageFile(name, 'package.json'));
const catalogue = readModelCatalogue();
/** Largest difference, as a share of the largest value of the output. */
const mostDifference = 1e-4;
let faceApi: FaceApi;
let tf: TensorFlow;

beforeAll(async () => {
  // The bundle is made for browsers and fails if it detects Node.
  const own = globalThis.process;
  Reflect.set(globalThis, 'process', Object.create(own, { versions: { value: {} } }));
  try {
    const bundle = join(packageDir('@vladmandic/face-api'), 'dist/face-api.esm.js');
    faceApi = (await import(bundle)) as FaceApi;
    tf = faceApi.tf;
  } finally {
    Reflect.set(globalThis, 'process', own);
  }
  tf.env().setPlatform('test', {
    fetch,
    now: () => performance.now(),
    encode: (text: string) => new TextEncoder().encode(text),
    decode: (bytes: Uint8Array) => new TextDecoder().decode(bytes),
    isTypedArray: (value: unknown) => ArrayBuffer.isView(value),
  });
  await tf.setBackend('cpu');
  await tf.ready();
});

/** Numbers like those of a picture, the same each time. */
function drawInput(shape: readonly number[], from: number, to: number): Float32Array {
  const count = shape.reduce((product, size) => product * size, 1);
  return Float32Array.from(
    { length: count },
    (_, i) => from + (to - from) * (0.5 + 0.5 * Math.sin(i * 0.013 + i * i * 1e-7)),
  );
}

function largestDifference(ours: Float32Array, theirs: Float32Array): number {
  expect(ours.length).toBe(theirs.length);
  const largest = theirs.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return ours.reduce((most, value, i) => Math.max(most, Math.abs(value - (theirs[i] ?? NaN))), 0) / largest;
}

async function runOurs(name: string, data: Float32Array, shape: readonly number[]) {
  const session = await InferenceSession.create(catalogue.getModel(name).path);
  const [input = ''] = session.inputNames;
  return session.run({ [input]: new Tensor('float32', data, shape) });
}

describe('a converted model answers like the original', () => {
  test.each([
    ['blazeface', [1, 256, 256, 3], -1],
    ['facemesh', [1, 192, 192, 3], 0],
    ['iris', [1, 64, 64, 3], 0],
  ] as const)('%s', async (name, shape, least) => {
    const dir = join(packageDir('@vladmandic/human'), 'models');
    const json = JSON.parse(readFileSync(join(dir, `${name}.json`), 'utf8')) as {
      modelTopology: object;
      format: string;
      signature?: object;
      userDefinedMetadata?: { signature: object };
      weightsManifest: { paths: string[]; weights: object[] }[];
    };
    const weights = Buffer.concat(
      json.weightsManifest.flatMap(({ paths }) => paths.map((file) => readFileSync(join(dir, file)))),
    );
    const original = await tf.loadGraphModel({
      load: () =>
        Promise.resolve({
          modelTopology: json.modelTopology,
          format: json.format,
          signature: json.signature ?? json.userDefinedMetadata?.signature,
          weightSpecs: json.weightsManifest.flatMap((group) => group.weights),
          weightData: Uint8Array.from(weights).buffer,
        }),
    });
    const data = drawInput(shape, least, 1);
    const names = original.outputs.map((output) => output.name);
    const theirs = [original.execute(tf.tensor(data, shape), names)].flat();
    const ours = await runOurs(name, data, shape);
    for (const [index, output] of names.entries()) {
      const answer = ours[`${output.replace(/:0$/, '')}:out`];
      if (!(answer?.data instanceof Float32Array)) throw new Error(`no output ${output}`);
      expect(largestDifference(answer.data, theirs[index]?.dataSync() ?? new Float32Array()), output).toBeLessThan(
        mostDifference,
      );
    }
  });

  test('dlib-face', async () => {
    const dir = join(packageDir('@vladmandic/face-api'), 'model');
    const manifest = JSON.parse(readFileSync(join(dir, 'face_recognition_model-weights_manifest.json'), 'utf8')) as {
      paths: string[];
      weights: object[];
    }[];
    const weights = Buffer.concat(manifest.flatMap(({ paths }) => paths.map((file) => readFileSync(join(dir, file)))));
    const original = new faceApi.FaceRecognitionNet();
    const specs = manifest.flatMap((group) => group.weights);
    original.loadFromWeightMap(tf.io.decodeWeights(Uint8Array.from(weights).buffer, specs));
    const shape = [1, 150, 150, 3];
    const data = drawInput(shape, 0, 255);
    const theirs = original.forwardInput({ toBatchTensor: () => tf.tensor(data, shape) }).dataSync();
    const { descriptor } = await runOurs('dlib-face', data, shape);
    if (!(descriptor?.data instanceof Float32Array)) throw new Error('no descriptor');
    expect(largestDifference(descriptor.data, theirs)).toBeLessThan(mostDifference);
  });
});
