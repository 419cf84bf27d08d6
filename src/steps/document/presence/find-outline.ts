import { softened, type GreyPicture } from './grey-picture.ts';
import type { Corners, Place } from './plane-map.ts';

/**
 * A line that runs down (x from y) or across (y from x), in pixels; `offset` is its position in the middle of the picture. The browser's
 * finder (`find-document.ts` of the SDK) works in the same way on camera frames; this one trusts nothing that a browser says.
 */
interface Line {
  offset: number;
  slope: number;
}

/** A document may be turned by up to 20 degrees. */
const mostSlope = 0.36;
const slopeStep = 0.03;
const slopes = Math.round((2 * mostSlope) / slopeStep) + 1;
/** In levels of brightness per pixel. */
const faintest = 3;
const strongest = 30;
const mostLines = 12;
/** Two lines closer than this at both ends count as one. */
const samePixels = 4;

/** Share of the picture. A smaller outline is print or an object in the background. */
const leastArea = 0.08;
/** Width by height of cards and pages, seen at an angle; the inverse for a document that is held upright. */
const aspects = { least: 1.15, most: 1.85 };
const leastSideRatio = 0.7;
/** The share of a side's points that must have an edge across it, all from dark to bright or all from bright to dark. */
const leastSupport = 0.55;
const leastMeanSupport = 0.7;
const samplesPerSide = 32;
/** Fingers cover corners. */
const [sideFrom, sideTo] = [0.08, 0.92];
/** The largest distance of a side from the line that was found. */
const refineReach = 4;

/** Brightness changes, in levels per pixel. */
interface Gradients {
  across: Float32Array;
  down: Float32Array;
  widthPx: number;
  heightPx: number;
}

/** The outline of a document, clockwise from its upper left corner; null when none is clear. */
export function findOutline(picture: GreyPicture): Corners | null {
  const edges = gradientsOf(softened(picture, 1));
  const turned = { ...edges, across: transposed(edges.down, edges), down: transposed(edges.across, edges) };
  const upright = findLines(edges);
  const level = findLines({ ...turned, widthPx: edges.heightPx, heightPx: edges.widthPx });
  let best: { corners: Corners; score: number } | null = null;
  for (const [left, right] of pairsOf(upright, edges.widthPx * 0.2)) {
    for (const [top, bottom] of pairsOf(level, edges.heightPx * 0.2)) {
      const corners = [
        crossing(left, top, edges),
        crossing(right, top, edges),
        crossing(right, bottom, edges),
        crossing(left, bottom, edges),
      ] as const;
      const area = areaOf(corners, edges);
      const support = area === null ? null : supportOf(corners, edges);
      if (area === null || support === null) continue;
      // Print also has straight lines: of two outlines, the larger one belongs to the document.
      const score = support + 0.5 * Math.sqrt(area);
      if (score > (best?.score ?? 0)) best = { corners, score };
    }
  }
  return best === null ? null : refined(best.corners, edges);
}

function gradientsOf({ grey, widthPx, heightPx }: GreyPicture): Gradients {
  const [across, down] = [new Float32Array(grey.length), new Float32Array(grey.length)];
  for (let y = 1; y < heightPx - 1; y += 1) {
    for (let x = 1; x < widthPx - 1; x += 1) {
      const at = y * widthPx + x;
      across[at] = ((grey[at + 1] ?? 0) - (grey[at - 1] ?? 0)) / 2;
      down[at] = ((grey[at + widthPx] ?? 0) - (grey[at - widthPx] ?? 0)) / 2;
    }
  }
  return { across, down, widthPx, heightPx };
}

function transposed(values: Float32Array, { widthPx, heightPx }: Gradients): Float32Array {
  return values.map((_, at) => values[(at % heightPx) * widthPx + Math.floor(at / heightPx)] ?? 0);
}

/** The clearest lines that run down, by a Hough transform in which each pixel votes along its gradient (Ballard, 1981). */
function findLines({ across, down, widthPx, heightPx }: Gradients): Line[] {
  const votes = new Float32Array(slopes * widthPx);
  for (let y = 1; y < heightPx - 1; y += 1) {
    for (let x = 1; x < widthPx - 1; x += 1) {
      const at = y * widthPx + x;
      const strength = Math.abs(across[at] ?? 0);
      const isRidge =
        strength >= faintest &&
        strength >= Math.abs(across[at - 1] ?? 0) &&
        strength > Math.abs(across[at + 1] ?? 0) &&
        Math.abs(down[at] ?? 0) < strength * 0.8;
      if (!isRidge) continue;
      const ofGradient = -(down[at] ?? 0) / (across[at] ?? 1);
      for (let index = 0; index < slopes; index += 1) {
        const slope = index * slopeStep - mostSlope;
        if (Math.abs(slope - ofGradient) > 0.2) continue;
        const offset = Math.round(x - slope * (y - heightPx / 2));
        if (offset < 1 || offset >= widthPx - 1) continue;
        const cell = index * widthPx + offset;
        votes[cell] = (votes[cell] ?? 0) + Math.min(strength, strongest);
      }
    }
  }
  const strengthAt = (cell: number) => (votes[cell - 1] ?? 0) + (votes[cell] ?? 0) + (votes[cell + 1] ?? 0);
  const candidates = Array.from(votes, (_, cell) => ({ cell, strength: strengthAt(cell) }))
    .filter(({ strength }) => strength >= (faintest * heightPx) / 5)
    .sort((one, other) => other.strength - one.strength);
  const lines: Line[] = [];
  for (const { cell } of candidates) {
    const line = { offset: cell % widthPx, slope: Math.floor(cell / widthPx) * slopeStep - mostSlope };
    const ends = ({ offset, slope }: Line) => [offset - (slope * heightPx) / 2, offset + (slope * heightPx) / 2];
    const isKnown = lines.some((known) =>
      ends(known).some((end, which) => Math.abs(end - (ends(line)[which] ?? 0)) < samePixels),
    );
    if (!isKnown) lines.push(line);
    if (lines.length === mostLines) break;
  }
  return lines;
}

function* pairsOf(lines: readonly Line[], leastDistance: number): Generator<readonly [Line, Line]> {
  for (const one of lines) {
    for (const other of lines) if (other.offset - one.offset >= leastDistance) yield [one, other];
  }
}

function crossing(down: Line, across: Line, { widthPx, heightPx }: Gradients): Place {
  const [middleX, middleY] = [widthPx / 2, heightPx / 2];
  const y =
    (across.offset + across.slope * (down.offset - down.slope * middleY - middleX)) / (1 - across.slope * down.slope);
  return [down.offset + down.slope * (y - middleY), y];
}

const distance = (one: Place, other: Place) => Math.hypot(one[0] - other[0], one[1] - other[1]);

/** Its share of the picture; null when it does not have the shape of a document, or is partly outside. */
function areaOf(corners: Corners, { widthPx, heightPx }: Gradients): number | null {
  if (corners.some(([x, y]) => x < 1 || y < 1 || x > widthPx - 2 || y > heightPx - 2)) return null;
  const [a, b, c, d] = corners;
  const [top, right, bottom, left] = [distance(a, b), distance(b, c), distance(c, d), distance(d, a)];
  const isEven = (one: number, other: number) => Math.min(one, other) >= leastSideRatio * Math.max(one, other);
  if (!isEven(top, bottom) || !isEven(left, right)) return null;
  const [across, down] = [top + bottom, left + right];
  const aspect = Math.max(across, down) / Math.min(across, down);
  if (aspect < aspects.least || aspect > aspects.most) return null;
  const area = (across * down) / 4 / (widthPx * heightPx);
  return area < leastArea ? null : area;
}

function supportOf(corners: Corners, edges: Gradients): number | null {
  let sum = 0;
  for (const [index, from] of corners.entries()) {
    const points = edgePoints(from, corners[(index + 1) % 4] ?? from, edges, 1);
    const brighter = points.filter(({ step }) => step >= faintest).length;
    const darker = points.filter(({ step }) => step <= -faintest).length;
    const support = Math.max(brighter, darker) / samplesPerSide;
    if (support < leastSupport) return null;
    sum += support / 4;
  }
  return sum < leastMeanSupport ? null : sum;
}

/** The points along a side at which the brightness changes most across it, within `reach` pixels. */
function edgePoints(from: Place, to: Place, { across, down, widthPx, heightPx }: Gradients, reach: number) {
  const length = distance(from, to) || 1;
  const [normalX, normalY] = [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
  return Array.from({ length: samplesPerSide }, (_, sample) => {
    const share = sideFrom + ((sideTo - sideFrom) * sample) / (samplesPerSide - 1);
    let [step, off] = [0, 0];
    for (let shift = -reach; shift <= reach; shift += 1) {
      const x = Math.round(from[0] + share * (to[0] - from[0]) + shift * normalX);
      const y = Math.round(from[1] + share * (to[1] - from[1]) + shift * normalY);
      if (x < 0 || y < 0 || x >= widthPx || y >= heightPx) continue;
      const gradient = (across[y * widthPx + x] ?? 0) * normalX + (down[y * widthPx + x] ?? 0) * normalY;
      if (Math.abs(gradient) > Math.abs(step)) [step, off] = [gradient, shift];
    }
    return { step, off, share };
  });
}

/** Moves each side to its nearest edge: the lines of the transform are only as precise as its steps. */
function refined(corners: Corners, edges: Gradients): Corners {
  const sides = corners.map((from, index) => {
    const to = corners[(index + 1) % 4] ?? from;
    const points = edgePoints(from, to, edges, refineReach).filter(({ step }) => Math.abs(step) >= faintest);
    const offs = [...points].sort((one, other) => one.off - other.off);
    const middle = offs[offs.length >> 1]?.off ?? 0;
    // The two halves of a side give its angle. The median of each half ignores fingers and print.
    const halfOf = (isFirst: boolean) => {
      const half = points.filter(({ share }) => share < 0.5 === isFirst).map(({ off }) => off);
      return half.sort((one, other) => one - other)[half.length >> 1] ?? middle;
    };
    const [first, second] = [halfOf(true), halfOf(false)];
    const [begin, end] = [first - (second - first) / 2, second + (second - first) / 2];
    const length = distance(from, to) || 1;
    const [normalX, normalY] = [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
    return [
      [from[0] + begin * normalX, from[1] + begin * normalY],
      [to[0] + end * normalX, to[1] + end * normalY],
    ] as const;
  });
  const meet = (one: number, other: number): Place => {
    const [[ax, ay], [bx, by]] = sides[one] ?? [corners[0], corners[1]];
    const [[cx, cy], [dx, dy]] = sides[other] ?? [corners[0], corners[1]];
    const cross = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
    const along = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / (cross || 1);
    return [ax + along * (bx - ax), ay + along * (by - ay)];
  };
  return [meet(3, 0), meet(0, 1), meet(1, 2), meet(2, 3)];
}
