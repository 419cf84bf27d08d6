import type { Point, Quad } from '../../../domain/ports/pages/page-reader.ts';
import { otsuThreshold } from '../rasters/otsu-threshold.ts';
import {
  across,
  along,
  quadCentre,
  quadDirection,
  quadHeight,
  quadWidth,
  rectangleQuad,
  withoutEnd,
  withoutStart,
} from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { sampleQuad } from '../rasters/sample-quad.ts';

/** Boxes of one line have directions whose cosine is this at least. */
const leastCosine = 0.97;
/** In heights of the lower of two boxes: how far their middles are apart at most, and how much they overlap. */
const farthestMiddle = 0.35;
const overlap = { least: 0.2, most: 1.5 };
/** In the same unit: how far around the overlap the print is looked at, and the narrowest gap at which boxes are parted. */
const reach = 1.5;
const narrowestGap = 0.25;
/** So many times wider than the other gaps there is the one between two texts: the space between two words of one text is not. */
const widerThanOthers = 1.8;
/** In the same unit: how much of the gap stays with each box, and the width of the narrowest box. */
const ownPaper = 0.35;
const narrowestBox = 0.3;
/** Rows of the small picture in which the gap is looked for, and the share of the box's height that it shows. */
const rows = 16;
const shownHeight = 0.7;

/**
 * Boxes of two neighbours in one line without the letters that both of them contain. Boxes are wider than their text, so a narrow gap between a
 * label and its value, or between two values, leaves a letter of one in the box of the other, and it is read twice (`SEX`, `XF`). They are parted
 * at a gap that is clearly wider than the others there, and else stay as they are: a value without its last word is worse than one in doubt.
 */
export function partOverlaps(raster: Raster, boxes: readonly Quad[]): Quad[] {
  const parted = [...boxes];
  for (let one = 0; one < parted.length; one += 1) {
    for (let other = 0; other < parted.length; other += 1) {
      const [left, right] = [parted[one], parted[other]];
      if (left === undefined || right === undefined || one === other) continue;
      const parts = partPair(raster, left, right);
      if (parts !== null) [parted[one], parted[other]] = parts;
    }
  }
  return parted;
}

/** Null where the second box does not begin within the end of the first one, or where the print there has no gap. */
function partPair(raster: Raster, left: Quad, right: Quad): [Quad, Quad] | null {
  const direction = quadDirection(left);
  const origin = middleOf(left[0], left[3]);
  const height = Math.min(quadHeight(left), quadHeight(right));
  const end = quadWidth(left);
  const start = along(middleOf(right[0], right[3]), origin, direction);
  const rightEnd = start + quadWidth(right);
  const overlapping = (end - start) / height;
  if (overlapping < overlap.least || overlapping > overlap.most || start <= 0 || rightEnd <= end) return null;
  if (Math.abs(across(quadCentre(right), quadCentre(left), direction)) > farthestMiddle * height) return null;
  const [x, y] = quadDirection(right);
  if (x * direction[0] + y * direction[1] < leastCosine) return null;
  const from = Math.max(0, start - reach * height);
  const to = Math.min(rightEnd, end + reach * height);
  const shareOf = (place: number) => (place - from) / (to - from);
  const shared = { from: shareOf(start), to: shareOf(end) };
  const gap = findGap(raster, rowBetween(left, right, { from, to, height }), { shared, height });
  if (gap === null) return null;
  const paper = Math.min(ownPaper * height, ((gap.to - gap.from) * (to - from)) / 2);
  const cutLeft = end - Math.min(end, from + gap.from * (to - from) + paper);
  const cutRight = Math.max(start, from + gap.to * (to - from) - paper) - start;
  const isTooNarrow = [end - cutLeft, rightEnd - start - cutRight].some((width) => width < narrowestBox * height);
  return isTooNarrow ? null : [withoutEnd(left, cutLeft), withoutStart(right, cutRight)];
}

/** The strip of the line between two places along the first box. */
function rowBetween(left: Quad, right: Quad, { from, to, height }: { from: number; to: number; height: number }): Quad {
  const direction = quadDirection(left);
  const [x, y] = middleOf(left[0], left[3]);
  const down = across(quadCentre(right), quadCentre(left), direction) / 2;
  const middle = (from + to) / 2;
  const centre: Point = [
    x + direction[0] * middle - direction[1] * down,
    y + direction[1] * middle + direction[0] * down,
  ];
  return rectangleQuad(centre, direction, to - from, shownHeight * height);
}

/**
 * The gap in the print of a strip at which two texts are parted, as shares of its width; `shared`: the part that is in both boxes. Null where no
 * gap is clearly the widest. `height`: of the line, in pixels.
 */
function findGap(
  raster: Raster,
  strip: Quad,
  { shared, height }: { shared: { from: number; to: number }; height: number },
): { from: number; to: number } | null {
  const widthPx = Math.max(rows, Math.round((quadWidth(strip) / quadHeight(strip)) * rows));
  const line = sampleQuad(raster, strip, widthPx, rows);
  const limit = otsuThreshold(line);
  if (limit === null) return null;
  const printed = inkRuns(line, widthPx, limit).map(({ from, to }) => ({ from: from / widthPx, to: to / widthPx }));
  const isShared = ({ from, to }: { from: number; to: number }) => {
    const middle = (from + to) / 2;
    return middle > shared.from && middle < shared.to;
  };
  const before = printed.filter(({ from, to }) => (from + to) / 2 <= shared.from).slice(-1);
  const behind = printed.filter(({ from, to }) => (from + to) / 2 >= shared.to).slice(0, 1);
  if (before.length === 0 || behind.length === 0) return null;
  const parts = [...before, ...printed.filter(isShared), ...behind];
  const gaps = parts.slice(1).map((part, index) => ({ from: parts[index]?.to ?? 0, to: part.from }));
  const [widest, second] = gaps.sort((one, other) => other.to - other.from - (one.to - one.from));
  if (widest === undefined) return null;
  const width = widest.to - widest.from;
  const isClear = second === undefined || width >= widerThanOthers * (second.to - second.from);
  return isClear && width * quadWidth(strip) >= narrowestGap * height ? widest : null;
}

/** Columns of a strip that have ink, from the first up to the one behind the last, joined where they touch. */
function inkRuns(line: Float32Array, widthPx: number, limit: number): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (let column = 0; column < widthPx; column += 1) {
    let hasInk = false;
    for (let at = column; at < line.length; at += widthPx) hasInk ||= (line[at] ?? 255) < limit;
    if (!hasInk) continue;
    const last = runs.at(-1);
    if (last?.to === column) last.to = column + 1;
    else runs.push({ from: column, to: column + 1 });
  }
  return runs;
}

function middleOf(one: Point, other: Point): Point {
  return [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
}
