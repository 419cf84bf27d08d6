import sharp from 'sharp';
import type { Raster } from '../../../src/adapters/native/rasters/raster.ts';
import { cutLine } from '../../../src/adapters/native/spelling/line-speller.ts';
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
}

const size = 28;
const left = 12;
const baseline = 32;
const heightPx = 50;
const ink = '#22262b';

/** Draws a line whose capitals are 20 pixels high. `behind`: SVG under the print. `above`: the line above, of which only the feet are seen. */
export async function drawLine(
  text: string,
  { typeface = 'regular', behind = '', above = '' }: { typeface?: Typeface; behind?: string; above?: string } = {},
): Promise<DrawnLine> {
  const widthPx = widthOfLine(text, typeface);
  const line = (words: string, y: number) => textPath({ text: words, typeface, x: left, y, size, fill: ink });
  const drawn = `<rect width="${widthPx}" height="${heightPx}" fill="#e9eef0"/>${behind}${line(above, 1)}${line(text, baseline)}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}">${drawn}</svg>`;
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const rgb = await sharp(Buffer.from(svg)).flatten().raw().toBuffer();
  const pixels = Array.from({ length: widthPx * heightPx }, (_, at) => rgb.subarray(3 * at, 3 * at + 3));
  const raster: Raster = {
    data: Uint8Array.from(pixels, ([red = 0, green = 0, blue = 0]) => (77 * red + 150 * green + 29 * blue) >> 8),
    lightest: Uint8Array.from(pixels, (colours) => Math.max(...colours)),
    widthPx,
    heightPx,
  };
  const [from, to, top, bottom] = [left - 6, widthPx - left + 6, 11, 36];
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
  };
}

export function widthOfLine(text: string, typeface: Typeface = 'regular'): number {
  return Math.ceil(left * 2 + textWidth(text, typeface, size));
}

/** The words of a line, placed as in the drawn line. Their letters may differ from those that were drawn. */
export function placeWords(
  { cut }: DrawnLine,
  printed: string,
  {
    read = printed,
    typeface = 'regular',
    confidence = 0.95,
  }: { read?: string; typeface?: Typeface; confidence?: number } = {},
): PlacedWord[] {
  const scale = cut.upright.widthPx / (cut.upright.box[1][0] - cut.upright.box[0][0]);
  const column = (x: number) => (x - cut.upright.box[0][0]) * scale;
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
