import { cropSquare } from '../face-geometry/face-crop.ts';
import type { MeshPoint3 } from '../face-geometry/face-mesh.ts';
import type { FacePicture } from '../face-geometry/face-picture.ts';
import type { Model } from '../nets/model-store.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { createSpareArrays } from '../nets/spare-arrays.ts';

export interface EyeReader {
  /** For each eye, the height of the opening between the lids relative to its width. */
  openness(
    picture: FacePicture,
    mesh: readonly MeshPoint3[],
    meter: PageMeter,
  ): Promise<{ left: number; right: number }>;
}

const inputPx = 64;
const valuesPerCrop = inputPx * inputPx * 3;
/** The side of the crop in widths of the eye, as in the model's training. */
const margin = 2.3;
/** Points of the model's eye contour: its corners, and pairs of points on the lower and upper lid. */
const corners = [0, 8] as const;
const lids = [
  [3, 11],
  [4, 12],
  [5, 13],
] as const;
/**
 * The corners of each eye in the face mesh, starting with the one on the picture's left. The model knows left eyes, so right ones are
 * mirrored.
 */
const eyes = { right: { from: 33, to: 133 }, left: { from: 362, to: 263 } } as const;

/** MediaPipe's iris model (https://arxiv.org/abs/2006.11341), because the face mesh itself takes closed eyes for open ones. */
export function createEyeReader(model: Model): EyeReader {
  const inputs = createSpareArrays(2 * valuesPerCrop);
  return {
    async openness(picture, mesh, meter) {
      const { data } = await inputs.lend((input) => {
        cropInto(input, 0, { picture, mesh, eye: eyes.right });
        mirror(input.subarray(0, valuesPerCrop));
        cropInto(input, valuesPerCrop, { picture, mesh, eye: eyes.left });
        // One run for both eyes takes two thirds of the time of two runs.
        return meter.run(model, input, [2, inputPx, inputPx, 3]);
      });
      const half = data.length / 2;
      return { right: opennessOf(data.subarray(0, half)), left: opennessOf(data.subarray(half)) };
    },
  };
}

function cropInto(
  into: Float32Array,
  at: number,
  { picture, mesh, eye }: { picture: FacePicture; mesh: readonly MeshPoint3[]; eye: { from: number; to: number } },
): void {
  const [fromX, fromY] = mesh[eye.from] ?? [0, 0];
  const [toX, toY] = mesh[eye.to] ?? [0, 0];
  const square = {
    centre: [(fromX + toX) / 2, (fromY + toY) / 2] as const,
    sidePx: Math.max(1, Math.hypot(toX - fromX, toY - fromY) * margin),
    angle: Math.atan2(toY - fromY, toX - fromX),
  };
  cropSquare(picture, square, inputPx, { factor: 1 / 255, into, at });
}

function opennessOf(contour: Float32Array): number {
  const distance = (a: number, b: number) =>
    Math.hypot((contour[a * 3] ?? 0) - (contour[b * 3] ?? 0), (contour[a * 3 + 1] ?? 0) - (contour[b * 3 + 1] ?? 0));
  const height = lids.reduce((sum, [lower, upper]) => sum + distance(lower, upper), 0) / lids.length;
  return height / Math.max(1, distance(...corners));
}

/** Mirrors left and right, in place. */
function mirror(crop: Float32Array): void {
  for (let row = 0; row < inputPx; row++) {
    for (let column = 0; column < inputPx / 2; column++) {
      const one = (row * inputPx + column) * 3;
      const other = (row * inputPx + inputPx - 1 - column) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const kept = crop[one + channel] ?? 0;
        crop[one + channel] = crop[other + channel] ?? 0;
        crop[other + channel] = kept;
      }
    }
  }
}
