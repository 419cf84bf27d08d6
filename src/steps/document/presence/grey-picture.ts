import type { RgbPicture } from '../../../domain/ports/faces/face-analyser.ts';
import { place, type Place, type PlaneMap } from './plane-map.ts';

export interface GreyPicture {
  /** Luma, 0 to 255, row by row. */
  grey: Float32Array;
  widthPx: number;
  heightPx: number;
}

/** The number of values across and down in a rectified picture. */
export interface Cells {
  columns: number;
  rows: number;
}

export function greyOf({ rgb, widthPx, heightPx }: RgbPicture): GreyPicture {
  const grey = new Float32Array(widthPx * heightPx);
  for (let at = 0; at < grey.length; at += 1) {
    grey[at] = 0.299 * (rgb[at * 3] ?? 0) + 0.587 * (rgb[at * 3 + 1] ?? 0) + 0.114 * (rgb[at * 3 + 2] ?? 0);
  }
  return { grey, widthPx, heightPx };
}

/** Replaces each value by the mean of its surroundings, so that coarser sampling does not alias. */
export function softened({ grey, widthPx, heightPx }: GreyPicture, reach: number): GreyPicture {
  const along = (values: Float32Array, step: number, size: number, other: number, leap: number) => {
    const out = new Float32Array(values.length);
    for (let line = 0; line < other; line += 1) {
      let sum = 0;
      const at = (index: number) => line * leap + Math.min(size - 1, Math.max(0, index)) * step;
      for (let index = -reach; index <= reach; index += 1) sum += values[at(index)] ?? 0;
      for (let index = 0; index < size; index += 1) {
        out[at(index)] = sum / (2 * reach + 1);
        sum += (values[at(index + reach + 1)] ?? 0) - (values[at(index - reach)] ?? 0);
      }
    }
    return out;
  };
  const rows = along(grey, 1, widthPx, heightPx, widthPx);
  return { grey: along(rows, widthPx, heightPx, widthPx, 1), widthPx, heightPx };
}

/** The object as seen from the front. Points outside the picture repeat its border. */
export function straighten(picture: GreyPicture, map: PlaneMap, { columns, rows }: Cells): Float32Array {
  const seen = new Float32Array(columns * rows);
  for (let row = 0, at = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, at += 1) {
      const [x, y] = place(map, (2 * (column + 0.5)) / columns - 1, (2 * (row + 0.5)) / rows - 1);
      seen[at] = valueAt(picture, x, y);
    }
  }
  return seen;
}

/** Bilinear. */
export function valueAt({ grey, widthPx, heightPx }: GreyPicture, x: number, y: number): number {
  const left = Math.min(widthPx - 2, Math.max(0, Math.floor(x - 0.5)));
  const top = Math.min(heightPx - 2, Math.max(0, Math.floor(y - 0.5)));
  const [fx, fy] = [Math.min(1, Math.max(0, x - 0.5 - left)), Math.min(1, Math.max(0, y - 0.5 - top))];
  const at = top * widthPx + left;
  const upper = (grey[at] ?? 0) * (1 - fx) + (grey[at + 1] ?? 0) * fx;
  const lower = (grey[at + widthPx] ?? 0) * (1 - fx) + (grey[at + widthPx + 1] ?? 0) * fx;
  return upper * (1 - fy) + lower * fy;
}

export const valuesAt = (picture: GreyPicture, places: readonly Place[]) =>
  Float32Array.from(places, ([x, y]) => valueAt(picture, x, y));

/** Normalised for brightness and contrast: mean 0, standard deviation 1. */
export function normalised(values: Float32Array): Float32Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = spreadOf(values) || 1;
  return values.map((value) => (value - mean) / spread);
}

/** The standard deviation. */
export function spreadOf(values: Float32Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

/** The correlation of two pictures of equal size, -1 to 1. */
export function likeness(one: Float32Array, other: Float32Array): number {
  const [a, b] = [normalised(one), normalised(other)];
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0) / Math.max(1, a.length);
}

/** The print without the light on it: the difference from the wider surroundings. A reflection is broad and leaves little here. */
export function printOf(values: Float32Array, { columns, rows }: Cells): Float32Array {
  const meanAround = (reach: number) => softened({ grey: values, widthPx: columns, heightPx: rows }, reach).grey;
  const wide = meanAround(4);
  return meanAround(1).map((value, at) => value - (wide[at] ?? 0));
}
