import type { RgbPicture } from '../../../domain/ports/faces/face-analyser.ts';
import type { Place, PlaneMap } from './plane-map.ts';

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
  const size = { columns: widthPx, rows: heightPx };
  return { grey: meansDown(meansAcross(grey, size, reach), size, reach), widthPx, heightPx };
}

/** The means of each value and its neighbours in the row, `reach` on either side. The border is repeated. */
function meansAcross(values: Float32Array, { columns, rows }: Cells, reach: number): Float32Array {
  const means = new Float32Array(values.length);
  const count = 2 * reach + 1;
  for (let row = 0; row < rows; row += 1) {
    const first = row * columns;
    const last = first + columns - 1;
    let sum = 0;
    for (let at = first - reach; at <= first + reach; at += 1) sum += values[Math.min(last, Math.max(first, at))] ?? 0;
    for (let at = first; at <= last; at += 1) {
      means[at] = sum / count;
      const [entering, leaving] = [at + reach + 1, at - reach];
      sum += (values[entering < last ? entering : last] ?? 0) - (values[leaving > first ? leaving : first] ?? 0);
    }
  }
  return means;
}

/** The same along the columns. It goes row by row, which is the order of the values in memory. */
function meansDown(values: Float32Array, { columns, rows }: Cells, reach: number): Float32Array {
  const means = new Float32Array(values.length);
  const count = 2 * reach + 1;
  const startOf = (row: number) => Math.min(rows - 1, Math.max(0, row)) * columns;
  const sums = new Float64Array(columns);
  for (let row = -reach; row <= reach; row += 1) {
    const start = startOf(row);
    for (let column = 0; column < columns; column += 1)
      sums[column] = (sums[column] ?? 0) + (values[start + column] ?? 0);
  }
  for (let row = 0; row < rows; row += 1) {
    const [start, entering, leaving] = [row * columns, startOf(row + reach + 1), startOf(row - reach)];
    for (let column = 0; column < columns; column += 1) {
      const sum = sums[column] ?? 0;
      means[start + column] = sum / count;
      sums[column] = sum + ((values[entering + column] ?? 0) - (values[leaving + column] ?? 0));
    }
  }
  return means;
}

/** The object as seen from the front. Points outside the picture repeat its border. */
export function straighten(picture: GreyPicture, map: PlaneMap, { columns, rows }: Cells): Float32Array {
  const seen = new Float32Array(columns * rows);
  // As `place` does, which makes an object for each point; a film has tens of millions of them.
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = map;
  for (let row = 0, at = 0; row < rows; row += 1) {
    const v = (2 * (row + 0.5)) / rows - 1;
    for (let column = 0; column < columns; column += 1, at += 1) {
      const u = (2 * (column + 0.5)) / columns - 1;
      const depth = g * u + h * v + i;
      seen[at] = valueAt(picture, (a * u + b * v + c) / depth, (d * u + e * v + f) / depth);
    }
  }
  return seen;
}

/** Bilinear. */
export function valueAt({ grey, widthPx, heightPx }: GreyPicture, x: number, y: number): number {
  const left = Math.min(widthPx - 2, Math.max(0, Math.floor(x - 0.5)));
  const top = Math.min(heightPx - 2, Math.max(0, Math.floor(y - 0.5)));
  const fx = Math.min(1, Math.max(0, x - 0.5 - left));
  const fy = Math.min(1, Math.max(0, y - 0.5 - top));
  const at = top * widthPx + left;
  const upper = (grey[at] ?? 0) * (1 - fx) + (grey[at + 1] ?? 0) * fx;
  const lower = (grey[at + widthPx] ?? 0) * (1 - fx) + (grey[at + widthPx + 1] ?? 0) * fx;
  return upper * (1 - fy) + lower * fy;
}

/** At these places, all moved by as many pixels. */
export function valuesAt(picture: GreyPicture, places: readonly Place[], [dx, dy]: Place = [0, 0]): Float32Array {
  const values = new Float32Array(places.length);
  places.forEach(([x, y], index) => (values[index] = valueAt(picture, x + dx, y + dy)));
  return values;
}

/** Normalised for brightness and contrast: mean 0, standard deviation 1. */
export function normalised(values: Float32Array): Float32Array {
  const mean = meanOf(values);
  const spread = spreadOf(values) || 1;
  const result = new Float32Array(values.length);
  for (let at = 0; at < values.length; at += 1) result[at] = ((values[at] ?? 0) - mean) / spread;
  return result;
}

function meanOf(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** The standard deviation. */
export function spreadOf(values: Float32Array): number {
  const mean = meanOf(values);
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return Math.sqrt(squares / values.length);
}

/** The correlation of two pictures of equal size, -1 to 1. */
export function likeness(one: Float32Array, other: Float32Array): number {
  return likenessTo(normalised(one), other);
}

/** The same for a picture that is normalised already, because it is compared with many. */
export function likenessTo(known: Float32Array, other: Float32Array): number {
  const seen = normalised(other);
  let sum = 0;
  for (let at = 0; at < known.length; at += 1) sum += (known[at] ?? 0) * (seen[at] ?? 0);
  return sum / Math.max(1, known.length);
}

/** The difference of each value from the mean of its four neighbours. Above and below the picture, the value itself is the neighbour. */
export function detailOf(values: Float32Array, columns: number): Float32Array {
  const details = new Float32Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    const beside = (values[at - 1] ?? value) + (values[at + 1] ?? value);
    const around = beside + (values[at - columns] ?? value) + (values[at + columns] ?? value);
    details[at] = value - around / 4;
  }
  return details;
}

/** The print without the light on it: the difference from the wider surroundings. A reflection is broad and leaves little here. */
export function printOf(values: Float32Array, { columns, rows }: Cells): Float32Array {
  const meanAround = (reach: number) => softened({ grey: values, widthPx: columns, heightPx: rows }, reach).grey;
  const wide = meanAround(4);
  return meanAround(1).map((value, at) => value - (wide[at] ?? 0));
}
