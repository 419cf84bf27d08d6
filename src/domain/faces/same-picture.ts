import type { FaceTemplate } from '../traits.ts';
import { oncePer } from '../once-per.ts';
import { compareFaces } from './compare-faces.ts';
import { findMatchCalibration } from './find-match-calibration.ts';

/** Side of `FaceTemplate.appearance`, in values; older templates have 30. */
export const appearanceSide = 48;

/** The part of a picture that is kept to recognise it again. */
export type PictureSignature = Pick<FaceTemplate, 'pictureSha256' | 'appearance'>;

/**
 * Set on NUAA people 0001 to 0008 and four actors. 435 of 448 copies have 0.951 and more; the other 13 are of one picture whose mesh was placed
 * differently. Of 1,158 pairs of photographs that were taken of one person at different times, two have more than 0.85: 0.888 and 0.906.
 */
const copySimilarity = 0.93;
/** From here on two photographs of one smile and a bad copy look alike: the distance between the faces has to speak for a copy, too. */
const leastSimilarity = 0.84;
/** Blurs of the aligned face, in values: finer detail is noise, coarser detail is light. */
const fine = 1;
const coarse = 5;
/** The mesh is placed slightly differently on a copy. */
const mostShift = 2;
/** The face without hair and background: an ellipse, in fractions of the side. */
const face = { centreX: 0.5, centreY: 0.52, radiusX: 0.3, radiusY: 0.36 };

/**
 * Whether two pictures come from one photograph, even if it was mirrored, rotated, cropped, relit, compressed, printed or shown on a
 * screen. Pictures of one person taken at different times are different; those of one second of a video may not be.
 */
export function isSamePicture(a: FaceTemplate, b: FaceTemplate): boolean {
  const likeness = comparePictures(a, b);
  return likeness === 'copy' || likeness === 'doubtful';
}

/** `doubtful`: too alike for two photographs, but not surely one. `unknown`: a signature is not kept. */
export type PictureLikeness = 'copy' | 'doubtful' | 'other' | 'unknown';

export function comparePictures(a: FaceTemplate, b: FaceTemplate): PictureLikeness {
  if (a.pictureSha256 === b.pictureSha256) return 'copy';
  const similarity = pictureSimilarity(a, b);
  if (similarity === null) return 'unknown';
  if (similarity >= copySimilarity) return 'copy';
  return similarity >= leastSimilarity && areTooNear(a, b) ? 'doubtful' : 'other';
}

/** Whether the faces are nearer than those of two photographs. Without a known distance or limit, nothing contradicts. */
function areTooNear(a: FaceTemplate, b: FaceTemplate): boolean {
  const compared = compareFaces(a, b);
  if (compared === null) return true;
  const limit = findMatchCalibration(compared.modelSha256, 'document')?.tooAlike ?? null;
  return limit === null || compared.distance < limit;
}

/**
 * The similarity of two pictures in the shapes of the face, -1..1: the correlation of their aligned, evenly lit faces, for the best of both
 * mirror images and small shifts. Null when a signature is not kept.
 */
export function pictureSimilarity(a: PictureSignature, b: PictureSignature): number | null {
  const [x, y] = [litOnce(a), litOnce(b)];
  if (x === null || y === null) return null;
  const turned = mirrored(y);
  let best = -1;
  for (let down = -mostShift; down <= mostShift; down++) {
    for (let across = -mostShift; across <= mostShift; across++) {
      best = Math.max(best, correlation(x, y, down, across), correlation(x, turned, down, across));
    }
  }
  return best;
}

/** Positions within the ellipse, as indices of the square. */
const inFace = Array.from({ length: appearanceSide ** 2 }, (_, index) => index).filter((index) => {
  const x = (index % appearanceSide) / (appearanceSide - 1) - face.centreX;
  const y = Math.floor(index / appearanceSide) / (appearanceSide - 1) - face.centreY;
  return (x / face.radiusX) ** 2 + (y / face.radiusY) ** 2 < 1;
});

/** One picture is compared with many. Nothing of it outlives its signature. */
const litOnce = oncePer(({ appearance }: PictureSignature) => evenlyLit(appearance));

/** The luminance minus its coarse part, in units of its local deviation. */
function evenlyLit(appearance: string): Float64Array | null {
  const bytes = Buffer.from(appearance, 'base64');
  const side = Math.sqrt(bytes.length);
  if (side < 16 || !Number.isInteger(side)) return null;
  const smooth = blurred(resampled(bytes, side), fine);
  const light = blurred(smooth, coarse);
  const detail = smooth.map((value, index) => value - (light[index] ?? 0));
  const spread = blurred(
    detail.map((value) => value * value),
    coarse,
  );
  return detail.map((value, index) => value / (Math.sqrt(spread[index] ?? 0) + 2));
}

/** Bilinear; both grids cover the same square. */
function resampled(bytes: Uint8Array, side: number): Float64Array {
  const to = new Float64Array(appearanceSide ** 2);
  if (side === appearanceSide) return to.map((_, index) => bytes[index] ?? 0);
  const place = (index: number) => Math.min(side - 1, Math.max(0, ((index + 0.5) * side) / appearanceSide - 0.5));
  return to.map((_, index) => {
    const [x, y] = [place(index % appearanceSide), place(Math.floor(index / appearanceSide))];
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [right, bottom] = [Math.min(left + 1, side - 1), Math.min(top + 1, side - 1)];
    const at = (row: number, column: number) => bytes[row * side + column] ?? 0;
    const upper = at(top, left) * (1 - x + left) + at(top, right) * (x - left);
    const lower = at(bottom, left) * (1 - x + left) + at(bottom, right) * (x - left);
    return upper * (1 - y + top) + lower * (y - top);
  });
}

/** Gaussian, along rows and then columns; edges are repeated. */
function blurred(values: Float64Array, deviation: number): Float64Array {
  const kernel = kernelOf(deviation);
  return blurredAlong(
    blurredAlong(values, { step: 1, across: appearanceSide }, kernel),
    { step: appearanceSide, across: 1 },
    kernel,
  );
}

/** The weights of a value and its neighbours, and their sum. */
interface Kernel {
  weights: Float64Array;
  reach: number;
  total: number;
}

function kernelOf(deviation: number): Kernel {
  const reach = Math.round(3 * deviation);
  const weights = Float64Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * deviation ** 2)),
  );
  return { weights, reach, total: weights.reduce((sum, weight) => sum + weight, 0) };
}

function blurredAlong(
  from: Float64Array,
  { step, across }: { step: number; across: number },
  { weights, reach, total }: Kernel,
): Float64Array {
  const to = new Float64Array(from.length);
  // With its ends repeated: an identity has many pictures, and no tap looks for its place.
  const line = new Float64Array(appearanceSide + 2 * reach);
  for (let index = 0; index < appearanceSide; index++) {
    for (let at = 0; at < line.length; at++) {
      const place = Math.min(appearanceSide - 1, Math.max(0, at - reach));
      line[at] = from[index * across + place * step] ?? 0;
    }
    for (let place = 0; place < appearanceSide; place++) {
      let sum = 0;
      for (let tap = 0; tap < weights.length; tap++) sum += (weights[tap] ?? 0) * (line[place + tap] ?? 0);
      to[index * across + place * step] = sum / total;
    }
  }
  return to;
}

function mirrored(values: Float64Array): Float64Array {
  return values.map((_, index) => {
    const column = index % appearanceSide;
    return values[index - column + appearanceSide - 1 - column] ?? 0;
  });
}

/** Pearson's correlation over the face, with the second one shifted. */
function correlation(x: Float64Array, y: Float64Array, down: number, across: number): number {
  let [sumX, sumY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0];
  const shift = down * appearanceSide + across;
  for (const index of inFace) {
    const [left, right] = [x[index] ?? 0, y[index + shift] ?? 0];
    sumX += left;
    sumY += right;
    sumXX += left * left;
    sumYY += right * right;
    sumXY += left * right;
  }
  const count = inFace.length;
  const spread = Math.sqrt((sumXX - sumX ** 2 / count) * (sumYY - sumY ** 2 / count));
  return spread < 1e-9 ? -1 : (sumXY - (sumX * sumY) / count) / spread;
}
