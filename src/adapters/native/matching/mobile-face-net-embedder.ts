import { cropSquare } from '../face-geometry/face-crop.ts';
import type { Model } from '../nets/model-store.ts';
import { createSpareArrays } from '../nets/spare-arrays.ts';
import { alignedSquare, type ChipAnchor } from './aligned-square.ts';
import type { FaceEmbedder } from './face-embedder.ts';

const inputPx = 112;
const planePx = inputPx * inputPx;
/** On the net's training crops, the centre of pixel (x, y) has these coordinates. */
const onChip = (mesh: readonly number[], x: number, y: number): ChipAnchor => ({
  mesh,
  at: [(x + 0.5) / inputPx, (y + 0.5) / inputPx],
});
/** The middle of each eye, the tip of the nose and the corners of the mouth on the crops of ArcFace's five-point alignment. */
const anchors: readonly ChipAnchor[] = [
  onChip([33, 133], 38.2946, 51.6963),
  onChip([362, 263], 73.5318, 51.5014),
  onChip([4], 56.0252, 71.7366),
  onChip([61], 41.5493, 92.3655),
  onChip([291], 70.7299, 92.2041),
];
/** Mean and deviation of the training pictures (ImageNet's), for values of 0 to 1. */
const channels = [
  { mean: 0.485, deviation: 0.229 },
  { mean: 0.456, deviation: 0.224 },
  { mean: 0.406, deviation: 0.225 },
] as const;

/** MobileFaceNet: 128 numbers of unit length, the sum of the net's outputs for the face and for its mirror image. */
export function createMobileFaceNetEmbedder(model: Model): FaceEmbedder {
  const inputs = createSpareArrays(3 * planePx);
  return {
    model,
    async embed(picture, mesh, meter) {
      const square = alignedSquare(mesh, anchors);
      return inputs.lend((face) =>
        inputs.lend(async (mirrored) => {
          cropSquare(picture, square, inputPx, { planes: [0, 1, 2], into: face });
          normalise(face);
          mirrorInto(mirrored, face);
          // The net takes one face per run.
          const [one, other] = await Promise.all(
            [face, mirrored].map((input) => meter.run(model, input, [1, 3, inputPx, inputPx])),
          );
          return unitSum(one?.data ?? noNumbers, other?.data ?? noNumbers);
        }),
      );
    },
  };
}

const noNumbers = new Float32Array();

function normalise(planes: Float32Array): void {
  for (const [index, { mean, deviation }] of channels.entries()) {
    const factor = 1 / (255 * deviation);
    const offset = -mean / deviation;
    for (let at = index * planePx; at < (index + 1) * planePx; at++) planes[at] = (planes[at] ?? 0) * factor + offset;
  }
}

function mirrorInto(into: Float32Array, planes: Float32Array): void {
  for (let row = 0; row < 3 * inputPx; row++) {
    const from = row * inputPx;
    for (let x = 0; x < inputPx; x++) into[from + x] = planes[from + inputPx - 1 - x] ?? 0;
  }
}

function unitSum(one: Float32Array, other: Float32Array): Float32Array {
  const sum = one.map((value, index) => value + (other[index] ?? 0));
  const size = Math.hypot(...sum);
  return sum.map((value) => value / size);
}
