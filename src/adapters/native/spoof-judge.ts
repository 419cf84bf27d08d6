import type { SpoofReading } from '../../domain/ports/face-analyser.ts';
import type { Point } from '../../domain/ports/page-reader.ts';
import { cropSquare } from './face-crop.ts';
import type { MeshPoint3 } from './face-mesh.ts';
import type { FacePicture } from './face-picture.ts';
import type { Model } from './model-store.ts';
import type { PageMeter } from './page-meter.ts';

/** How a family of anti-spoofing models wants its crop and says its answer. The catalogue names the family of a model. */
interface Family {
  inputPx: number;
  /** Side of the square around the face, in the longer side of the box that just holds the mesh. */
  scale: number;
  /** Which channel of red, green and blue comes first, second and third. */
  channels: readonly [number, number, number];
  factor: number;
  classCount: number;
  realClass: number;
}

/** Contracts as published with the models; the numbers of each are in the catalogue, too. */
const families = {
  'minifas-128': { inputPx: 128, scale: 1.5, channels: [0, 1, 2], factor: 1 / 255, classCount: 2, realClass: 0 },
  'minifas-v2-80': { inputPx: 80, scale: 2.7, channels: [2, 1, 0], factor: 1, classCount: 3, realClass: 1 },
  'minifas-v1se-80': { inputPx: 80, scale: 4, channels: [2, 1, 0], factor: 1, classCount: 3, realClass: 1 },
} as const satisfies Record<string, Family>;

export type SpoofModelName = keyof typeof families;

/** One crop as the model was trained, one a little closer and one a little wider: a true face looks alive in all of them. */
const cropScales = [1, 0.93, 1.07];

export interface SpoofJudge {
  model: Model;
  judge(picture: FacePicture, mesh: readonly MeshPoint3[], meter: PageMeter): Promise<SpoofReading>;
}

export function createSpoofJudge(model: Model, name: SpoofModelName): SpoofJudge {
  const family: Family = families[name];
  const { inputPx } = family;
  return {
    model,
    async judge(picture, mesh, meter) {
      const { centre, longerSidePx } = boxOf(mesh);
      const planes = new Float32Array(cropScales.length * 3 * inputPx * inputPx);
      for (const [index, scale] of cropScales.entries()) {
        const square = { centre, sidePx: longerSidePx * family.scale * scale, angle: 0 };
        const at = index * 3 * inputPx * inputPx;
        const { factor, channels } = family;
        cropSquare(picture, square, inputPx, { border: 'mirrored', factor, planes: channels, into: planes, at });
      }
      const { data } = await meter.run(model, planes, [cropScales.length, 3, inputPx, inputPx]);
      const scores = cropScales.map((_, index) => scoreOf(family, data, index));
      const score = scores.reduce((sum, value) => sum + value, 0) / scores.length;
      return { score, scores, model: { name: model.name, sha256: model.sha256 } };
    },
  };
}

/** How far the class of live faces lies above the best of the others. */
function scoreOf({ classCount, realClass }: Family, logits: Float32Array, crop: number): number {
  const classes = Array.from({ length: classCount }, (_, index) => logits[crop * classCount + index] ?? 0);
  const others = classes.filter((_, index) => index !== realClass);
  return (classes[realClass] ?? 0) - Math.max(...others);
}

/** Brows to chin is too little: these models were trained on boxes that hold the forehead, too. */
function boxOf(mesh: readonly MeshPoint3[]): { centre: Point; longerSidePx: number } {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of mesh) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return { centre: [(left + right) / 2, (top + bottom) / 2], longerSidePx: Math.max(right - left, bottom - top) };
}
