import type { RgbPicture } from '../../../domain/ports/faces/face-analyser.ts';
import type { FacePicture } from '../face-geometry/face-picture.ts';

/** A rectangle that contains a face, in pixels of the picture's largest level. */
export interface FaceBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface BoxCropForm {
  /** Each value is multiplied by `factor`. */
  factor: number;
  /** One plane per colour, in this order of channels. */
  planes: readonly [number, number, number];
  into: Float32Array;
  at: number;
}

/**
 * Squeezes the surroundings of a face into `size` x `size` pixels, as in MiniFASNet's training: the box grows by `scale` in its own
 * proportions, shrinks until it fits into the picture, moves until it is inside, and is sampled bilinearly without smoothing. Smoothing or
 * mirroring the border would give the net pictures of a kind that it never saw. Source: minivision-ai/Silent-Face-Anti-Spoofing,
 * `CropImage`, and OpenCV's `resize` with INTER_LINEAR.
 */
export function cropFaceBox(picture: FacePicture, box: FaceBox, scale: number, size: number, form: BoxCropForm): void {
  const { rgb, widthPx, heightPx } = picture.level(0);
  const area = placeInside(box, scale, widthPx, heightPx);
  const { factor, planes, into, at } = form;
  const pixels = size * size;
  const red = planes.indexOf(0) * pixels;
  const green = planes.indexOf(1) * pixels;
  const blue = planes.indexOf(2) * pixels;
  const columns = samplesAlong(area.left, area.width, size);
  const rows = samplesAlong(area.top, area.height, size);
  // Written out and by index: iterators and a loop over three channels cost more than the arithmetic.
  for (let row = 0, to = at; row < size; row++) {
    const upper = (rows.first[row] ?? 0) * widthPx;
    const lower = (rows.second[row] ?? 0) * widthPx;
    const fy = rows.share[row] ?? 0;
    for (let column = 0; column < size; column++, to++) {
      const x0 = columns.first[column] ?? 0;
      const x1 = columns.second[column] ?? 0;
      const fx = columns.share[column] ?? 0;
      const a = (upper + x0) * 3;
      const b = (upper + x1) * 3;
      const c = (lower + x0) * 3;
      const d = (lower + x1) * 3;
      const wd = fx * fy * factor;
      const wb = fx * factor - wd;
      const wc = fy * factor - wd;
      const wa = factor - wb - wc - wd;
      into[to + red] = (rgb[a] ?? 0) * wa + (rgb[b] ?? 0) * wb + (rgb[c] ?? 0) * wc + (rgb[d] ?? 0) * wd;
      into[to + green] =
        (rgb[a + 1] ?? 0) * wa + (rgb[b + 1] ?? 0) * wb + (rgb[c + 1] ?? 0) * wc + (rgb[d + 1] ?? 0) * wd;
      into[to + blue] =
        (rgb[a + 2] ?? 0) * wa + (rgb[b + 2] ?? 0) * wb + (rgb[c + 2] ?? 0) * wc + (rgb[d + 2] ?? 0) * wd;
    }
  }
}

/**
 * How far the crop is from what a person sees in the same area: the mean difference between its pixels and the means of the areas that they
 * stand for, in values of 0 to 255, of the colour channel in which it is largest. Few pixels of a large picture are sampled, so a forger can set
 * just those, in one colour or in all, and show the net another face than a reviewer. The pixels have the weights of the crop: in many
 * sizes, one of the two neighbours has none. Null for a picture of which nothing is left out. `taken`: this crop, if there is one already.
 */
export function cropDrift(
  picture: FacePicture,
  box: FaceBox,
  scale: number,
  size: number,
  taken?: BoxCropForm,
): number | null {
  const whole = picture.level(0);
  const area = placeInside(box, scale, whole.widthPx, whole.heightPx);
  const step = Math.min(area.width, area.height) / size;
  if (step < leastStep) return null;
  const pixels = size * size;
  const crop = taken ?? cropUnchanged(picture, box, scale, size);
  const seen = step < 2 * leastStep ? areaMeans(whole, area, size) : halvedMeans(picture.level(1), area, size);
  const drifts = crop.planes.map((channel, plane) => {
    const start = crop.at + plane * pixels;
    const from = channel * pixels;
    let sum = 0;
    for (let i = 0; i < pixels; i++) sum += Math.abs((crop.into[start + i] ?? 0) / crop.factor - (seen[from + i] ?? 0));
    return sum / pixels;
  });
  return Math.max(...drifts);
}

function cropUnchanged(picture: FacePicture, box: FaceBox, scale: number, size: number): BoxCropForm {
  const form: BoxCropForm = { factor: 1, planes: [0, 1, 2], into: new Float32Array(3 * size * size), at: 0 };
  cropFaceBox(picture, box, scale, size, form);
  return form;
}

/** From here on, pixels of the picture are left out. */
const leastStep = 2;

/** The means of an area's parts, from the picture in half its size: four times as fast, and each of its pixels is the mean of four. */
function halvedMeans(half: RgbPicture, { left, top, width, height }: Area, size: number): Float32Array {
  const area = {
    left: left / 2,
    top: top / 2,
    width: Math.min(width / 2, half.widthPx - left / 2),
    height: Math.min(height / 2, half.heightPx - top / 2),
  };
  return areaMeans(half, area, size);
}

/** The means of `size` x `size` parts of an area, one plane per channel. Written out and by index, as above. */
function areaMeans({ rgb, widthPx }: RgbPicture, area: Area, size: number): Float32Array {
  const pixels = size * size;
  const means = new Float32Array(3 * pixels);
  const columns = partsAlong(area.left, area.width, size);
  const rows = partsAlong(area.top, area.height, size);
  for (let row = 0, to = 0; row < size; row++) {
    const top = rows.first[row] ?? 0;
    const bottom = rows.last[row] ?? 0;
    for (let column = 0; column < size; column++, to++) {
      const left = columns.first[column] ?? 0;
      const right = columns.last[column] ?? 0;
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let y = top; y <= bottom; y++) {
        const end = (y * widthPx + right) * 3;
        for (let at = (y * widthPx + left) * 3; at <= end; at += 3) {
          red += rgb[at] ?? 0;
          green += rgb[at + 1] ?? 0;
          blue += rgb[at + 2] ?? 0;
        }
      }
      const count = (right - left + 1) * (bottom - top + 1);
      means[to] = red / count;
      means[to + pixels] = green / count;
      means[to + 2 * pixels] = blue / count;
    }
  }
  return means;
}

/** The first and the last pixel of each of `count` parts along one side; a pixel that two parts share is in both. */
function partsAlong(start: number, length: number, count: number) {
  const [first, last] = [new Int32Array(count), new Int32Array(count)];
  for (let index = 0; index < count; index++) {
    first[index] = Math.floor(start + (index * length) / count);
    last[index] = Math.ceil(start + ((index + 1) * length) / count) - 1;
  }
  return { first, last };
}

interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

function placeInside({ left, top, right, bottom }: FaceBox, wanted: number, widthPx: number, heightPx: number): Area {
  const [boxWidth, boxHeight] = [Math.max(1, right - left), Math.max(1, bottom - top)];
  const scale = Math.min((heightPx - 1) / boxHeight, (widthPx - 1) / boxWidth, wanted);
  const [width, height] = [boxWidth * scale, boxHeight * scale];
  const from = Math.round(moveInside((left + right) / 2 - width / 2, width, widthPx));
  const down = Math.round(moveInside((top + bottom) / 2 - height / 2, height, heightPx));
  return {
    left: from,
    top: down,
    width: Math.max(1, Math.min(widthPx - from, Math.round(width))),
    height: Math.max(1, Math.min(heightPx - down, Math.round(height))),
  };
}

function moveInside(start: number, length: number, limit: number): number {
  return Math.max(0, Math.min(start, limit - length - 1));
}

/** The two neighbours of each sample along one side, and the position between them, 0 to 1. */
function samplesAlong(start: number, length: number, count: number) {
  const [first, second, share] = [new Int32Array(count), new Int32Array(count), new Float64Array(count)];
  for (let index = 0; index < count; index++) {
    const place = Math.min(length - 1, Math.max(0, ((index + 0.5) * length) / count - 0.5));
    const before = Math.floor(place);
    first[index] = start + before;
    second[index] = start + Math.min(length - 1, before + 1);
    share[index] = place - before;
  }
  return { first, second, share };
}
