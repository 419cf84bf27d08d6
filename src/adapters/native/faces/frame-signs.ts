import type { Raster } from '../rasters/raster.ts';
import { findUprightEdges, type StraightEdge } from '../rasters/straight-edges.ts';

/** The outline of a face in pixels of the raster. */
export interface FaceBounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How long the sides of a frame are, relative to the face. They run along most of the face. */
const leastSide = 1.1;
const leastBeside = 0.7;
/** The distance of a side from the face, relative to the face. */
const leastRoom = 0.04;
/** Two sides meet when each ends this near to their intersection, relative to the face. */
const cornerReach = 0.16;
/** They form a right angle, except for perspective, in degrees. */
const mostSkew = 8;
/** Just outside a screen there is a dark, even band. */
const band = { fromPx: 3, toPx: 7, darkest: 62, share: 0.7 };
/** Many light objects have a corner; few have one with a dark border. None of the live pictures had either (0 of 32). */
const scoreByCorners = { screen: [0, 0.8, 0.95], printEdge: [0, 0.5, 0.9] } as const;

/**
 * Signs of a rectangle around the face: corners at which two of its sides end, and whether dark borders surround it (a screen) or not
 * (paper). One corner can be anything on a wall; two corners raise a doubt. `face`: the largest face.
 */
export function frameSignsOf(raster: Raster, face: FaceBounds): { screen: number; printEdge: number } {
  const size = Math.max(face.right - face.left, face.bottom - face.top);
  const turned = turn(raster);
  const upright = findUprightEdges(raster, leastSide * size);
  const level = findUprightEdges(turned, leastSide * size).map(turnBack);
  const sides = {
    left: upright.filter((edge) => isBeside(edge, face, size, 'left')),
    right: upright.filter((edge) => isBeside(edge, face, size, 'right')),
    top: level.filter((edge) => isBeside(edge, face, size, 'top')),
    bottom: level.filter((edge) => isBeside(edge, face, size, 'bottom')),
  };
  let corners = 0;
  const used: { edge: StraightEdge; side: keyof typeof sides }[] = [];
  for (const [first, second] of [
    ['left', 'top'],
    ['top', 'right'],
    ['right', 'bottom'],
    ['bottom', 'left'],
  ] as const) {
    const corner = findCorner(sides[first], sides[second], cornerReach * size);
    if (corner === null) continue;
    corners += 1;
    used.push({ edge: corner[0], side: first }, { edge: corner[1], side: second });
  }
  if (corners === 0) return { screen: 0, printEdge: 0 };
  const dark = used.filter(({ edge, side }) => hasDarkBand(raster, edge, side)).length;
  return 2 * dark >= used.length
    ? { screen: scoreByCorners.screen[corners] ?? 1, printEdge: 0 }
    : { screen: 0, printEdge: scoreByCorners.printEdge[corners] ?? 1 };
}

function findCorner(
  first: readonly StraightEdge[],
  second: readonly StraightEdge[],
  reachPx: number,
): [StraightEdge, StraightEdge] | null {
  for (const a of first) {
    for (const b of second) {
      if (Math.abs(90 - angleBetween(a, b)) > mostSkew) continue;
      const crossing = crossingOf(a, b);
      if (crossing !== null && isNearEnd(a, crossing, reachPx) && isNearEnd(b, crossing, reachPx)) return [a, b];
    }
  }
  return null;
}

function isBeside(
  { from, to }: StraightEdge,
  face: FaceBounds,
  size: number,
  side: 'left' | 'right' | 'top' | 'bottom',
) {
  const upright = side === 'left' || side === 'right';
  const along = upright ? 1 : 0;
  const [start, end] = upright ? [face.top, face.bottom] : [face.left, face.right];
  const [low, high] = [Math.min(from[along], to[along]), Math.max(from[along], to[along])];
  if (Math.min(high, end) - Math.max(low, start) < leastBeside * (end - start)) return false;
  const across = upright ? 0 : 1;
  const middle = (start + end) / 2;
  const part = (middle - from[along]) / Math.max(1e-6, to[along] - from[along]);
  const place = from[across] + part * (to[across] - from[across]);
  const edge = face[side];
  return side === 'left' || side === 'top' ? place < edge - leastRoom * size : place > edge + leastRoom * size;
}

function angleBetween(a: StraightEdge, b: StraightEdge): number {
  const [ax, ay] = [a.to[0] - a.from[0], a.to[1] - a.from[1]];
  const [bx, by] = [b.to[0] - b.from[0], b.to[1] - b.from[1]];
  const cosine = Math.abs(ax * bx + ay * by) / Math.max(1e-6, Math.hypot(ax, ay) * Math.hypot(bx, by));
  return (Math.acos(Math.min(1, cosine)) * 180) / Math.PI;
}

/** The intersection of the lines through both; null for parallel ones. */
function crossingOf(a: StraightEdge, b: StraightEdge): readonly [number, number] | null {
  const [ax, ay] = [a.to[0] - a.from[0], a.to[1] - a.from[1]];
  const [bx, by] = [b.to[0] - b.from[0], b.to[1] - b.from[1]];
  const determinant = ax * by - ay * bx;
  if (Math.abs(determinant) < 1e-6) return null;
  const part = ((b.from[0] - a.from[0]) * by - (b.from[1] - a.from[1]) * bx) / determinant;
  return [a.from[0] + part * ax, a.from[1] + part * ay];
}

function isNearEnd({ from, to }: StraightEdge, [x, y]: readonly [number, number], reachPx: number): boolean {
  return [from, to].some((end) => Math.hypot(end[0] - x, end[1] - y) <= reachPx);
}

/** Whether it is dark along the side, away from the face. */
function hasDarkBand(raster: Raster, edge: StraightEdge, side: 'left' | 'right' | 'top' | 'bottom'): boolean {
  const [dx, dy] = { left: [-1, 0], right: [1, 0], top: [0, -1], bottom: [0, 1] }[side] as [number, number];
  let [looked, dark] = [0, 0];
  for (let part = 0.1; part <= 0.9; part += 0.05) {
    for (let out = band.fromPx; out <= band.toPx; out++) {
      const x = Math.round(edge.from[0] + part * (edge.to[0] - edge.from[0]) + dx * out);
      const y = Math.round(edge.from[1] + part * (edge.to[1] - edge.from[1]) + dy * out);
      if (x < 0 || y < 0 || x >= raster.widthPx || y >= raster.heightPx) continue;
      looked += 1;
      if ((raster.data[y * raster.widthPx + x] ?? 255) <= band.darkest) dark += 1;
    }
  }
  return looked > 0 && dark >= band.share * looked;
}

function turn({ data, widthPx, heightPx }: Raster): Raster {
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) turned[x * heightPx + y] = data[y * widthPx + x] ?? 0;
  return { data: turned, widthPx: heightPx, heightPx: widthPx };
}

function turnBack({ from, to, lengthPx }: StraightEdge): StraightEdge {
  return { from: [from[1], from[0]], to: [to[1], to[0]], lengthPx };
}
