import type { PageArea, PageReading, PageSignal, Point, Quad } from '../../domain/ports/pages/page-reader.ts';

/** Converts the reading of a page that was cut out of a picture: every position becomes a position in the whole picture. */
export function placeReading(reading: PageReading, area: PageArea): PageReading {
  const { widthPx, heightPx, signals } = reading;
  const whole = { widthPx: Math.round(widthPx / area.width), heightPx: Math.round(heightPx / area.height) };
  const [left, top] = [area.x * whole.widthPx, area.y * whole.heightPx];
  const move = ([x, y]: Point): Point => [x + left, y + top];
  const moveQuad = ([a, b, c, d]: Quad): Quad => [move(a), move(b), move(c), move(d)];
  const moveArea = ({ x, y, width, height }: PageArea): PageArea => ({
    x: area.x + x * area.width,
    y: area.y + y * area.height,
    width: width * area.width,
    height: height * area.height,
  });
  const moveSignal = (signal: PageSignal | null) =>
    signal && { ...signal, area: moveArea(signal.area ?? { x: 0, y: 0, width: 1, height: 1 }) };
  return {
    ...reading,
    ...whole,
    lines: reading.lines.map((line) => ({ ...line, box: moveQuad(line.box) })),
    mrz: reading.mrz && { ...reading.mrz, box: moveQuad(reading.mrz.box) },
    barcodes: reading.barcodes.map((barcode) => ({ ...barcode, box: moveQuad(barcode.box) })),
    signals: {
      ...signals,
      recompression: moveSignal(signals.recompression),
      portraitEdges: moveSignal(signals.portraitEdges),
    },
    ...(reading.portraitArea && { portraitArea: moveArea(reading.portraitArea) }),
  };
}
