import type { WeightTensor } from './tfjs-weights.ts';

/**
 * The weights of a convolution in ONNX's layout: [out, in, height, width] from TensorFlow's [height, width, in, out]. A depthwise one
 * ([height, width, channels, multiplier]) becomes [channels * multiplier, 1, height, width].
 */
export function toOnnxFilter({ shape, data }: WeightTensor, depthwise = false): WeightTensor {
  const [height = 0, width = 0, inputs = 0, outputs = 0] = shape;
  const out = new Float32Array(data.length);
  let from = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let i = 0; i < inputs; i++) {
        for (let o = 0; o < outputs; o++, from++) {
          const plane = depthwise ? i * outputs + o : o * inputs + i;
          out[(plane * height + y) * width + x] = data[from] ?? 0;
        }
      }
    }
  }
  return { shape: depthwise ? [inputs * outputs, 1, height, width] : [outputs, inputs, height, width], data: out };
}
