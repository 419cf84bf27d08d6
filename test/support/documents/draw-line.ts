import sharp from 'sharp';
import type { Raster } from '../../../src/adapters/native/rasters/raster.ts';
import { cutLine } from '../../../src/adapters/native/spelling/line-cut.ts';
import type { CutLine } from '../../../src/adapters/native/spelling/is-in-ink.ts';
import type { PlacedWord } from '../../../src/adapters/native/spelling/second-reader.ts';
import type { Quad } from '../../../src/domain/ports/pages/page-reader.ts';
import { textPath, textWidth, type Typeface } from '../../../specimens/drawing/text-path.ts';

/** One line of print on a page. */
export interface DrawnLine {
  raster: Raster;
  /** Where a detector finds the line. */
  box: Quad;
  /** As a reader gets it, and the same turned by 180°. */
  cut: CutLine;
  /** How much larger than usual it is. */
  scale: number;
}

const size = 28;
const left = 12;
const baseline = 32;
const height = 50;
const ink = '#22262b';

interface Drawing {
  typeface?: Typeface;
  /** SVG under the print. */
  behind?: string;
  /** The line above, of which only the feet are seen, unless `head` shows all of it. */
  above?: string;
  /** How much more of the page is seen above the line, and how much lower the line above is than usual. */
  head?: number;
  closer?: number;
  scale?: number;
  /** How far the line falls from left to right. */
  degrees?: number;
  /** How much higher the detector's box is than usual, above and below; short lines with marks have such boxes. */
  room?: number;
}

/** Draws a line whose capitals are 20 pixels high, or so many times the scale. */
export async function drawLine(
  text: string,
  {
    typeface = 'regular',
    behind = '',
    above = '',
    scale = 1,
    degrees = 0,
    room = 0,
    head = 0,
    closer = 0,
  }: Drawing = {},
): Promise<DrawnLine> {
  const lineWidth = widthOfLine(text, typeface);
  const [widthPx, heightPx] = [Math.round(lineWidth * scale), Math.round((head + height) * scale)];
  const line = (words: string, y: number) => textPath({ text: words, typeface, x: left, y, size, fill: ink });
  const print = `<g transform="rotate(${degrees} ${lineWidth / 2} ${baseline})">${line(text, baseline)}</g>`;
  const drawn = `<rect y="${-head}" width="${lineWidth}" height="${head + height}" fill="#e9eef0"/>${behind}${line(above, 1 + closer)}${print}`;
  const frame = `width="${widthPx}" height="${heightPx}" viewBox="0 ${-head} ${lineWidth} ${head + height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${frame}>${drawn}</svg>`;
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const rgb = await sharp(Buffer.from(svg)).flatten().raw().toBuffer();
  const pixels = Array.from({ length: widthPx * heightPx }, (_, at) => rgb.subarray(3 * at, 3 * at + 3));
  const raster: Raster = {
    data: Uint8Array.from(pixels, ([red = 0, green = 0, blue = 0]) => (77 * red + 150 * green + 29 * blue) >> 8),
    lightest: Uint8Array.from(pixels, (colours) => Math.max(...colours)),
    widthPx,
    heightPx,
  };
  const [from, to] = [(left - 6) * scale, (lineWidth - left + 6) * scale];
  const [top, bottom] = [(head + 11 - room) * scale, (head + 36 + room) * scale];
  const corners: Quad = [
    [from, top],
    [to, top],
    [to, bottom],
    [from, bottom],
  ];
  const [a, b, c, d] = corners;
  return {
    raster,
    box: corners,
    cut: { upright: cutLine(raster, corners), upsideDown: cutLine(raster, [c, d, a, b]) },
    scale,
  };
}

export function widthOfLine(text: string, typeface: Typeface = 'regular'): number {
  return Math.ceil(left * 2 + textWidth(text, typeface, size));
}

/** The words of a line, placed as in the drawn line. Their letters may differ from those that were drawn. */
export function placeWords(
  { cut, scale }: DrawnLine,
  printed: string,
  {
    read = printed,
    typeface = 'regular',
    confidence = 0.95,
  }: { read?: string; typeface?: Typeface; confidence?: number } = {},
): PlacedWord[] {
  const columnsPerPixel = cut.upright.widthPx / (cut.upright.box[1][0] - cut.upright.box[0][0]);
  const column = (x: number) => (x * scale - cut.upright.box[0][0]) * columnsPerPixel;
  const ends = Array.from(
    printed,
    (_, index) =>
      left +
      textWidth(
        Array.from(printed)
          .slice(0, index + 1)
          .join(''),
        typeface,
        size,
      ),
  );
  let at = 0;
  return read.split(' ').map((text) => {
    const places = Array.from(text, (_, index) => ({
      from: ends[at + index - 1] ?? left,
      to: ends[at + index] ?? left,
    }));
    at += places.length + 1;
    return {
      text,
      from: Math.floor(column(places[0]?.from ?? left)),
      to: Math.ceil(column(places.at(-1)?.to ?? left)),
      confidence,
      middles: places.map((place) => column((place.from + place.to) / 2)),
    };
  });
}
