type Point = readonly [x: number, y: number];
export type Triangle = readonly [a: number, b: number, c: number];

interface Circled {
  corners: Triangle;
  x: number;
  y: number;
  squaredRadius: number;
}

/** The Delaunay triangulation of points in general position (Bowyer 1981, Watson 1981); corners are indices of points. */
export function triangulate(points: readonly Point[]): Triangle[] {
  const count = points.length;
  const reach = 10 * Math.max(...points.flat().map(Math.abs), 1);
  const all: Point[] = [...points, [-3 * reach, -reach], [3 * reach, -reach], [0, 3 * reach]];
  let triangles: Circled[] = [circled([count, count + 1, count + 2], all)];
  for (let index = 0; index < count; index += 1) {
    const [x, y] = all[index] ?? [0, 0];
    const edges = new Map<string, readonly [number, number]>();
    const kept: Circled[] = [];
    for (const triangle of triangles) {
      if ((x - triangle.x) ** 2 + (y - triangle.y) ** 2 >= triangle.squaredRadius) {
        kept.push(triangle);
        continue;
      }
      const [a, b, c] = triangle.corners;
      for (const [from, to] of [
        [a, b],
        [b, c],
        [c, a],
      ] as const) {
        // An edge that two removed triangles share lies inside the hole.
        const key = from < to ? `${from}-${to}` : `${to}-${from}`;
        if (!edges.delete(key)) edges.set(key, [from, to]);
      }
    }
    triangles = [...kept, ...[...edges.values()].map(([from, to]) => circled([from, to, index], all))];
  }
  return triangles.map(({ corners }) => corners).filter((corners) => corners.every((corner) => corner < count));
}

function circled(corners: Triangle, points: readonly Point[]): Circled {
  const [[ax, ay], [bx, by], [cx, cy]] = corners.map((corner) => points[corner] ?? [0, 0]) as [Point, Point, Point];
  const d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by)) || 1e-12;
  const [a2, b2, c2] = [ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy];
  const x = (a2 * (by - cy) + b2 * (cy - ay) + c2 * (ay - by)) / d;
  const y = (a2 * (cx - bx) + b2 * (ax - cx) + c2 * (bx - ax)) / d;
  return { corners, x, y, squaredRadius: (ax - x) ** 2 + (ay - y) ** 2 };
}
