import type { PageReading, Point, Quad } from '../../domain/ports/pages/page-reader.ts';
import type { SurfaceInspector } from '../../domain/ports/pages/surface-inspector.ts';
import { printedLinesOf } from '../../steps/document/print/printed-lines.ts';

/**
 * Adds to a reading whether its portrait and its lines have the same history as the rest of the picture `jpeg`, and whether one of them is
 * a copy.
 */
export async function withSurface(
  reading: PageReading,
  jpeg: Buffer,
  inspectSurface: SurfaceInspector,
): Promise<PageReading> {
  const lines = [...reading.lines.map(({ box }) => box), ...linesOfZone(reading)];
  const printed = printedLinesOf(reading).map(({ box }) => box);
  const found = await inspectSurface(jpeg, { face: reading.portraitArea ?? null, lines, printed });
  return { ...reading, signals: { ...reading.signals, ...found } };
}

/** The zone's box, divided into its lines. */
function linesOfZone({ mrz }: Pick<PageReading, 'mrz'>): Quad[] {
  if (mrz === null) return [];
  const [topLeft, topRight, bottomRight, bottomLeft] = mrz.box;
  const count = mrz.first.lines.length;
  const left = (share: number) => between(topLeft, bottomLeft, share);
  const right = (share: number) => between(topRight, bottomRight, share);
  return mrz.first.lines.map((_, index): Quad => {
    const [top, bottom] = [index / count, (index + 1) / count];
    return [left(top), right(top), right(bottom), left(bottom)];
  });
}

function between([x0, y0]: Point, [x1, y1]: Point, share: number): Point {
  return [x0 + (x1 - x0) * share, y0 + (y1 - y0) * share];
}
