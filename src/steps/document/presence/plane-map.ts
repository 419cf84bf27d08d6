import { adjugateOf } from '../../../domain/capture/adjugate.ts';

/** Maps points of a flat object, from -1 to 1 in both directions, into a picture: nine numbers, row by row. */
export type PlaneMap = readonly number[];
/** In pixels of a picture. */
export type Place = readonly [x: number, y: number];
/** Clockwise from the upper left corner. */
export type Corners = readonly [Place, Place, Place, Place];

const square = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;

/** The map that moves the corners of the square to these corners. */
export function mapOfCorners(corners: Corners): PlaneMap {
  const rows = square.flatMap(([u, v], index) => {
    const [x, y] = corners[index] ?? [0, 0];
    return [
      [u, v, 1, 0, 0, 0, -u * x, -v * x, x],
      [0, 0, 0, u, v, 1, -u * y, -v * y, y],
    ];
  });
  return [...solve(rows), 1];
}

export function cornersOf(map: PlaneMap): Corners {
  const [a, b, c, d] = square;
  return [place(map, ...a), place(map, ...b), place(map, ...c), place(map, ...d)];
}

export function place(map: PlaneMap, u: number, v: number): Place {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = map;
  const depth = g * u + h * v + i;
  return [(a * u + b * v + c) / depth, (d * u + e * v + f) / depth];
}

export function times(one: PlaneMap, other: PlaneMap): PlaneMap {
  const product = Array.from({ length: 9 }, (_, at) => {
    const [row, column] = [Math.floor(at / 3), at % 3];
    return [0, 1, 2].reduce((sum, k) => sum + (one[row * 3 + k] ?? 0) * (other[k * 3 + column] ?? 0), 0);
  });
  return product.map((value) => value / (product[8] ?? 1));
}

/** The same map for another size of the picture. */
export function enlarged([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, ...rest]: PlaneMap, times: number): PlaneMap {
  return [...[a, b, c, d, e, f].map((value) => value * times), ...rest];
}

export function inverseOf(map: PlaneMap): PlaneMap {
  const adjugate = adjugateOf(map);
  return adjugate.map((value) => value / adjugate[8]);
}

/** Whether the map shows the front of the object, in a size that fits a picture. */
export function isPlausible(map: PlaneMap, picture: { widthPx: number; heightPx: number }): boolean {
  if (map.some((value) => !Number.isFinite(value))) return false;
  const corners = cornersOf(map);
  const turns = corners.map(([x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % 4] ?? [0, 0];
    const [lastX, lastY] = corners[(index + 3) % 4] ?? [0, 0];
    return (nextX - x) * (lastY - y) - (nextY - y) * (lastX - x);
  });
  const most = 2 * Math.max(picture.widthPx, picture.heightPx);
  return turns.every((turn) => turn > 0) && corners.every((corner) => Math.hypot(...corner) < most);
}

/** Solves linear equations by elimination; the last number of each row is its right side. */
export function solve(equations: readonly (readonly number[])[]): number[] {
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
