import { cropSquare, scaleValues } from './face-crop.ts';
import type { MeshPoint3 } from './face-mesh.ts';
import type { FacePicture } from './face-picture.ts';
import type { Model } from './model-store.ts';
import type { PageMeter } from './page-meter.ts';

export interface EyeReader {
  /** Height of the opening between the lids to the width of each eye. */
  openness(
    picture: FacePicture,
    mesh: readonly MeshPoint3[],
    meter: PageMeter,
  ): Promise<{ left: number; right: number }>;
}

const inputPx = 64;
/** Side of the crop in widths of the eye, as the model was trained. */
const margin = 2.3;
/** Points of the model's eye contour: its corners, and pairs of points on the lower and upper lid. */
const corners = [0, 8] as const;
const lids = [
  [3, 11],
  [4, 12],
  [5, 13],
] as const;
/** Corners of each eye in the face mesh, the picture's left one first. The model knows left eyes: right ones are mirrored. */
const eyes = { right: { from: 33, to: 133, mirrored: true }, left: { from: 362, to: 263, mirrored: false } } as const;

/** MediaPipe's iris model (https://arxiv.org/abs/2006.11341): the face mesh itself takes closed eyes for open ones. */
export function createEyeReader(model: Model): EyeReader {
  async function read(
    picture: FacePicture,
    mesh: readonly MeshPoint3[],
    { from, to, mirrored }: { from: number; to: number; mirrored: boolean },
    meter: PageMeter,
  ): Promise<number> {
    const [fromX, fromY] = mesh[from] ?? [0, 0];
    const [toX, toY] = mesh[to] ?? [0, 0];
    const square = {
      centre: [(fromX + toX) / 2, (fromY + toY) / 2] as const,
      sidePx: Math.max(1, Math.hypot(toX - fromX, toY - fromY) * margin),
      angle: Math.atan2(toY - fromY, toX - fromX),
    };
    const crop = scaleValues(cropSquare(picture, square, inputPx), 1 / 255);
    const { data } = await meter.run(model, mirrored ? mirror(crop) : crop, [1, inputPx, inputPx, 3]);
    const distance = (a: number, b: number) =>
      Math.hypot((data[a * 3] ?? 0) - (data[b * 3] ?? 0), (data[a * 3 + 1] ?? 0) - (data[b * 3 + 1] ?? 0));
    const height = lids.reduce((sum, [lower, upper]) => sum + distance(lower, upper), 0) / lids.length;
    return height / Math.max(1, distance(...corners));
  }

  return {
    async openness(picture, mesh, meter) {
      const right = await read(picture, mesh, eyes.right, meter);
      return { right, left: await read(picture, mesh, eyes.left, meter) };
    },
  };
}

function mirror(crop: Float32Array): Float32Array {
  const out = new Float32Array(crop.length);
  for (let row = 0; row < inputPx; row++) {
    for (let column = 0; column < inputPx; column++) {
      const to = (row * inputPx + column) * 3;
      const from = (row * inputPx + inputPx - 1 - column) * 3;
      for (let channel = 0; channel < 3; channel++) out[to + channel] = crop[from + channel] ?? 0;
    }
  }
  return out;
}
