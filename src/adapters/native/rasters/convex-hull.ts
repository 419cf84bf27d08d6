import type { Point } from '../../../domain/ports/pages/page-reader.ts';

/** The convex hull of points in any order (Andrew's monotone chain), without points on its edges. */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  if (sorted.length < 3) return sorted;
  const forward = chain(sorted);
  const backward = chain(sorted.reverse());
  return [...forward.slice(0, -1), ...backward.slice(0, -1)];
}

function chain(points: readonly Point[]): Point[] {
  const hull: Point[] = [];
  for (const point of points) {
    while (hull.length >= 2 && !turnsLeft(hull, point)) hull.pop();
    hull.push(point);
  }
  return hull;
}

function turnsLeft(hull: readonly Point[], [x, y]: Point): boolean {
  const before = hull.at(-2);
  const last = hull.at(-1);
  if (before === undefined || last === undefined) return true;
  return (last[0] - before[0]) * (y - before[1]) - (last[1] - before[1]) * (x - before[0]) > 0;
}
