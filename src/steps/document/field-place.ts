import type { MrzSpan } from '../../domain/mrz/check-digits.ts';
import { mrzShapes } from '../../domain/mrz/format.ts';
import type { MrzZone, PageArea, Point, Quad } from '../../domain/ports/pages/page-reader.ts';
import type { StoredPage } from './page-result-schema.ts';

/** The part of a page from which a value was read. */
export interface ReadFrom {
  /** Index among the stored pages. */
  page: number;
  boxes: readonly Quad[];
}

/** A part of an uploaded picture, for a person who looks for a value in it. */
export interface FieldPlace {
  mediaId: string;
  box: PageArea;
  turnDegrees: 0 | 90 | 180 | 270;
}

/** The part of a line between two shares of its length, 0..1. */
export function partOfQuad([topLeft, topRight, bottomRight, bottomLeft]: Quad, from: number, to: number): Quad {
  return [
    between(topLeft, topRight, from),
    between(topLeft, topRight, to),
    between(bottomLeft, bottomRight, to),
    between(bottomLeft, bottomRight, from),
  ];
}

/**
 * The boxes of characters of a machine-readable zone, where the recogniser saw them. Fillers at the end contain nothing. Older results have
 * only the box of the whole zone, which is divided evenly; the zone's margins make that wrong by up to some characters.
 */
export function boxesOfSpans(
  { format, first, box, rows }: Pick<MrzZone, 'format' | 'first' | 'box' | 'rows'>,
  spans: readonly MrzSpan[],
): Quad[] {
  const { lines, characters } = mrzShapes[format];
  return spans.flatMap(({ line, start, end: endOfField }) => {
    const text = first.lines[line]?.slice(start, endOfField).replace(/<+$/, '') ?? '';
    if (text === '') return [];
    const end = start + text.length;
    const row = rows?.[line];
    if (row?.middles.length === characters)
      return [partOfQuad(row.box, edgeBefore(row.middles, start), edgeBefore(row.middles, end))];
    return [partOfQuad(rowOf(box, line / lines, (line + 1) / lines), start / characters, end / characters)];
  });
}

/** Where the character with this index begins and the one before it ends: halfway between their middles. */
function edgeBefore(middles: readonly number[], index: number): number {
  const [before, after] = [middles[index - 1], middles[index]];
  if (before !== undefined && after !== undefined) return (before + after) / 2;
  // At an end of the line: half a character outside the last middle.
  const [end = 0, next = 0] = before === undefined ? middles : middles.slice(-2).reverse();
  return end + (end - next) / 2;
}

/** The place in its picture; null when it is unknown, and for a PDF, whose pages are not kept as pictures. */
export function placeOf(from: ReadFrom | undefined, pages: readonly StoredPage[]): FieldPlace | null {
  const page = from && pages[from.page];
  if (!page?.reading || page.reading.source === 'pdf') return null;
  const { widthPx, heightPx, turnDegrees } = page.reading;
  const points = from?.boxes.flat() ?? [];
  const xs = points.map(([x]) => share(x, widthPx));
  const ys = points.map(([, y]) => share(y, heightPx));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [rounded(Math.max(...xs) - x), rounded(Math.max(...ys) - y)];
  // A place outside the picture cannot be shown.
  return width > 0 && height > 0 ? { mediaId: page.mediaId, box: { x, y, width, height }, turnDegrees } : null;
}

function rowOf([topLeft, topRight, bottomRight, bottomLeft]: Quad, from: number, to: number): Quad {
  return [
    between(topLeft, bottomLeft, from),
    between(topRight, bottomRight, from),
    between(topRight, bottomRight, to),
    between(topLeft, bottomLeft, to),
  ];
}

function between([x, y]: Point, [otherX, otherY]: Point, at: number): Point {
  return [x + (otherX - x) * at, y + (otherY - y) * at];
}

function share(px: number, of: number): number {
  return rounded(Math.min(1, Math.max(0, px / of)));
}

/** Rounded to a ten-thousandth of the picture. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
