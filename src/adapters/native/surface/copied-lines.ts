import type { Raster } from '../rasters/raster.ts';
import type { PixelArea } from './compression-history.ts';

/** Lines that are worth comparing: shorter ones may be the same word printed twice. In pixels and in heights of the line. */
const least = { heightPx: 8, aspect: 3 };
/** The boxes of a line and of its copy have about the same height. */
const mostHeightRatio = 1.4;
/** The print of a line and of its copy has about the same contrast. */
const mostContrastRatio = 1.6;
/** Lines of one value, one under the other, may be equal (`MADRID`, `MADRID`): the gap in heights of a line. */
const nearestBelow = 1;
/** More lines take too long, so the higher ones are compared. */
const mostLines = 50;
/** At the edges of its box, a copied line has the paper of its new place. In heights of the line. */
const inset = 0.1;
/** Grey levels: a line with less variation is not print. */
const leastDeviation = 8;
/** How far apart the boxes of a line and of its copy may begin, in heights of the line. */
const farthestShift = 0.2;
/** The rows of a line that are compared; in a higher one, every second or third row. */
const rowsCompared = 20;
/** A line that differs as a whole by more than this share of its deviation is not a copy, and its parts are not compared. */
const leastLikeness = 0.7;
/** A part of a line, in heights: about one letter, so that two dates that differ in one digit are different. */
const partWidth = 0.8;

/** Two lines of a page, and their difference where they differ most: 0 for equal ones, 1 for the difference between print and paper. */
export interface LikeLines {
  one: PixelArea;
  other: PixelArea;
  difference: number;
}

/**
 * The two most similar lines of a page. Two places of paper hardly show the same print to the pixel: the same word is set, printed and
 * photographed at another fraction of a pixel, over another piece of the pattern. Null when no two lines can be compared.
 */
export function findMostAlike(raster: Raster, lines: readonly PixelArea[]): LikeLines | null {
  const worth = lines
    .map(withoutEdges)
    .filter(isWorthComparing)
    .sort((one, other) => heightOf(other) - heightOf(one))
    .slice(0, mostLines)
    .map((line) => ({ ...line, contrast: contrastOf(raster, line) }));
  let best: LikeLines | null = null;
  let compared = 0;
  for (const [index, one] of worth.entries()) {
    for (const other of worth.slice(index + 1)) {
      if (overlap(one, other) || areOfOneValue(one, other) || !mayBeCopies(one, other)) continue;
      compared += 1;
      const difference = differenceOf(raster, one, other);
      if (best === null || difference < best.difference) best = { one, other, difference };
    }
  }
  return compared === 0 ? null : best;
}

function withoutEdges(line: PixelArea): PixelArea {
  const edge = Math.max(1, Math.round(inset * heightOf(line)));
  const { left, right, top, bottom } = line;
  return { left: left + edge, right: right - edge, top: top + edge, bottom: bottom - edge };
}

function isWorthComparing(line: PixelArea): boolean {
  return heightOf(line) >= least.heightPx && line.right - line.left >= least.aspect * heightOf(line);
}

function heightOf({ top, bottom }: PixelArea): number {
  return bottom - top;
}

interface Line extends PixelArea {
  contrast: number;
}

/** The upper one comes first. */
function mayBeCopies(one: Line, other: Line): boolean {
  if (heightOf(one) > mostHeightRatio * heightOf(other)) return false;
  const [low, high] = [Math.min(one.contrast, other.contrast), Math.max(one.contrast, other.contrast)];
  return low >= leastDeviation && high <= mostContrastRatio * low;
}

function contrastOf(raster: Raster, line: PixelArea): number {
  const frame = { width: line.right - line.left, height: heightOf(line), step: 1, from: 0, to: line.right - line.left };
  return sumsOf(raster, line, line, frame)?.deviation ?? 0;
}

function areOfOneValue(one: PixelArea, other: PixelArea): boolean {
  const height = Math.max(heightOf(one), heightOf(other));
  const gap = Math.max(one.top - other.bottom, other.top - one.bottom);
  return gap < nearestBelow * height && Math.abs(one.left - other.left) < height;
}

function overlap(one: PixelArea, other: PixelArea): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function differenceOf(raster: Raster, one: PixelArea, other: PixelArea): number {
  const width = Math.min(one.right - one.left, other.right - other.left);
  const height = Math.min(one.bottom - one.top, other.bottom - other.top);
  if (height < least.heightPx || width < least.aspect * height) return 1;
  const step = Math.max(1, Math.floor(height / rowsCompared));
  const farthest = Math.max(2, Math.round(farthestShift * height));
  let [nearest, likeness] = [{ x: 0, y: 0 }, Infinity];
  // Every shift with every second pixel, then the best one and its neighbours in full.
  for (let y = -farthest; y <= farthest; y += 1) {
    for (let x = -farthest; x <= farthest; x += 1) {
      const found = compare(
        raster,
        one,
        { left: other.left + x, top: other.top + y },
        { width, height, step: 2 * step },
      );
      if (found < likeness) [nearest, likeness] = [{ x, y }, found];
    }
  }
  let best = { x: 0, y: 0 };
  likeness = Infinity;
  for (let y = nearest.y - 1; y <= nearest.y + 1; y++) {
    for (let x = nearest.x - 1; x <= nearest.x + 1; x++) {
      const found = compare(raster, one, { left: other.left + x, top: other.top + y }, { width, height, step });
      if (found < likeness) [best, likeness] = [{ x, y }, found];
    }
  }
  if (likeness > leastLikeness) return 1;
  const at = { left: other.left + best.x, top: other.top + best.y };
  return Math.min(1, differenceOfParts(raster, one, at, { width, height, step }));
}

interface Corner {
  left: number;
  top: number;
}
interface Frame {
  width: number;
  height: number;
  step: number;
}

/** The root mean square of the difference, in deviations of the print; `Infinity` when one is not print or is beyond the page. */
function compare(raster: Raster, one: Corner, other: Corner, frame: Frame): number {
  const sums = sumsOf(raster, one, other, { ...frame, from: 0, to: frame.width });
  if (sums === null) return Infinity;
  const deviation = Math.min(sums.deviation, sums.otherDeviation);
  return deviation < leastDeviation ? Infinity : Math.sqrt(sums.difference) / deviation;
}

/** The largest difference of a part, in deviations of the whole. */
function differenceOfParts(raster: Raster, one: Corner, other: Corner, frame: Frame): number {
  const whole = sumsOf(raster, one, other, { ...frame, from: 0, to: frame.width });
  if (whole === null) return 1;
  const deviation = Math.min(whole.deviation, whole.otherDeviation);
  const part = Math.max(4, Math.round(partWidth * frame.height));
  let most = 0;
  for (let from = 0; from + part <= frame.width; from += Math.max(2, part >> 1)) {
    const here = sumsOf(raster, one, other, { ...frame, from, to: from + part }, whole.offset);
    if (here !== null) most = Math.max(most, Math.sqrt(here.difference) / deviation);
  }
  return most;
}

/** Means over the columns of a frame: of the squared difference after the lighter one is darkened to the other, and of each deviation. */
function sumsOf(
  { data, widthPx, heightPx }: Raster,
  one: Corner,
  other: Corner,
  { height, step, from, to }: Frame & { from: number; to: number },
  knownOffset?: number,
): { difference: number; deviation: number; otherDeviation: number; offset: number } | null {
  if (other.left < 0 || other.top < 0 || other.left + to > widthPx || other.top + height > heightPx) return null;
  if (one.left < 0 || one.top < 0 || one.left + to > widthPx || one.top + height > heightPx) return null;
  let [count, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0];
  for (let y = 0; y < height; y += step) {
    const rowA = (one.top + y) * widthPx + one.left;
    const rowB = (other.top + y) * widthPx + other.left;
    for (let x = from; x < to; x += step) {
      const [p, q] = [data[rowA + x] ?? 0, data[rowB + x] ?? 0];
      count += 1;
      a += p;
      b += q;
      aa += p * p;
      bb += q * q;
      ab += p * q;
    }
  }
  if (count === 0) return null;
  const offset = knownOffset ?? (a - b) / count;
  const difference = (aa + bb - 2 * ab - 2 * offset * (a - b)) / count + offset * offset;
  const spread = (squares: number, sum: number) => Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
  return { difference: Math.max(0, difference), deviation: spread(aa, a), otherDeviation: spread(bb, b), offset };
}
