import { createPageMeter } from '../nets/page-meter.ts';
import { decodeRaster } from '../rasters/decode-raster.ts';
import { quadHeight, quadWidth } from '../rasters/quad.ts';
import type { TextDetector } from '../text/text-detector.ts';

const detectionSidePx = 640;
/** A cover names its sender and has a sentence or two. */
const fewestLines = 8;
/** Running text fills the width of its page, line after line. */
const longLineShare = 0.6;
const mostLongLines = 0.5;

/** Finds the places of a page's text without reading it. */
export async function glanceAtPage(jpeg: Buffer, detector: TextDetector): Promise<boolean> {
  const { raster } = await decodeRaster(jpeg, { shortestPx: 0, longestPx: detectionSidePx });
  const lines = await detector.detect(raster, detectionSidePx, createPageMeter());
  if (lines.length < fewestLines) return false;
  const lengths = lines.map((line) => Math.max(quadWidth(line), quadHeight(line)));
  const across = Math.min(raster.widthPx, raster.heightPx);
  return lengths.filter((length) => length > longLineShare * across).length <= mostLongLines * lines.length;
}
