import type { Point } from '../../../domain/ports/pages/page-reader.ts';

export interface Rectangle {
  centre: Point;
  /** Unit vector along the side that is closer to the horizontal, pointing right. */
  direction: Point;
  /** Length along `direction`, and across it. */
  width: number;
  height: number;
}

/**
 * The smallest rectangle around a convex hull. One of its sides contains a side of the hull (Freeman and Shapira, 1975), so every side of
 * the hull is tried.
 */
export function minAreaRectangle(hull: readonly Point[]): Rectangle | null {
  let best: Rectangle | null = null;
  for (let i = 0; i < hull.length; i++) {
    const from = hull[i];
    const to = hull[(i + 1) % hull.length];
    if (from === undefined || to === undefined) continue;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (length === 0) continue;
    const rectangle = boundAlong(hull, towardsRight([(to[0] - from[0]) / length, (to[1] - from[1]) / length]));
    if (best === null || rectangle.width * rectangle.height < best.width * best.height) best = rectangle;
  }
  return best;
}

/** The direction of a rectangle's side, of four, that points most to the right. */
function towardsRight([x, y]: Point): Point {
  if (Math.abs(x) >= Math.abs(y)) return x >= 0 ? [x, y] : [-x, -y];
  return y >= 0 ? [y, -x] : [-y, x];
}

function boundAlong(hull: readonly Point[], direction: Point): Rectangle {
  const [dx, dy] = direction;
  let left = Infinity;
  let right = -Infinity;
  let top = Infinity;
  let bottom = -Infinity;
  for (const [x, y] of hull) {
    const u = x * dx + y * dy;
    const v = y * dx - x * dy;
    if (u < left) left = u;
    if (u > right) right = u;
    if (v < top) top = v;
    if (v > bottom) bottom = v;
  }
  const u = (left + right) / 2;
  const v = (top + bottom) / 2;
  return { centre: [u * dx - v * dy, u * dy + v * dx], direction, width: right - left, height: bottom - top };
}
