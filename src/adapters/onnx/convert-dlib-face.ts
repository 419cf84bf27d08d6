import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GraphBuilder, type ValueName } from './graph-builder.ts';
import { readTfjsWeights, weightsManifestSchema, type WeightTensor } from './tfjs-weights.ts';
import { toOnnxFilter } from './to-onnx-filter.ts';

/** Channel means that dlib subtracts from the picture, red first. The scale is the package's: dlib itself divides by 256. */
const channelMeans = Float32Array.of(122.782, 117.001, 104.298);
const pixelScale = 1 / 255;
const sidePx = 150;
/** Side of the feature map where the residual blocks begin: 150 → 72 by the first convolution → 35 by the pooling. */
const firstBlockSide = 35;

/**
 * dlib's face recognition net (dlib_face_recognition_resnet_model_v1) from its TensorFlow.js weights. The weights come without
 * a graph; this is dlib's published architecture. Input `input` [n,150,150,3], RGB 0..255; output `descriptor` [n,128].
 */
export function convertDlibFace(manifestPath: string): Buffer {
  const manifest = weightsManifestSchema.parse(JSON.parse(readFileSync(manifestPath, 'utf8')));
  const weights = readTfjsWeights(join(manifestPath, '..'), manifest);
  const graph = new GraphBuilder('dlib-face-recognition');
  const tensor = (name: string): WeightTensor => {
    const found = weights.get(name);
    if (found === undefined) throw new Error(`The weights have no ${name}`);
    return found;
  };

  /** A convolution with the affine layer after it folded into its weights. */
  function convolution(input: ValueName, name: string, { stride, padded }: { stride: number; padded: boolean }) {
    const scale = tensor(`${name}/scale/weights`).data;
    const shift = tensor(`${name}/scale/biases`).data;
    const bias = tensor(`${name}/conv/bias`).data;
    const { shape, data } = toOnnxFilter(tensor(`${name}/conv/filters`));
    const [outputs = 0, , height = 0, width = 0] = shape;
    const each = data.length / outputs;
    const scaled = data.map((value, index) => value * (scale[Math.floor(index / each)] ?? 0));
    const offsets = bias.map((value, index) => value * (scale[index] ?? 0) + (shift[index] ?? 0));
    return graph.node('Conv', [input, graph.floats(shape, scaled), graph.floats([outputs], offsets)], {
      kernel_shape: [height, width],
      strides: [stride, stride],
      pads: padded ? [1, 1, 1, 1] : [0, 0, 0, 0],
    });
  }
  const relu = (input: ValueName) => graph.node('Relu', [input]);
  /** Zeros after the last channel, row and column. */
  const pad = (input: ValueName, channels: number, rows: number, columns: number) =>
    graph.node('Pad', [input, graph.integers([0, 0, 0, 0, 0, channels, rows, columns])], { mode: 'constant' });

  function block(input: ValueName, name: string): ValueName {
    const first = relu(convolution(input, `${name}/conv1`, { stride: 1, padded: true }));
    const second = convolution(first, `${name}/conv2`, { stride: 1, padded: true });
    return relu(graph.node('Add', [second, input]));
  }

  /** Halves the side: the shortcut is pooled, and both inputs are padded with zeros to the same size. */
  function blockDown(input: ValueName, name: string, side: number, channels: { from: number; to: number }) {
    const pooledSide = side >> 1;
    const convolvedSide = ((side - 3) >> 1) + 1;
    const first = relu(convolution(input, `${name}/conv1`, { stride: 2, padded: false }));
    let deep = convolution(first, `${name}/conv2`, { stride: 1, padded: true });
    if (pooledSide !== convolvedSide) deep = pad(deep, 0, 1, 1);
    let shortcut = graph.node('AveragePool', [input], { kernel_shape: [2, 2], strides: [2, 2] });
    if (channels.to !== channels.from) shortcut = pad(shortcut, channels.to - channels.from, 0, 0);
    return { value: relu(graph.node('Add', [shortcut, deep])), side: pooledSide };
  }

  const input = graph.input('input', ['n', sidePx, sidePx, 3]);
  const planes = graph.node('Transpose', [input], { perm: [0, 3, 1, 2] });
  const centred = graph.node('Sub', [planes, graph.floats([3, 1, 1], channelMeans)]);
  const scaled = graph.node('Mul', [centred, graph.floats([], Float32Array.of(pixelScale))]);
  const entry = relu(convolution(scaled, 'conv32_down', { stride: 2, padded: false }));
  let value = graph.node('MaxPool', [entry], { kernel_shape: [3, 3], strides: [2, 2] });
  let side = firstBlockSide;
  for (const name of ['conv32_1', 'conv32_2', 'conv32_3']) value = block(value, name);
  for (const stage of stages) {
    ({ value, side } = blockDown(value, stage.down, side, stage));
    for (const name of stage.blocks) value = block(value, name);
  }
  const mean = graph.node('ReduceMean', [value], { axes: [2, 3], keepdims: 0 });
  const fc = tensor('fc');
  graph.output(graph.node('MatMul', [mean, graph.floats(fc.shape, fc.data)]), 'descriptor', ['n', 128]);
  return graph.end();
}

const stages = [
  { down: 'conv64_down', from: 32, to: 64, blocks: ['conv64_1', 'conv64_2', 'conv64_3'] },
  { down: 'conv128_down', from: 64, to: 128, blocks: ['conv128_1', 'conv128_2'] },
  { down: 'conv256_down', from: 128, to: 256, blocks: ['conv256_1', 'conv256_2'] },
  { down: 'conv256_down_out', from: 256, to: 256, blocks: [] },
];
