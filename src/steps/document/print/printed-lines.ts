import type { MrzZone, PageReading, Quad, TextLine } from '../../../domain/ports/page-reader.ts';

/**
 * The lines of a page that are print. The text detector may cut a line of the machine-readable zone in pieces, and a second zone may
 * be in the picture: neither may confirm what the zone says, so that every line inside the zone and every line with a filler is left
 * out.
 */
export function printedLinesOf({ lines, mrz }: Pick<PageReading, 'lines' | 'mrz'>): TextLine[] {
  return lines.filter((line) => !line.text.includes('<') && !(mrz !== null && isInside(line.box, mrz)));
}

/** Whether the middle of a line is inside the box around the zone. Both are in pixels of the picture. */
function isInside(line: Quad, { box }: MrzZone): boolean {
  const [x, y] = [0, 1].map((axis) => line.reduce((sum, corner) => sum + (corner[axis] ?? 0), 0) / line.length);
  if (x === undefined || y === undefined) return false;
  const xs = box.map((corner) => corner[0]);
  const ys = box.map((corner) => corner[1]);
  return x > Math.min(...xs) && x < Math.max(...xs) && y > Math.min(...ys) && y < Math.max(...ys);
}
