import type { SpoofReading } from '../../../domain/ports/faces/face-analyser.ts';
import type { AntiSpoofingContract } from '../../model-catalogue.ts';
import { cropSquare } from '../face-geometry/face-crop.ts';
import type { MeshPoint3 } from '../face-geometry/face-mesh.ts';
import type { FacePicture } from '../face-geometry/face-picture.ts';
import type { Model } from '../nets/model-store.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { createSpareArrays } from '../nets/spare-arrays.ts';
import { cropDrift, cropFaceBox, type FaceBox } from './crop-face-box.ts';

const channelOrders = { rgb: [0, 1, 2], bgr: [2, 1, 0] } as const;

/** How much larger than in the training a crop is. */
const cropScales = { plain: 1, closer: 0.93, wider: 1.07, mirrored: 1 } as const;

export interface SpoofJudge {
  model: Model;
  judge(picture: FacePicture, mesh: readonly MeshPoint3[], meter: PageMeter): Promise<SpoofReading>;
}

/**
 * Any family of anti-spoofing nets: the catalogue's entry describes its crop and its output.
 * @throws for a net with another purpose
 */
export function createSpoofJudge(model: Model): SpoofJudge {
  const contract = model.antiSpoofing;
  if (contract === null) throw new Error(`The catalogue does not say how '${model.name}' tells living faces`);
  const { inputPx, cropShape, calibration, crops, agreement = null } = contract;
  const cropLength = 3 * inputPx * inputPx;
  const inputs = createSpareArrays(crops.length * cropLength);
  return {
    model,
    async judge(picture, mesh, meter) {
      const box = boxOf(mesh);
      const { logits, drift } = await inputs.lend(async (planes) => {
        for (const index of crops.keys()) fillCrop(contract, picture, box, planes, index);
        const drift = cropShape === 'box' ? driftOf(contract, picture, box, planes) : null;
        return { logits: await runCrops(model, contract, planes, meter), drift };
      });
      if (logits.length !== crops.length * contract.classCount) {
        throw new Error(`'${model.name}' has other classes than the catalogue says`);
      }
      const scores = crops.map((_, index) => scoreOf(contract, logits, index));
      const score = scores.reduce((sum, value) => sum + value, 0) / scores.length;
      return { score, scores, calibration, agreement, drift, model: { name: model.name, sha256: model.sha256 } };
    },
  };
}

/** Of the crop that differs most from the picture: a forger may set the pixels of any. */
function driftOf(contract: AntiSpoofingContract, picture: FacePicture, box: FaceBox, planes: Float32Array) {
  const { crops, cropScale, inputPx } = contract;
  const drifts = [...crops.entries()].flatMap(([index, crop]) => {
    // A mirrored crop has the pixels of a plain one, in another order.
    if (crop === 'mirrored' && crops.includes('plain')) return [];
    const taken = crop === 'mirrored' ? undefined : formOf(contract, planes, index);
    return cropDrift(picture, box, cropScale * cropScales[crop], inputPx, taken) ?? [];
  });
  return drifts.length === 0 ? null : Math.max(...drifts);
}

/** How one of the crops is written to the net's input. */
function formOf({ inputPx, divisor, channels }: AntiSpoofingContract, planes: Float32Array, index: number) {
  return { factor: 1 / divisor, planes: channelOrders[channels], into: planes, at: index * 3 * inputPx * inputPx };
}

/** The logits of every crop, in order. */
async function runCrops(
  model: Model,
  { inputPx, crops, batched }: AntiSpoofingContract,
  planes: Float32Array,
  meter: PageMeter,
): Promise<number[]> {
  if (batched) return [...(await meter.run(model, planes, [crops.length, 3, inputPx, inputPx])).data];
  const length = 3 * inputPx * inputPx;
  const logits: number[] = [];
  for (const index of crops.keys()) {
    const crop = planes.subarray(index * length, (index + 1) * length);
    logits.push(...(await meter.run(model, crop, [1, 3, inputPx, inputPx])).data);
  }
  return logits;
}

/**
 * Writes one of the catalogue's crops to its place in `planes`. A mirrored crop is a copy of the plain one, because sampling costs more.
 */
function fillCrop(
  contract: AntiSpoofingContract,
  picture: FacePicture,
  box: FaceBox,
  planes: Float32Array,
  index: number,
): void {
  const { inputPx, cropShape, cropScale, crops } = contract;
  const cropLength = 3 * inputPx * inputPx;
  const form = formOf(contract, planes, index);
  const { at } = form;
  const crop = crops[index] ?? 'plain';
  const plain = crops.indexOf('plain');
  if (crop === 'mirrored' && plain >= 0 && plain < index) {
    planes.copyWithin(at, plain * cropLength, (plain + 1) * cropLength);
  } else {
    const scale = cropScale * cropScales[crop];
    if (cropShape === 'box') {
      cropFaceBox(picture, box, scale, inputPx, form);
    } else {
      const centre = [(box.left + box.right) / 2, (box.top + box.bottom) / 2] as const;
      const sidePx = Math.max(box.right - box.left, box.bottom - box.top) * scale;
      cropSquare(picture, { centre, sidePx, angle: 0 }, inputPx, { ...form, border: 'mirrored' });
    }
  }
  if (crop === 'mirrored') mirrorRows(planes.subarray(at, at + cropLength), inputPx);
}

function mirrorRows(planes: Float32Array, rowLength: number): void {
  for (let start = 0; start < planes.length; start += rowLength) planes.subarray(start, start + rowLength).reverse();
}

/** How far the class of live faces is above the best of the other classes. */
function scoreOf({ classCount, realClass }: AntiSpoofingContract, logits: readonly number[], crop: number): number {
  const classes = Array.from({ length: classCount }, (_, index) => logits[crop * classCount + index] ?? 0);
  const others = classes.filter((_, index) => index !== realClass);
  return (classes[realClass] ?? 0) - Math.max(...others);
}

/** Brows to chin is not enough: these models were trained on boxes that include the forehead. */
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
