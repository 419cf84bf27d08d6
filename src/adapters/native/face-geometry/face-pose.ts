import type { AnalysedFace } from '../../../domain/ports/faces/face-analyser.ts';
import type { MeshPoint3 } from './face-mesh.ts';
import { rigidFacePoints } from './rigid-face-points.ts';

type Row = readonly [number, number, number];
type Matrix = readonly [Row, Row, Row];

const degreesPerRadian = 180 / Math.PI;
/** The iteration below converges quadratically; faces need six to eight rounds. */
const mostRounds = 30;

/**
 * How the head is turned, with the signs of `AnalysedFace.pose`: the rotation that best aligns the mean face's rigid points with those of
 * the mesh (orthogonal Procrustes problem), decomposed into roll, then yaw, then pitch.
 */
export function faceAngles(mesh: readonly MeshPoint3[]): AnalysedFace['pose'] {
  const r = rotationOf(mesh);
  const roll = Math.atan2(r[1][0], r[0][0]);
  // The direction of the nose (the mean face's -z), with the roll removed.
  const [x, y, z] = [-r[0][2], -r[1][2], -r[2][2]];
  const across = x * Math.cos(roll) + y * Math.sin(roll);
  const down = -x * Math.sin(roll) + y * Math.cos(roll);
  return {
    yaw: Math.atan2(across, -z) * degreesPerRadian,
    pitch: Math.asin(Math.max(-1, Math.min(1, -down))) * degreesPerRadian,
    roll: roll * degreesPerRadian,
  };
}

function rotationOf(mesh: readonly MeshPoint3[]): Matrix {
  const pairs = rigidFacePoints.flatMap(([right, left, x, y, z]) =>
    right === left
      ? [pairOf(mesh, right, [x, y, z])]
      : [pairOf(mesh, right, [x, y, z]), pairOf(mesh, left, [-x, y, z])],
  );
  const seen = meanOf(pairs.map((pair) => pair.seen));
  const mean = meanOf(pairs.map((pair) => pair.mean));
  const sums = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (const pair of pairs) {
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) {
        const product = ((pair.seen[row] ?? 0) - (seen[row] ?? 0)) * ((pair.mean[column] ?? 0) - (mean[column] ?? 0));
        sums[row * 3 + column] = (sums[row * 3 + column] ?? 0) + product;
      }
    }
  }
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = sums;
  return nearestRotation([
    [a, b, c],
    [d, e, f],
    [g, h, i],
  ]);
}

function pairOf(mesh: readonly MeshPoint3[], index: number, mean: Row): { seen: Row; mean: Row } {
  return { seen: mesh[index] ?? [0, 0, 0], mean };
}

function meanOf(points: readonly Row[]): Row {
  const sum = points.reduce<Row>(([x, y, z], point) => [x + point[0], y + point[1], z + point[2]], [0, 0, 0]);
  return [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length];
}

/**
 * The orthogonal factor of the polar decomposition, by Newton's iteration (Higham 1986): M becomes the mean of itself and its inverse
 * transpose.
 */
function nearestRotation(start: Matrix): Matrix {
  const size = Math.hypot(...start.flat()) || 1;
  let matrix = mapMatrix(start, (value) => value / size);
  for (let round = 0; round < mostRounds; round++) {
    const inverse = inverseTranspose(matrix);
    const next = mapMatrix(matrix, (value, row, column) => (value + (inverse[row]?.[column] ?? 0)) / 2);
    const change = Math.hypot(...mapMatrix(next, (value, row, column) => value - (matrix[row]?.[column] ?? 0)).flat());
    matrix = next;
    if (change < 1e-9) break;
  }
  return matrix;
}

function mapMatrix(matrix: Matrix, map: (value: number, row: number, column: number) => number): Matrix {
  const mapRow = (values: Row, row: number): Row => [
    map(values[0], row, 0),
    map(values[1], row, 1),
    map(values[2], row, 2),
  ];
  return [mapRow(matrix[0], 0), mapRow(matrix[1], 1), mapRow(matrix[2], 2)];
}

/** The matrix of cofactors divided by the determinant. */
function inverseTranspose([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const cofactors: Matrix = [
    [e * i - f * h, f * g - d * i, d * h - e * g],
    [c * h - b * i, a * i - c * g, b * g - a * h],
    [b * f - c * e, c * d - a * f, a * e - b * d],
  ];
  const determinant = a * cofactors[0][0] + b * cofactors[0][1] + c * cofactors[0][2];
  return mapMatrix(cofactors, (value) => value / determinant);
}
