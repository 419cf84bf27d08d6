import type { MrzZone, PageReading, Quad, TextLine } from '../../../domain/ports/pages/page-reader.ts';

/**
 * The lines of a page that are print. The text detector may cut a line of the machine-readable zone into pieces, and a second zone may be
 * in the picture. Neither may confirm what the zone says, so every line inside the zone and every line with a filler is left out.
 */
export function printedLinesOf({ lines, mrz }: Pick<PageReading, 'lines' | 'mrz'>): TextLine[] {
  return lines.filter((line) => !line.text.includes('<') && !(mrz !== null && isInside(line.box, mrz)));
}

/**
 * The lines outside the zone that have a filler, without it. A forger can print the sign next to a true value, so they may contain it, although
 * they confirm nothing.
 */
export function linesWithFillersOf({ lines, mrz }: Pick<PageReading, 'lines' | 'mrz'>): TextLine[] {
  return lines
    .filter((line) => line.text.includes('<') && !(mrz !== null && isInside(line.box, mrz)))
    .map((line) => ({ ...line, text: line.text.replaceAll('<', ' ') }));
}

/** Whether the middle of a line is inside the zone, which may be aslant. Both are in pixels of the picture. */
function isInside(line: Quad, { box }: MrzZone): boolean {
  const x = line.reduce((sum, corner) => sum + corner[0], 0) / line.length;
  const y = line.reduce((sum, corner) => sum + corner[1], 0) / line.length;
  const sides = box.map((corner, index) => {
    const next = box[(index + 1) % box.length] ?? corner;
    return (next[0] - corner[0]) * (y - corner[1]) - (next[1] - corner[1]) * (x - corner[0]);
  });
  // On the same side of all four edges.
  return sides.every((side) => side > 0) || sides.every((side) => side < 0);
}
