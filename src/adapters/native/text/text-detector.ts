import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import { convexHull } from '../rasters/convex-hull.ts';
import { minAreaRectangle } from '../rasters/min-area-rectangle.ts';
import type { Model } from '../nets/model-store.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { mapQuad, rectangleQuad, wholeRaster } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { sampleQuad } from '../rasters/sample-quad.ts';
import { partOverlaps } from './part-overlaps.ts';
import { findTextRegions, type TextRegion } from './text-regions.ts';

/** Boxes around lines of text, in pixels of the raster, each in the order of a reading that goes roughly to the right. */
export interface TextDetector {
  detect(raster: Raster, longestSidePx: number, meter: PageMeter): Promise<Quad[]>;
}

/** Mean and deviation of the three channels of the training pictures, from PP-OCR's pre-processing. */
const channelStatistics = [
  { mean: 0.485, deviation: 0.229 },
  { mean: 0.456, deviation: 0.224 },
  { mean: 0.406, deviation: 0.225 },
] as const;

const pixelThreshold = 0.3;
const regionThreshold = 0.5;
const shortestBoxSidePx = 3;
/** A region that is no longer than this times its height is nearly square; and the sine of 20 degrees. */
const mostOfSquare = 1.6;
const leastTurn = 0.34;
/** The net marks only the core of a line, so a box grows by this times area / perimeter (DB, Liao et al. 2020, section 3.5). */
const unclipRatio = 1.6;

export function createTextDetector(model: Model): TextDetector {
  return {
    async detect(raster, longestSidePx, meter) {
      const scale = longestSidePx / Math.max(raster.widthPx, raster.heightPx);
      const width = toStride(raster.widthPx * scale);
      const height = toStride(raster.heightPx * scale);
      const { data } = await meter.run(model, toInput(raster, width, height), [1, 3, height, width]);
      const toRasterX = raster.widthPx / width;
      const toRasterY = raster.heightPx / height;
      const boxes = findTextRegions(data, width, height, pixelThreshold)
        .map(toBox)
        .filter((box) => box !== null)
        .map((box) => mapQuad(box, ([x, y]) => [x * toRasterX, y * toRasterY]));
      return partOverlaps(raster, boxes);
    },
  };
}

function toStride(px: number): number {
  return Math.max(32, Math.round(px / 32) * 32);
}

function toInput(raster: Raster, width: number, height: number): Float32Array {
  const grey = sampleQuad(raster, wholeRaster(raster), width, height);
  const input = new Float32Array(3 * grey.length);
  for (const [channel, { mean, deviation }] of channelStatistics.entries()) {
    const gain = 1 / (255 * deviation);
    const offset = mean / deviation;
    const base = channel * grey.length;
    for (let i = 0; i < grey.length; i++) input[base + i] = (grey[i] ?? 0) * gain - offset;
  }
  return input;
}

type Rectangle = NonNullable<ReturnType<typeof minAreaRectangle>>;

/**
 * Whether the smallest rectangle around one or two characters stands on its corner. Their region is nearly round, so its rectangle does not tell how
 * they are turned (a small `8.` was read as 9). A line that leans as much is longer.
 */
function isTurnedDigit({ direction, width, height }: Rectangle): boolean {
  const isNearlySquare = Math.max(width, height) < mostOfSquare * Math.min(width, height);
  return isNearlySquare && Math.min(Math.abs(direction[0]), Math.abs(direction[1])) > leastTurn;
}

function uprightRectangle(outline: TextRegion['outline']): Rectangle {
  const bounds = (axis: 0 | 1): [number, number] => {
    const values = outline.map((point) => point[axis]);
    return [Math.min(...values), Math.max(...values)];
  };
  const [[left, right], [top, bottom]] = [bounds(0), bounds(1)];
  return {
    centre: [(left + right) / 2, (top + bottom) / 2],
    direction: [1, 0],
    width: right - left,
    height: bottom - top,
  };
}

function toBox({ outline, score }: TextRegion): Quad | null {
  if (score < regionThreshold) return null;
  const rectangle = minAreaRectangle(convexHull(outline));
  if (rectangle === null) return null;
  const { centre, direction, width, height } = isTurnedDigit(rectangle) ? uprightRectangle(outline) : rectangle;
  if (Math.min(width, height) < shortestBoxSidePx) return null;
  const growth = (width * height * unclipRatio) / (2 * (width + height));
  return rectangleQuad(centre, direction, width + 2 * growth, height + 2 * growth);
}
