import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The weights manifest of TensorFlow.js: groups of files, and the tensors in them, one after the other. */
export const weightsManifestSchema = z
  .array(
    z.object({
      paths: z.array(z.string().regex(/^[\w.-]+$/)).min(1),
      weights: z.array(
        z.object({
          name: z.string(),
          shape: z.array(z.int().min(0)),
          dtype: z.enum(['float32', 'int32']),
          quantization: z
            .object({ dtype: z.enum(['uint8', 'uint16', 'float16']), scale: z.number(), min: z.number() })
            .partial({ scale: true, min: true })
            .optional(),
        }),
      ),
    }),
  )
  .min(1);

type WeightsManifest = z.infer<typeof weightsManifestSchema>;
type StoredTensor = WeightsManifest[number]['weights'][number];

/** Row-major. Integers are kept as floats, which represent the shapes and paddings exactly. */
export interface WeightTensor {
  shape: readonly number[];
  data: Float32Array;
}

/** Reads every tensor of a manifest whose files are in `dir`. Quantised tensors become floats. */
export function readTfjsWeights(dir: string, manifest: WeightsManifest): Map<string, WeightTensor> {
  const tensors = new Map<string, WeightTensor>();
  for (const { paths, weights } of manifest) {
    const file = Buffer.concat(paths.map((path) => readFileSync(join(dir, path))));
    let offset = 0;
    for (const stored of weights) {
      const count = stored.shape.reduce((product, size) => product * size, 1);
      const { bytesEach, read } = layoutOf(stored);
      const data = new Float32Array(count);
      for (let i = 0; i < count; i++) data[i] = read(file, offset + i * bytesEach);
      offset += count * bytesEach;
      tensors.set(stored.name, { shape: stored.shape, data });
    }
  }
  return tensors;
}

function layoutOf({ dtype, quantization }: StoredTensor): {
  bytesEach: number;
  read: (file: Buffer, at: number) => number;
} {
  const { scale = 1, min = 0 } = quantization ?? {};
  switch (quantization?.dtype) {
    case 'uint8':
      return { bytesEach: 1, read: (file, at) => file.readUInt8(at) * scale + min };
    case 'uint16':
      return { bytesEach: 2, read: (file, at) => file.readUInt16LE(at) * scale + min };
    case 'float16':
      return { bytesEach: 2, read: (file, at) => halfToNumber(file.readUInt16LE(at)) };
    case undefined:
      return dtype === 'int32'
        ? { bytesEach: 4, read: (file, at) => file.readInt32LE(at) }
        : { bytesEach: 4, read: (file, at) => file.readFloatLE(at) };
  }
}

/** IEEE 754 binary16. */
function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * 2 ** -14 * (fraction / 1024);
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * 2 ** (exponent - 15) * (1 + fraction / 1024);
}
