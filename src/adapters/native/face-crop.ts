import type { Point } from '../../domain/ports/page-reader.ts';
import type { FacePicture } from './face-picture.ts';

/** A square of the picture, in pixels of its largest level, turned clockwise by `angle` (radians). */
export interface Square {
  centre: Point;
  sidePx: number;
  angle: number;
}

/** What lies outside the picture: black, or the picture mirrored at its edge. */
export type Border = 'black' | 'mirrored';

/** How the pixels of a crop are laid out. */
export interface CropForm {
  border?: Border;
  /** Each value times `factor` plus `offset`; as they are (0..255) when left out. */
  factor?: number;
  offset?: number;
  /** One plane a colour, in this order of channels, in place of red, green and blue of each pixel. */
  planes?: readonly [number, number, number];
  /** Where to write it, from `at` on; a new array when left out. */
  into?: Float32Array;
  at?: number;
}

/**
 * Straightens a square to `size` x `size` pixels, row by row. Bilinear, on the level of the picture whose pixels are nearest to the
 * wanted ones. What a net wants of its input is done in the same pass: a face is cropped eight times, and each pass costs.
 */
export function cropSquare(picture: FacePicture, square: Square, size: number, form: CropForm = {}): Float32Array {
  const { border = 'black', factor = 1, offset = 0, planes, into = new Float32Array(size * size * 3) } = form;
  const step = square.sidePx / size;
  const index = Math.max(0, Math.floor(Math.log2(step) + 0.35));
  const level = picture.level(index);
  const { widthPx, heightPx, rgb } = level;
  const shrink = widthPx / picture.widthPx;
  const across = (square.sidePx * shrink) / size;
  const cos = Math.cos(square.angle) * across;
  const sin = Math.sin(square.angle) * across;
  const half = (size - 1) / 2;
  const startX = square.centre[0] * shrink - 0.5 - cos * half + sin * half;
  const startY = square.centre[1] * shrink - 0.5 - sin * half - cos * half;
  const inside = border === 'mirrored' ? mirror : clamp;
  const stride = planes === undefined ? 3 : 1;
  const [first, second, third] = placesOf(planes, size * size);
  let at = form.at ?? 0;
  for (let row = 0; row < size; row++) {
    let x = startX - sin * row;
    let y = startY + cos * row;
    for (let column = 0; column < size; column++, at += stride, x += cos, y += sin) {
      const left = Math.floor(x);
      const top = Math.floor(y);
      let [a, b, c, d] = [0, 0, 0, 0];
      if (left >= 0 && top >= 0 && left + 1 < widthPx && top + 1 < heightPx) {
        a = (top * widthPx + left) * 3;
        b = a + 3;
        c = a + widthPx * 3;
        d = c + 3;
      } else if (border === 'black' && (x < -1 || y < -1 || x > widthPx || y > heightPx)) {
        into[at + first] = into[at + second] = into[at + third] = offset;
        continue;
      } else {
        const [x0, x1] = [inside(left, widthPx), inside(left + 1, widthPx)];
        const [y0, y1] = [inside(top, heightPx) * widthPx, inside(top + 1, heightPx) * widthPx];
        [a, b, c, d] = [(y0 + x0) * 3, (y0 + x1) * 3, (y1 + x0) * 3, (y1 + x1) * 3];
      }
      const fx = x - left;
      const fy = y - top;
      const wd = fx * fy * factor;
      const wb = fx * factor - wd;
      const wc = fy * factor - wd;
      const wa = factor - wb - wc - wd;
      into[at + first] = (rgb[a] ?? 0) * wa + (rgb[b] ?? 0) * wb + (rgb[c] ?? 0) * wc + (rgb[d] ?? 0) * wd + offset;
      into[at + second] =
        (rgb[a + 1] ?? 0) * wa + (rgb[b + 1] ?? 0) * wb + (rgb[c + 1] ?? 0) * wc + (rgb[d + 1] ?? 0) * wd + offset;
      into[at + third] =
        (rgb[a + 2] ?? 0) * wa + (rgb[b + 2] ?? 0) * wb + (rgb[c + 2] ?? 0) * wc + (rgb[d + 2] ?? 0) * wd + offset;
    }
  }
  return into;
}

/** Where red, green and blue of a pixel go, beside the pixel's own place. */
function placesOf(planes: CropForm['planes'], pixels: number): readonly [number, number, number] {
  if (planes === undefined) return [0, 1, 2];
  return [planes.indexOf(0) * pixels, planes.indexOf(1) * pixels, planes.indexOf(2) * pixels];
}

function clamp(index: number, length: number): number {
  return index < 0 ? 0 : index >= length ? length - 1 : index;
}

/** The edge pixel itself is not repeated, as in OpenCV's BORDER_REFLECT_101. */
function mirror(index: number, length: number): number {
  const period = 2 * (length - 1);
  if (period <= 0) return 0;
  const within = ((index % period) + period) % period;
  return within < length ? within : period - within;
}

/** A place within the straightened square, 0..1 in both directions, back in the picture. */
export function placeInPicture({ centre, sidePx, angle }: Square, across: number, down: number): Point {
  const dx = (across - 0.5) * sidePx;
  const dy = (down - 0.5) * sidePx;
  return [
    centre[0] + dx * Math.cos(angle) - dy * Math.sin(angle),
    centre[1] + dx * Math.sin(angle) + dy * Math.cos(angle),
  ];
}
