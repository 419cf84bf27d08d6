import { adjugateOf } from '../../../specimens/drawing/adjugate.ts';

/** Maps points of a thing, from -1 to 1 in both directions, into a picture: nine numbers, row by row. */
export type PlaneMap = readonly number[];

export interface GreyPicture {
  grey: Float32Array;
  widthPx: number;
  heightPx: number;
}

const grid = { columns: 56, rows: 36 };
const rounds = 30;
/** Values farther off than this, in standard deviations, are glare or a finger. */
const outlier = 2;

export function greyOf({
  rgb,
  widthPx,
  heightPx,
}: {
  rgb: Uint8Array;
  widthPx: number;
  heightPx: number;
}): GreyPicture {
  const grey = new Float32Array(widthPx * heightPx);
  for (let at = 0; at < grey.length; at += 1) {
    grey[at] = 0.299 * (rgb[at * 3] ?? 0) + 0.587 * (rgb[at * 3 + 1] ?? 0) + 0.114 * (rgb[at * 3 + 2] ?? 0);
  }
  return { grey, widthPx, heightPx };
}

/** Each value as the mean of the values around it: what is sampled more coarsely than the picture must hold no finer print. */
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

/** The map that takes the corners of the square to these corners, from the upper left clockwise. */
export function mapOfCorners(corners: readonly (readonly [number, number])[]): PlaneMap {
  const square = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  const rows = square.flatMap(([u, v], index) => {
    const [x, y] = corners[index] ?? [0, 0];
    return [
      [u, v, 1, 0, 0, 0, -u * x, -v * x, x],
      [0, 0, 0, u, v, 1, -u * y, -v * y, y],
    ];
  });
  return [...solve(rows), 1];
}

export function place(map: PlaneMap, u: number, v: number): readonly [number, number] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = map;
  const depth = g * u + h * v + i;
  return [(a * u + b * v + c) / depth, (d * u + e * v + f) / depth];
}

/** The thing as it would look from the front. Points outside of the picture repeat its border. */
export function straighten(picture: GreyPicture, map: PlaneMap, { columns, rows } = grid, reach = 1): Float32Array {
  const seen = new Float32Array(columns * rows);
  for (let row = 0, at = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, at += 1) {
      const [u, v] = [(2 * (column + 0.5)) / columns - 1, (2 * (row + 0.5)) / rows - 1];
      const [x, y] = place(map, u * reach, v * reach);
      seen[at] = valueAt(picture, x, y);
    }
  }
  return seen;
}

export function valueAt({ grey, widthPx, heightPx }: GreyPicture, x: number, y: number): number {
  const [left, top] = [
    Math.min(widthPx - 2, Math.max(0, Math.floor(x - 0.5))),
    Math.min(heightPx - 2, Math.max(0, Math.floor(y - 0.5))),
  ];
  const [fx, fy] = [Math.min(1, Math.max(0, x - 0.5 - left)), Math.min(1, Math.max(0, y - 0.5 - top))];
  const at = top * widthPx + left;
  const upper = (grey[at] ?? 0) * (1 - fx) + (grey[at + 1] ?? 0) * fx;
  const lower = (grey[at + widthPx] ?? 0) * (1 - fx) + (grey[at + widthPx + 1] ?? 0) * fx;
  return upper * (1 - fy) + lower * fy;
}

/**
 * Follows a flat thing from picture to picture by the inverse compositional method (Baker and Matthews, 2004) with eight parameters, on values
 * freed of brightness and contrast. Answers its place in every picture.
 */
export function followPlane(
  sharp: readonly GreyPicture[],
  outline: readonly (readonly [number, number])[],
): PlaneMap[] {
  const pictures = sharp.map((picture) => softened(picture, 2));
  const [first] = pictures;
  if (first === undefined) return [];
  const start = mapOfCorners(outline);
  const template = printOf(straighten(first, start));
  const { steepest, inverse } = prepare(normalised(template));
  const maps: PlaneMap[] = [start];
  let map = start;
  for (const picture of pictures.slice(1)) {
    for (let round = 0; round < rounds; round += 1) {
      const seen = normalised(printOf(straighten(picture, map)));
      const sums = new Array<number>(8).fill(0);
      const wanted = normalised(template);
      for (let at = 0; at < seen.length; at += 1) {
        const error = (seen[at] ?? 0) - (wanted[at] ?? 0);
        if (Math.abs(error) > outlier) continue;
        for (let one = 0; one < 8; one += 1) sums[one] = (sums[one] ?? 0) + (steepest[at * 8 + one] ?? 0) * error;
      }
      const change = inverse.map((row) => row.reduce((sum, value, index) => sum + value * (sums[index] ?? 0), 0));
      map = times(map, inverseOf(changeOf(change)));
      if (Math.hypot(...change) < 1e-4) break;
    }
    maps.push(map);
  }
  return maps;
}

function prepare(template: Float32Array): { steepest: Float64Array; inverse: number[][] } {
  const { columns, rows } = grid;
  const steepest = new Float64Array(template.length * 8);
  const sums = Array.from({ length: 8 }, () => new Array<number>(8).fill(0));
  for (let row = 1; row < rows - 1; row += 1) {
    for (let column = 1; column < columns - 1; column += 1) {
      const at = row * columns + column;
      const [u, v] = [(2 * (column + 0.5)) / columns - 1, (2 * (row + 0.5)) / rows - 1];
      const gu = (((template[at + 1] ?? 0) - (template[at - 1] ?? 0)) / 2) * (columns / 2);
      const gv = (((template[at + columns] ?? 0) - (template[at - columns] ?? 0)) / 2) * (rows / 2);
      const inward = -(gu * u + gv * v);
      const values = [gu * u, gu * v, gu, gv * u, gv * v, gv, inward * u, inward * v];
      values.forEach((value, one) => {
        steepest[at * 8 + one] = value;
        values.forEach((other, two) => {
          const line = sums[one];
          if (line !== undefined) line[two] = (line[two] ?? 0) + value * other;
        });
      });
    }
  }
  const inverse = Array.from({ length: 8 }, (_, column) =>
    solve(
      sums.map((line, row) => [...line.map((value, at) => value + (at === row ? 1e-3 : 0)), row === column ? 1 : 0]),
    ),
  );
  // Of a symmetric matrix columns and rows are the same.
  return { steepest, inverse };
}

function changeOf([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0]: readonly number[]): PlaneMap {
  return [1 + a, b, c, d, 1 + e, f, g, h, 1];
}

export function times(one: PlaneMap, other: PlaneMap): PlaneMap {
  const product = Array.from({ length: 9 }, (_, at) => {
    const [row, column] = [Math.floor(at / 3), at % 3];
    return [0, 1, 2].reduce((sum, k) => sum + (one[row * 3 + k] ?? 0) * (other[k * 3 + column] ?? 0), 0);
  });
  return product.map((value) => value / (product[8] ?? 1));
}

export function inverseOf(map: PlaneMap): PlaneMap {
  const adjugate = adjugateOf(map);
  return adjugate.map((value) => value / adjugate[8]);
}

/** Solves linear equations; the last number of each row is its right side. */
function solve(equations: readonly (readonly number[])[]): number[] {
  const rows = equations.map((row) => [...row]);
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    const best = rows
      .map((row, index) => ({ index, value: index < column ? -1 : Math.abs(row[column] ?? 0) }))
      .sort((x, y) => y.value - x.value)[0];
    const from = best?.index ?? column;
    const [held, chosen] = [rows[column] ?? [], rows[from] ?? []];
    rows[column] = chosen;
    rows[from] = held;
    for (let row = 0; row < size; row += 1) {
      if (row === column) continue;
      const factor = (rows[row]?.[column] ?? 0) / (chosen[column] ?? 1);
      rows[row] = (rows[row] ?? []).map((value, at) => value - factor * (chosen[at] ?? 0));
    }
  }
  return rows.map((row, index) => (row[size] ?? 0) / (row[index] ?? 1));
}

export function normalised(values: Float32Array): Float32Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1;
  return values.map((value) => (value - mean) / spread);
}

/** Print without the light on it: what differs from the wider surroundings. A reflection is broad and leaves little here. */
function printOf(values: Float32Array): Float32Array {
  const near = meanAround(values, 1);
  const wide = meanAround(values, 4);
  return near.map((value, at) => value - (wide[at] ?? 0));
}

function meanAround(values: Float32Array, reach: number): Float32Array {
  const { columns, rows } = grid;
  return softened({ grey: values, widthPx: columns, heightPx: rows }, reach).grey;
}
