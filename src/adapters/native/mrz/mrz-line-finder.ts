import type { Point, Quad } from '../../../domain/ports/pages/page-reader.ts';
import { mrzSymbols } from '../../../domain/mrz/symbols.ts';
import { bestPath } from '../nets/best-path.ts';
import type { MrzLineRecogniser } from './mrz-line-recogniser.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { across, along, quadCentre, quadDirection, quadHeight, quadWidth, rectangleQuad } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';

/** A printed line that looks like part of a machine-readable zone: an axis, and where the print starts and ends on it. */
export interface MrzLine {
  /** A point in the middle of the line's height. */
  origin: Point;
  direction: Point;
  /** Start and end along `direction`, measured from `origin`. */
  start: number;
  end: number;
  heightPx: number;
  /** Points for fillers and digits, weighted by the recogniser's confidence: more points make a real line likelier. */
  likeness: number;
}

const smallestAspect = 5;
const fewestCharacters = 8;
/** Fillers count twice, because nothing else on a document resembles a run of them. */
const leastLikeness = 4;
/** The number of boxes that are examined, the longest first. */
const mostSeeds = 40;
/** A run of fillers that the detector did not mark may separate boxes of one line; in line heights. */
export const widestGap = 14;

/** Where the next line of a zone may be, in heights of a detected box. */
const hiddenPitches = [1.35, 1.5, 1.65, 1.8, 1.95, 2.1, 2.3, 2.5];
/** A zone has three lines at most. */
const mostNeighbours = 2;

/** How much a box looks like part of a zone. Each box is read once, however often the value is needed. */
export type LikenessOf = (box: Quad) => Promise<number>;

export function createLikeness(raster: Raster, recogniser: MrzLineRecogniser, meter: PageMeter): LikenessOf {
  const known = new Map<Quad, number>();
  return async (box) => {
    const likeness = known.get(box) ?? mrzLikeness(bestPath(await recogniser.probabilities(raster, box, meter)));
    known.set(box, likeness);
    return likeness;
  };
}

/**
 * The lines among the boxes that look like a machine-readable zone, each with all boxes that are on its axis and less than `gap` line
 * heights apart.
 */
export async function findMrzLines(boxes: readonly Quad[], likenessOf: LikenessOf, gap: number): Promise<MrzLine[]> {
  const lines: MrzLine[] = [];
  const longLines = boxes.filter((box) => quadWidth(box) >= smallestAspect * quadHeight(box));
  const widestFirst = longLines.sort((a, b) => quadWidth(b) - quadWidth(a)).slice(0, mostSeeds);
  for (const seed of widestFirst) {
    const isPartOfOther = lines.some((line) => liesOn(line, seed) && gapTo(line, seed) <= 0);
    if (isPartOfOther) continue;
    const likeness = await likenessOf(seed);
    if (likeness >= leastLikeness) lines.push(growLine(seed, likeness, { boxes, gap }));
  }
  return lines;
}

/**
 * Lines above and below a likely line of a zone that the detector did not mark, or marked as one with a stamp over them: print of the same
 * length, at the distance of a zone's lines, that looks like part of a zone.
 */
export async function findHiddenNeighbours(line: MrzLine, likenessOf: LikenessOf): Promise<MrzLine[]> {
  const found: MrzLine[] = [];
  for (const side of [-1, 1]) {
    let last: MrzLine | null = line;
    for (let count = 0; count < mostNeighbours && last !== null; count++) {
      last = await findHidden(last, side, likenessOf);
      if (last !== null) found.push(last);
    }
  }
  return found;
}

async function findHidden(line: MrzLine, side: number, likenessOf: LikenessOf): Promise<MrzLine | null> {
  let best: MrzLine | null = null;
  for (const pitch of hiddenPitches) {
    const at = shiftDown(line, side * pitch * line.heightPx);
    const likeness = await likenessOf(boxOf(at));
    if (likeness >= leastLikeness && likeness > (best?.likeness ?? 0)) best = { ...at, likeness };
  }
  return best;
}

function shiftDown(line: MrzLine, distance: number): MrzLine {
  const [x, y] = line.direction;
  return { ...line, origin: [line.origin[0] - y * distance, line.origin[1] + x * distance] };
}

function boxOf({ origin, direction, start, end, heightPx }: MrzLine): Quad {
  const middle = (start + end) / 2;
  const centre: Point = [origin[0] + direction[0] * middle, origin[1] + direction[1] * middle];
  return rectangleQuad(centre, direction, end - start, heightPx);
}

function mrzLikeness({ classes, confidence }: { classes: readonly number[]; confidence: number }): number {
  if (classes.length < fewestCharacters) return 0;
  let points = 0;
  for (const c of classes) {
    const symbol = mrzSymbols[c - 1] ?? '';
    if (symbol === '<') points += 2;
    else if (symbol >= '0' && symbol <= '9') points += 1;
  }
  return points * confidence;
}

/** Adds the boxes on the seed's axis, the nearest first, while the gap stays small. */
function growLine(seed: Quad, likeness: number, { boxes, gap }: { boxes: readonly Quad[]; gap: number }): MrzLine {
  const line = toLine(seed, likeness);
  let rest = boxes.filter((box) => box !== seed);
  for (;;) {
    const next = rest.find((box) => liesOn(line, box) && gapTo(line, box) < gap * line.heightPx);
    if (next === undefined) return line;
    const { start, end } = extentOn(line, next);
    line.start = Math.min(line.start, start);
    line.end = Math.max(line.end, end);
    rest = rest.filter((box) => box !== next);
  }
}

function toLine(box: Quad, likeness: number): MrzLine {
  const half = quadWidth(box) / 2;
  const heightPx = quadHeight(box);
  return { origin: quadCentre(box), direction: quadDirection(box), start: -half, end: half, heightPx, likeness };
}

function liesOn(line: MrzLine, box: Quad): boolean {
  const height = quadHeight(box);
  const isLikeHigh = height < 1.8 * line.heightPx && height > 0.5 * line.heightPx;
  return isLikeHigh && Math.abs(across(quadCentre(box), line.origin, line.direction)) < 0.5 * line.heightPx;
}

function extentOn(line: MrzLine, box: Quad): { start: number; end: number } {
  const centre = along(quadCentre(box), line.origin, line.direction);
  const half = quadWidth(box) / 2;
  return { start: centre - half, end: centre + half };
}

function gapTo(line: MrzLine, box: Quad): number {
  const { start, end } = extentOn(line, box);
  return Math.max(start - line.end, line.start - end);
}
