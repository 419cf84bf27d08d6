import { cropSquare, placeInPicture, type Square } from './face-crop.ts';
import type { DetectedFace } from './face-detector.ts';
import type { FacePicture } from './face-picture.ts';
import type { Model } from '../nets/model-store.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { createSpareArrays } from '../nets/spare-arrays.ts';

export type MeshPoint3 = readonly [x: number, y: number, z: number];

export interface FaceMesh {
  /** 468 points in pixels of the picture's largest level. */
  points: readonly MeshPoint3[];
  /** 0..1: the probability that it is a face at all. */
  score: number;
}

export interface FaceMesher {
  fit(picture: FacePicture, face: DetectedFace, meter: PageMeter): Promise<FaceMesh>;
}

const inputPx = 192;
const pointCount = 468;
/** The detector's box ends at the brows and the chin; the mesh needs the whole head. */
const margin = 1.5;

/** MediaPipe's face mesh (https://arxiv.org/abs/1907.06724) on an upright crop. */
export function createFaceMesher(model: Model): FaceMesher {
  const inputs = createSpareArrays(inputPx * inputPx * 3);
  return {
    async fit(picture, face, meter) {
      const square: Square = {
        centre: [face.left + face.width / 2, face.top + face.height / 2],
        sidePx: Math.max(face.width, face.height) * margin,
        angle: face.roll,
      };
      const outputs = await inputs.lend(async (into) => {
        const input = cropSquare(picture, square, inputPx, { factor: 1 / 255, into });
        return Object.values(await meter.runAll(model, input, [1, inputPx, inputPx, 3]));
      });
      const mesh = outputs.find(({ dims }) => dims.at(-1) === pointCount * 3)?.data;
      const score = outputs.find(({ dims }) => dims.at(-1) === 1)?.data[0];
      if (mesh === undefined || score === undefined) throw new Error('The face mesh has other outputs than it should');
      const value = (index: number) => (mesh[index] ?? 0) / inputPx;
      const points = Array.from({ length: pointCount }, (_, index): MeshPoint3 => {
        const [x, y] = placeInPicture(square, value(index * 3), value(index * 3 + 1));
        return [x, y, value(index * 3 + 2) * square.sidePx];
      });
      return { points, score };
    },
  };
}
