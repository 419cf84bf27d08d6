import { appearanceSide } from '../../domain/compare-faces.ts';
import type { Point } from '../../domain/ports/page-reader.ts';
import { cropSquare, type Square } from './face-crop.ts';
import type { MeshPoint3 } from './face-mesh.ts';
import type { FacePicture } from './face-picture.ts';
import type { Model } from './model-store.ts';
import type { PageMeter } from './page-meter.ts';

export interface FaceEmbedder {
  model: Model;
  /**
   * `embedding`: 128 numbers; two pictures of one person lie closer together (Euclidean) than those of two. `appearance`: as in
   * `FaceTemplate`.
   */
  embed(
    picture: FacePicture,
    mesh: readonly MeshPoint3[],
    meter: PageMeter,
  ): Promise<{ embedding: Float32Array; appearance: Uint8Array }>;
}

const inputPx = 150;
/** Room around the mean face on each side, as a share of its size: how dlib cuts the chips that the net was trained on. */
const padding = 0.25;
/**
 * Points of the mesh and where dlib's mean face has them (its 68-point shape within 0..1, `get_face_chip_details`): corners of the
 * eyes, base of the nose, corners of the mouth. The mesh is steadier than the detector's own key points.
 */
const anchors: readonly (readonly [index: number, x: number, y: number])[] = [
  [33, 0.122, 0.216],
  [133, 0.335, 0.232],
  [362, 0.646, 0.232],
  [263, 0.859, 0.216],
  [2, 0.49, 0.628],
  [61, 0.254, 0.78],
  [291, 0.726, 0.78],
];

export function createFaceEmbedder(model: Model): FaceEmbedder {
  return {
    model,
    async embed(picture, mesh, meter) {
      const crop = cropSquare(picture, alignedSquare(mesh), inputPx);
      const { data } = await meter.run(model, crop, [1, inputPx, inputPx, 3]);
      return { embedding: data, appearance: shrinkToGrey(crop) };
    },
  };
}

/** The aligned face in luminance, each value the mean of a small block. */
function shrinkToGrey(crop: Float32Array): Uint8Array {
  const block = inputPx / appearanceSide;
  const sums = new Float32Array(appearanceSide * appearanceSide);
  for (let row = 0, at = 0; row < inputPx; row++) {
    for (let column = 0; column < inputPx; column++, at += 3) {
      const to = Math.floor(row / block) * appearanceSide + Math.floor(column / block);
      const luminance = 0.299 * (crop[at] ?? 0) + 0.587 * (crop[at + 1] ?? 0) + 0.114 * (crop[at + 2] ?? 0);
      sums[to] = (sums[to] ?? 0) + luminance / (block * block);
    }
  }
  return Uint8Array.from(sums, Math.round);
}

/** The square in which the face lies as on a chip: the similarity that brings the anchors nearest to the mean face's. */
function alignedSquare(mesh: readonly MeshPoint3[]): Square {
  const pairs = anchors.map(([index, x, y]) => {
    const [px, py] = mesh[index] ?? [0, 0];
    return {
      chip: [(x + padding) / (1 + 2 * padding), (y + padding) / (1 + 2 * padding)] as const,
      seen: [px, py] as const,
    };
  });
  const chip = meanOf(pairs.map((pair) => pair.chip));
  const seen = meanOf(pairs.map((pair) => pair.seen));
  // In complex numbers, seen = a * chip + b: `a` holds size and turn.
  let [re, im, weight] = [0, 0, 0];
  for (const pair of pairs) {
    const [cx, cy] = [pair.chip[0] - chip[0], pair.chip[1] - chip[1]];
    const [sx, sy] = [pair.seen[0] - seen[0], pair.seen[1] - seen[1]];
    re += cx * sx + cy * sy;
    im += cx * sy - cy * sx;
    weight += cx * cx + cy * cy;
  }
  [re, im] = [re / weight, im / weight];
  const [dx, dy] = [0.5 - chip[0], 0.5 - chip[1]];
  return {
    centre: [seen[0] + re * dx - im * dy, seen[1] + im * dx + re * dy],
    sidePx: Math.hypot(re, im),
    angle: Math.atan2(im, re),
  };
}

function meanOf(points: readonly Point[]): Point {
  const [x, y] = points.reduce<Point>((sum, point) => [sum[0] + point[0], sum[1] + point[1]], [0, 0]);
  return [x / points.length, y / points.length];
}
