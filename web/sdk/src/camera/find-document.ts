import type { Frame } from '../flow/judge-frame.ts';
import { acrossLines, downLines, type Line } from './find-lines.ts';
import type { Gradients } from './gradients.ts';

export interface Point {
  /** From the left, as a share of the frame's width. */
  x: number;
  /** From the top, as a share of the frame's height. */
  y: number;
}

/** Top left, top right, bottom right, bottom left. */
export type Corners = readonly [Point, Point, Point, Point];

/** A smaller share of the frame is not a document that a person holds up, but print or an object in the background. */
const leastArea = 0.08;
/** A side this close to the frame's edge (share of the frame) may continue outside it. */
const margin = 0.012;
/** How far the proportions may be off: a document that is tilted looks shorter. */
const aspectTolerance = 0.17;
/** Opposite sides of a tilted document differ in length, by perspective. */
const leastSideRatio = 0.7;
/** Corners are within 23 degrees of a right angle. */
const mostCosine = 0.39;
/** Share of a side's points that have an edge of the same direction. */
const leastSupport = 0.6;
const leastMeanSupport = 0.75;
const samplesPerSide = 32;
/** Fingers cover corners, so only the part of a side between these shares of its length is tested. */
const sideFrom = 0.06;
const sideTo = 0.94;
/** A gradient from here on is an edge, in levels of brightness per pixel. */
export const edgeFrom = 5;

/**
 * The outline of a rectangular document in a frame, or null. Straight lines are found by a Hough transform that each pixel votes in
 * along its own gradient (Ballard 1981); of the rectangles that they form, the one with the best supported sides and the right
 * proportions is the document.
 * @param aspects width by height of the documents that are expected
 */
export function findDocument(frame: Pick<Frame, 'width' | 'height'>, edges: Gradients, aspects: readonly number[]) {
  const { width, height } = frame;
  const upright = downLines(edges);
  const level = acrossLines(edges);
  let best: Corners | null = null;
  let bestScore = 0;
  for (const [left, right] of pairsOf(upright, width * 0.2)) {
    for (const [top, bottom] of pairsOf(level, height * 0.15)) {
      const corners = [
        crossing(left, top, edges),
        crossing(right, top, edges),
        crossing(right, bottom, edges),
        crossing(left, bottom, edges),
      ] as const;
      const area = looksLikeDocument(corners, edges, aspects);
      if (area === null) continue;
      const support = supportOf(corners, edges);
      if (support === null) continue;
      // Print on a document has straight lines as well: of two rectangles the larger one is the outline.
      const score = support + 0.5 * Math.sqrt(area);
      if (score <= bestScore) continue;
      bestScore = score;
      best = shares(corners, width, height);
    }
  }
  return best;
}

interface Pixel {
  x: number;
  y: number;
}
type Quad = readonly [Pixel, Pixel, Pixel, Pixel];

/** Every two lines that are far enough apart, the one with the smaller offset first. */
function* pairsOf(lines: readonly Line[], leastDistance: number): Generator<readonly [Line, Line]> {
  for (const one of lines) {
    for (const other of lines) if (other.offset - one.offset >= leastDistance) yield [one, other];
  }
}

/** The point where a line down the frame meets a line across it. */
function crossing(down: Line, across: Line, { width, height }: Gradients): Pixel {
  // x = a + m (y - h/2) and y = b + n (x - w/2)
  const [middleX, middleY] = [width / 2, height / 2];
  const y =
    (across.offset + across.slope * (down.offset - down.slope * middleY - middleX)) / (1 - across.slope * down.slope);
  return { x: down.offset + down.slope * (y - middleY), y };
}

/** The share of the frame that it fills, or null where its shape or its place does not fit a document. */
function looksLikeDocument(corners: Quad, { width, height }: Gradients, aspects: readonly number[]): number | null {
  const edge = margin * Math.max(width, height);
  if (corners.some(({ x, y }) => x < edge || y < edge || x > width - 1 - edge || y > height - 1 - edge)) return null;
  const [topLeft, topRight, bottomRight, bottomLeft] = corners;
  const top = distance(topLeft, topRight);
  const bottom = distance(bottomLeft, bottomRight);
  const left = distance(topLeft, bottomLeft);
  const right = distance(topRight, bottomRight);
  if (Math.min(top, bottom) < leastSideRatio * Math.max(top, bottom)) return null;
  if (Math.min(left, right) < leastSideRatio * Math.max(left, right)) return null;
  const aspect = (top + bottom) / (left + right);
  if (!aspects.some((wanted) => Math.abs(Math.log(aspect / wanted)) <= aspectTolerance)) return null;
  for (const [index, corner] of corners.entries()) {
    const before = corners[(index + 3) % 4] ?? corner;
    const after = corners[(index + 1) % 4] ?? corner;
    const dot = (before.x - corner.x) * (after.x - corner.x) + (before.y - corner.y) * (after.y - corner.y);
    if (Math.abs(dot) > mostCosine * distance(before, corner) * distance(after, corner)) return null;
  }
  const area = (((top + bottom) / 2) * ((left + right) / 2)) / (width * height);
  return area < leastArea ? null : area;
}

/** Mean share of points along the four sides that are edges, or null where a side has too few of them. */
function supportOf(corners: Quad, edges: Gradients): number | null {
  let sum = 0;
  for (const [index, from] of corners.entries()) {
    const to = corners[(index + 1) % 4] ?? from;
    const support = sideSupport(from, to, edges);
    if (support < leastSupport) return null;
    sum += support;
  }
  return sum / 4 < leastMeanSupport ? null : sum / 4;
}

/** Of the points along a side, the share that has an edge across it, all from dark to bright or all from bright to dark. */
function sideSupport(from: Pixel, to: Pixel, { across, down, width, height }: Gradients): number {
  const length = distance(from, to);
  const normal = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
  let brighter = 0;
  let darker = 0;
  for (let sample = 0; sample < samplesPerSide; sample += 1) {
    const share = sideFrom + ((sideTo - sideFrom) * sample) / (samplesPerSide - 1);
    let most = 0;
    // The line is straight and the side nearly so: a pixel to either side is still the side.
    for (let step = -1; step <= 1; step += 1) {
      const x = Math.round(from.x + share * (to.x - from.x) + step * normal.x);
      const y = Math.round(from.y + share * (to.y - from.y) + step * normal.y);
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const at = y * width + x;
      const gradient = (across[at] ?? 0) * normal.x + (down[at] ?? 0) * normal.y;
      if (Math.abs(gradient) > Math.abs(most)) most = gradient;
    }
    if (most >= edgeFrom) brighter += 1;
    else if (most <= -edgeFrom) darker += 1;
  }
  return Math.max(brighter, darker) / samplesPerSide;
}

const distance = (one: Pixel, other: Pixel) => Math.hypot(one.x - other.x, one.y - other.y);

const shares = (corners: Quad, width: number, height: number): Corners => {
  const share = ({ x, y }: Pixel) => ({ x: (x + 0.5) / width, y: (y + 0.5) / height });
  const [topLeft, topRight, bottomRight, bottomLeft] = corners;
  return [share(topLeft), share(topRight), share(bottomRight), share(bottomLeft)];
};
