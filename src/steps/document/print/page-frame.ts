import type { MrzZone, TextLine } from '../../../domain/ports/pages/page-reader.ts';
import { heightOf, placeLine, textAngle, type PlacedLine } from '../visual/page-layout.ts';

/** A rectangle on the upright page, in pixels; x to the right, y down. */
export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The width of a letter of the zone, with the space to the next. */
  pitch: number;
}

/**
 * In parts of the zone's width. On the data pages of ICAO 9303 parts 4 to 7 the zone takes 76 to 112 mm of the lowest 17 to 23 mm, so a
 * page ends at most 0.1 widths to its left and right and 0.62 widths above it. The rest allows for pages that were photographed aslant.
 */
const marginAtSides = 0.12;
const heightAbove = 0.75;
const heightBelow = 0.15;

/** The data page with a zone: anything outside belongs to another page or was added to the picture. */
export function frameOfZone({ box, first }: Pick<MrzZone, 'box' | 'first'>, lines: readonly TextLine[]): Frame {
  const { left, right, top, bottom } = placeLine({ text: '', confidence: 1, box }, textAngle(lines), 0);
  const width = right - left;
  return {
    left: left - marginAtSides * width,
    right: right + marginAtSides * width,
    top: top - heightAbove * width,
    bottom: bottom + heightBelow * width,
    pitch: width / Math.max(1, ...first.lines.map(({ length }) => length)),
  };
}

/** How far apart two lines of one card can be, in heights of a line: the smallest card (ID-1) has text of 2 mm on 54 by 86 mm. */
const farthestDown = 30;
const farthestAcross = 60;

/** Whether two lines are too far from each other to be on one card. */
export function areFarApart(one: PlacedLine, other: PlacedLine): boolean {
  const height = Math.min(heightOf(one), heightOf(other));
  const down = Math.max(one.top, other.top) - Math.min(one.bottom, other.bottom);
  const across = Math.max(one.left, other.left) - Math.min(one.right, other.right);
  return down > farthestDown * height || across > farthestAcross * height;
}

export function isWithin(line: PlacedLine, { left, right, top, bottom }: Frame): boolean {
  const [x, y] = [(line.left + line.right) / 2, (line.top + line.bottom) / 2];
  return x > left && x < right && y > top && y < bottom;
}
