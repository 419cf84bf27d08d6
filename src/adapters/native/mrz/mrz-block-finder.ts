import type { Point, Quad } from '../../../domain/ports/pages/page-reader.ts';
import { across, along, rectangleQuad } from '../rasters/quad.ts';
import type { MrzLine } from './mrz-line-finder.ts';

/** Two or three neighbouring lines, top to bottom, that may form one machine-readable zone. */
export type MrzBlock = readonly MrzLine[];

/** The distance between neighbouring lines, in line heights (detected boxes are slightly higher than the print). */
const pitchRange = { least: 0.7, most: 4 };
/** For three lines: a tilted camera makes the lower distance larger. */
const mostPitchRatio = 1.8;
const mostHeightRatio = 2;
/** The shared part of the shorter of two neighbours. */
const leastOverlap = 0.5;
/** A line this much shorter than the widest of its block takes the direction of that one. */
const trustworthyShare = 0.7;

/** All pairs and triples of lines that are below one another as in a machine-readable zone, the most likely first. */
export function findMrzBlocks(lines: readonly MrzLine[]): MrzBlock[] {
  // Considers every line within reach, not only the nearest: fine print can separate two lines of a zone.
  const pairs = lines.flatMap((upper) =>
    lines.filter((lower) => pitchBetween(upper, lower) !== null).map((lower) => [upper, lower] as const),
  );
  const triples = pairs.flatMap(([first, second]) =>
    pairs
      .filter(([upper, third]) => upper === second && isEvenlySpaced(first, second, third))
      .map(([, third]) => [first, second, third] as const),
  );
  return [...triples, ...pairs].sort((a, b) => meanLikeness(b) - meanLikeness(a));
}

function meanLikeness(block: MrzBlock): number {
  return block.reduce((sum, line) => sum + line.likeness, 0) / block.length;
}

function isEvenlySpaced(first: MrzLine, second: MrzLine, third: MrzLine): boolean {
  const pitches = [pitchBetween(first, second) ?? 0, pitchBetween(second, third) ?? 0];
  return Math.max(...pitches) <= mostPitchRatio * Math.min(...pitches);
}

/** Distance from one line down to another, in line heights; null when they cannot be neighbours. */
function pitchBetween(upper: MrzLine, lower: MrzLine): number | null {
  const wider = upper.end - upper.start > lower.end - lower.start ? upper : lower;
  const height = (upper.heightPx + lower.heightPx) / 2;
  const middle = pointOn(lower, (lower.start + lower.end) / 2);
  const pitch = across(middle, pointOn(upper, (upper.start + upper.end) / 2), wider.direction) / height;
  if (pitch < pitchRange.least || pitch > pitchRange.most) return null;
  const heights = [upper.heightPx, lower.heightPx];
  if (Math.max(...heights) > mostHeightRatio * Math.min(...heights)) return null;
  const shift = along(lower.origin, upper.origin, wider.direction);
  const shared = Math.min(upper.end, lower.end + shift) - Math.max(upper.start, lower.start + shift);
  const shorter = Math.min(upper.end - upper.start, lower.end - lower.start);
  return shared < leastOverlap * shorter ? null : pitch;
}

/**
 * The boxes of a block's lines with common left and right edges, widened by `padding` (a share of their length) at both ends: the detector
 * tends to cut off runs of fillers, but seldom in all lines at once.
 */
export function blockBoxes(block: MrzBlock, padding: number): Quad[] {
  const widest = block.reduce((a, b) => (b.end - b.start > a.end - a.start ? b : a));
  const width = widest.end - widest.start;
  const lines = block.map((line) =>
    line.end - line.start < trustworthyShare * width ? { ...line, direction: widest.direction } : line,
  );
  const shifts = lines.map((line) => along(line.origin, widest.origin, widest.direction));
  const left = Math.min(...lines.map((line, i) => line.start + (shifts[i] ?? 0)));
  const right = Math.max(...lines.map((line, i) => line.end + (shifts[i] ?? 0)));
  const extra = (right - left) * padding;
  return lines.map((line, i) => {
    const shift = shifts[i] ?? 0;
    const centre = pointOn(line, (left + right) / 2 - shift);
    return rectangleQuad(centre, line.direction, right - left + 2 * extra, line.heightPx);
  });
}

function pointOn(line: MrzLine, distance: number): Point {
  return [line.origin[0] + line.direction[0] * distance, line.origin[1] + line.direction[1] * distance];
}
