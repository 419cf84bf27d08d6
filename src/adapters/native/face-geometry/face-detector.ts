import type { Point } from '../../../domain/ports/pages/page-reader.ts';
import { cropSquare, placeInPicture, type Square } from './face-crop.ts';
import type { FacePicture } from './face-picture.ts';
import type { Model } from '../nets/model-store.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import type { ModelOutput } from '../nets/session.ts';
import { createSpareArrays } from '../nets/spare-arrays.ts';

/** A face as the detector sees it, in pixels of the picture's largest level. */
export interface DetectedFace {
  left: number;
  top: number;
  width: number;
  height: number;
  score: number;
  /** Radians, clockwise: the line through the eyes. */
  roll: number;
}

export interface FaceDetector {
  /** The most certain first, without overlaps. `window`: the square to search; omitted: the whole picture. */
  detect(picture: FacePicture, meter: PageMeter, window?: Square): Promise<DetectedFace[]>;
}

const inputPx = 256;
const leastScore = 0.5;
const mostOverlap = 0.3;
/** Values per anchor: box (4) and six key points (12). */
const valuesEach = 16;

/** BlazeFace (https://arxiv.org/abs/1907.05047), back camera: 2 anchors on each cell of 16 pixels, then 6 on each of 32. */
const grids = [
  { stride: 16, each: 2 },
  { stride: 32, each: 6 },
];

export function createFaceDetector(model: Model): FaceDetector {
  const inputs = createSpareArrays(inputPx * inputPx * 3);
  return {
    async detect(picture, meter, window = wholePicture(picture)) {
      const outputs = await inputs.lend(async (into) => {
        const input = cropSquare(picture, window, inputPx, { factor: 1 / 127.5, offset: -1, into });
        return Object.values(await meter.runAll(model, input, [1, inputPx, inputPx, 3]));
      });
      const candidates = grids.flatMap((grid) => decodeGrid(grid, outputs, window));
      return withoutOverlaps(candidates.sort((a, b) => b.score - a.score));
    },
  };
}

function wholePicture({ widthPx, heightPx }: FacePicture): Square {
  return { centre: [widthPx / 2, heightPx / 2], sidePx: Math.max(widthPx, heightPx), angle: 0 };
}

function decodeGrid(
  { stride, each }: { stride: number; each: number },
  outputs: readonly ModelOutput[],
  window: Square,
): DetectedFace[] {
  const cells = inputPx / stride;
  const anchors = cells * cells * each;
  const find = (values: number) => outputs.find(({ dims }) => dims[1] === anchors && dims[2] === values)?.data;
  const scores = find(1);
  const boxes = find(valuesEach);
  if (scores === undefined || boxes === undefined)
    throw new Error('The face detector has other outputs than it should');
  const found: DetectedFace[] = [];
  for (let anchor = 0; anchor < anchors; anchor++) {
    const score = 1 / (1 + Math.exp(-(scores[anchor] ?? 0)));
    if (score < leastScore) continue;
    const cell = Math.floor(anchor / each);
    const anchorX = stride * ((cell % cells) + 0.5);
    const anchorY = stride * (Math.floor(cell / cells) + 0.5);
    const value = (index: number) => boxes[anchor * valuesEach + index] ?? 0;
    const place = (index: number): Point =>
      placeInPicture(window, (value(index) + anchorX) / inputPx, (value(index + 1) + anchorY) / inputPx);
    const [x, y] = place(0);
    const width = (value(2) / inputPx) * window.sidePx;
    const height = (value(3) / inputPx) * window.sidePx;
    // The first two key points are the eyes, starting with the one on the picture's left.
    const [firstEye, secondEye] = [place(4), place(6)];
    const roll = Math.atan2(secondEye[1] - firstEye[1], secondEye[0] - firstEye[0]);
    found.push({ left: x - width / 2, top: y - height / 2, width, height, score, roll });
  }
  return found;
}

export function withoutOverlaps(faces: readonly DetectedFace[]): DetectedFace[] {
  const kept: DetectedFace[] = [];
  for (const face of faces) {
    if (kept.every((other) => overlap(face, other) < mostOverlap)) kept.push(face);
  }
  return kept;
}

/** Intersection over union. */
function overlap(a: DetectedFace, b: DetectedFace): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  const shared = Math.max(0, width) * Math.max(0, height);
  return shared / (a.width * a.height + b.width * b.height - shared);
}
