import type { SpoofCalibration } from '../../domain/face-calibration.ts';
import type { SpoofReading } from '../../domain/ports/face-analyser.ts';
import type { Point } from '../../domain/ports/page-reader.ts';
import type { AntiSpoofingContract } from '../model-catalogue.ts';
import { cropSquare } from './face-crop.ts';
import type { MeshPoint3 } from './face-mesh.ts';
import type { FacePicture } from './face-picture.ts';
import type { Model } from './model-store.ts';
import type { PageMeter } from './page-meter.ts';
import { createSpareArrays } from './spare-arrays.ts';

const channelOrders = { rgb: [0, 1, 2], bgr: [2, 1, 0] } as const;

/** One crop as the model was trained, one a little closer and one a little wider: a true face looks alive in all of them. */
const cropScales = [1, 0.93, 1.07];

export interface SpoofJudge {
  model: Model;
  calibration: SpoofCalibration;
  judge(picture: FacePicture, mesh: readonly MeshPoint3[], meter: PageMeter): Promise<SpoofReading>;
}

/**
 * Any family of anti-spoofing nets: the catalogue's entry says what its crop and its answer are. @throws for a net of another
 * job
 */
export function createSpoofJudge(model: Model): SpoofJudge {
  const contract = model.antiSpoofing;
  if (contract === null) throw new Error(`The catalogue does not say how '${model.name}' tells living faces`);
  const { inputPx, cropScale, divisor, calibration } = contract;
  const inputs = createSpareArrays(cropScales.length * 3 * inputPx * inputPx);
  const form = { border: 'mirrored', factor: 1 / divisor, planes: channelOrders[contract.channels] } as const;
  return {
    model,
    calibration,
    async judge(picture, mesh, meter) {
      const { centre, longerSidePx } = boxOf(mesh);
      const { data } = await inputs.lend((planes) => {
        for (const [index, scale] of cropScales.entries()) {
          const square = { centre, sidePx: longerSidePx * cropScale * scale, angle: 0 };
          cropSquare(picture, square, inputPx, { ...form, into: planes, at: index * 3 * inputPx * inputPx });
        }
        return meter.run(model, planes, [cropScales.length, 3, inputPx, inputPx]);
      });
      if (data.length !== cropScales.length * contract.classCount) {
        throw new Error(`'${model.name}' has other classes than the catalogue says`);
      }
      const scores = cropScales.map((_, index) => scoreOf(contract, data, index));
      const score = scores.reduce((sum, value) => sum + value, 0) / scores.length;
      return { score, scores, calibration, model: { name: model.name, sha256: model.sha256 } };
    },
  };
}

/** How far the class of live faces lies above the best of the others. */
function scoreOf({ classCount, realClass }: AntiSpoofingContract, logits: Float32Array, crop: number): number {
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
