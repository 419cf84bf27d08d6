import Delaunator from 'delaunator';

type Point = readonly [x: number, y: number];
export type Triangle = readonly [a: number, b: number, c: number];

/** The Delaunay triangulation; corners are indices of points. */
export function triangulate(points: readonly Point[]): Triangle[] {
  const { triangles } = new Delaunator(Float64Array.from(points.flat()));
  return Array.from({ length: triangles.length / 3 }, (_, index) => {
    const [a = 0, b = 0, c = 0] = triangles.subarray(3 * index, 3 * index + 3);
    return [a, b, c];
  });
}
