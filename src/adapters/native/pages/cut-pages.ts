import type { CutPage, PageArea, Quad } from '../../../domain/ports/pages/page-reader.ts';
import { createPageMeter } from '../nets/page-meter.ts';
import { decodeRaster } from '../rasters/decode-raster.ts';
import { quadCentre } from '../rasters/quad.ts';
import { saveOptionsOf } from '../rasters/save-options.ts';
import type { TextDetector } from '../text/text-detector.ts';
import { findSeparatePages } from './separate-pages.ts';
import { openOwnJpeg } from '../rasters/own-jpeg.ts';

const detectionSidePx = 960;
/** A page that fills this much of its picture gains nothing from being cut out. */
const mostAreaOfOne = 0.5;
/** A portrait, or a table under a card, is not a page: a page has text. */
const fewestLines = 3;
/** Text outside every found page belongs to a page that was not found. Then the picture is read as a whole. */
const leastShareOfLines = 0.85;
/** JPEG's squares, chroma included: parts that begin at one keep the grid of the picture. */
const gridPx = 16;

/** Cuts the pages and cards out of a picture that shows more than one, or one with a wide margin. */
export async function cutPages(jpeg: Buffer, detector: TextDetector): Promise<CutPage[]> {
  const found = await findSeparatePages(jpeg);
  const [first] = found;
  if (first === undefined || (found.length === 1 && first.width * first.height > mostAreaOfOne)) return [];
  const { raster } = await decodeRaster(jpeg, { shortestPx: 0, longestPx: detectionSidePx });
  const lines = await detector.detect(raster, detectionSidePx, createPageMeter());
  const pages = found.filter((area) => linesIn(area, lines, raster).length >= fewestLines);
  const held = new Set(pages.flatMap((area) => linesIn(area, lines, raster)));
  if (pages.length === 0 || held.size < leastShareOfLines * lines.length) return [];
  const cuts: CutPage[] = [];
  // One after the other: each decodes the picture, which can be large.
  for (const area of pages) cuts.push(await cut(jpeg, area));
  return cuts;
}

function linesIn(
  { x, y, width, height }: PageArea,
  lines: readonly Quad[],
  raster: { widthPx: number; heightPx: number },
) {
  return lines.filter((line) => {
    const [px, py] = quadCentre(line);
    const [atX, atY] = [px / raster.widthPx, py / raster.heightPx];
    return atX >= x && atX <= x + width && atY >= y && atY <= y + height;
  });
}

async function cut(jpeg: Buffer, area: PageArea): Promise<CutPage> {
  const picture = openOwnJpeg(jpeg);
  const { width, height } = await picture.metadata();
  const left = Math.floor((area.x * width) / gridPx) * gridPx;
  const top = Math.floor((area.y * height) / gridPx) * gridPx;
  const size = {
    width: Math.min(width, Math.ceil((area.x + area.width) * width)) - left,
    height: Math.min(height, Math.ceil((area.y + area.height) * height)) - top,
  };
  return {
    jpeg: await picture
      .extract({ left, top, ...size })
      .jpeg(saveOptionsOf(size.width * size.height))
      .toBuffer(),
    area: { x: left / width, y: top / height, width: size.width / width, height: size.height / height },
  };
}
