import type { SpoofReading } from '../../../domain/ports/face-analyser.ts';
import type { AntiSpoofingContract } from '../../model-catalogue.ts';
import { cropSquare } from '../face-crop.ts';
import type { MeshPoint3 } from '../face-mesh.ts';
import type { FacePicture } from '../face-picture.ts';
import type { Model } from '../model-store.ts';
import type { PageMeter } from '../page-meter.ts';
import { createSpareArrays } from '../spare-arrays.ts';
import { cropFaceBox, type FaceBox } from './crop-face-box.ts';

const channelOrders = { rgb: [0, 1, 2], bgr: [2, 1, 0] } as const;

/** One crop as the model was trained, one a little closer and one a little wider: a true face looks alive in all of them. */
const cropScales = [1, 0.93, 1.07];

export interface SpoofJudge {
  model: Model;
  judge(picture: FacePicture, mesh: readonly MeshPoint3[], meter: PageMeter): Promise<SpoofReading>;
}

/**
 * Any family of anti-spoofing nets: the catalogue's entry says what its crop and its answer are. @throws for a net of another
 * job
 */
export function createSpoofJudge(model: Model): SpoofJudge {
  const contract = model.antiSpoofing;
  if (contract === null) throw new Error(`The catalogue does not say how '${model.name}' tells living faces`);
  const { inputPx, calibration, cropCount } = contract;
  const scales = cropScales.slice(0, cropCount);
  const cropLength = 3 * inputPx * inputPx;
  const inputs = createSpareArrays(scales.length * cropLength);
  return {
    model,
    async judge(picture, mesh, meter) {
      const box = boxOf(mesh);
      const { data } = await inputs.lend((planes) => {
        for (const [index, scale] of scales.entries()) {
          cropFor(contract, picture, box, scale, { into: planes, at: index * cropLength });
        }
        return meter.run(model, planes, [scales.length, 3, inputPx, inputPx]);
      });
      if (data.length !== scales.length * contract.classCount) {
        throw new Error(`'${model.name}' has other classes than the catalogue says`);
      }
      const scores = scales.map((_, index) => scoreOf(contract, data, index));
      const score = scores.reduce((sum, value) => sum + value, 0) / scores.length;
      return { score, scores, calibration, model: { name: model.name, sha256: model.sha256 } };
    },
  };
}

function cropFor(
  { inputPx, cropShape, cropScale, divisor, channels }: AntiSpoofingContract,
  picture: FacePicture,
  box: FaceBox,
  scale: number,
  target: { into: Float32Array; at: number },
): void {
  const form = { factor: 1 / divisor, planes: channelOrders[channels], ...target };
  if (cropShape === 'box') {
    cropFaceBox(picture, box, cropScale * scale, inputPx, form);
    return;
  }
  const centre = [(box.left + box.right) / 2, (box.top + box.bottom) / 2] as const;
  const sidePx = Math.max(box.right - box.left, box.bottom - box.top) * cropScale * scale;
  cropSquare(picture, { centre, sidePx, angle: 0 }, inputPx, { ...form, border: 'mirrored' });
}

/** How far the class of live faces lies above the best of the others. */
function scoreOf({ classCount, realClass }: AntiSpoofingContract, logits: Float32Array, crop: number): number {
  const classes = Array.from({ length: classCount }, (_, index) => logits[crop * classCount + index] ?? 0);
  const others = classes.filter((_, index) => index !== realClass);
  return (classes[realClass] ?? 0) - Math.max(...others);
}

/** Brows to chin is too little: these models were trained on boxes that hold the forehead, too. */
function boxOf(mesh: readonly MeshPoint3[]): FaceBox {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of mesh) {
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}
