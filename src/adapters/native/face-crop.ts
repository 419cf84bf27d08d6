import type { RgbPicture } from '../../domain/ports/face-analyser.ts';
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

/**
 * Straightens a square to `size` x `size` pixels of red, green and blue (0..255, row by row). Bilinear, on the level of the
 * picture whose pixels are nearest to the wanted ones.
 */
export function cropSquare(picture: FacePicture, square: Square, size: number, border: Border = 'black'): Float32Array {
  const step = square.sidePx / size;
  const index = Math.max(0, Math.floor(Math.log2(step) + 0.35));
  const level = picture.level(index);
  const shrink = level.widthPx / picture.widthPx;
  const across = (square.sidePx * shrink) / size;
  const cos = Math.cos(square.angle) * across;
  const sin = Math.sin(square.angle) * across;
  const half = (size - 1) / 2;
  const startX = square.centre[0] * shrink - 0.5 - cos * half + sin * half;
  const startY = square.centre[1] * shrink - 0.5 - sin * half - cos * half;
  const out = new Float32Array(size * size * 3);
  for (let row = 0, at = 0; row < size; row++) {
    let x = startX - sin * row;
    let y = startY + cos * row;
    for (let column = 0; column < size; column++, at += 3, x += cos, y += sin) sample(level, x, y, border, out, at);
  }
  return out;
}

function sample(
  { rgb, widthPx, heightPx }: RgbPicture,
  x: number,
  y: number,
  border: Border,
  out: Float32Array,
  at: number,
): void {
  if (border === 'black' && (x < -1 || y < -1 || x > widthPx || y > heightPx)) return;
  const left = Math.floor(x);
  const top = Math.floor(y);
  const fx = x - left;
  const fy = y - top;
  const x0 = border === 'mirrored' ? mirror(left, widthPx) : clamp(left, widthPx);
  const x1 = border === 'mirrored' ? mirror(left + 1, widthPx) : clamp(left + 1, widthPx);
  const y0 = (border === 'mirrored' ? mirror(top, heightPx) : clamp(top, heightPx)) * widthPx;
  const y1 = (border === 'mirrored' ? mirror(top + 1, heightPx) : clamp(top + 1, heightPx)) * widthPx;
  const a = (y0 + x0) * 3;
  const b = (y0 + x1) * 3;
  const c = (y1 + x0) * 3;
  const d = (y1 + x1) * 3;
  for (let channel = 0; channel < 3; channel++) {
    const upper = (rgb[a + channel] ?? 0) * (1 - fx) + (rgb[b + channel] ?? 0) * fx;
    const lower = (rgb[c + channel] ?? 0) * (1 - fx) + (rgb[d + channel] ?? 0) * fx;
    out[at + channel] = upper * (1 - fy) + lower * fy;
  }
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

/** The values of a crop times `factor` plus `offset`, in place. */
export function scaleValues(values: Float32Array, factor: number, offset = 0): Float32Array {
  for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? 0) * factor + offset;
  return values;
}

/** One plane a colour, one after the other, in this order of channels. */
export function toPlanes(crop: Float32Array, channels: readonly number[]): Float32Array {
  const count = crop.length / 3;
  const out = new Float32Array(crop.length);
  for (const [plane, channel] of channels.entries()) {
    for (let i = 0; i < count; i++) out[plane * count + i] = crop[i * 3 + channel] ?? 0;
  }
  return out;
}
