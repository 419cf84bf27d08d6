import type { DocumentInspector, DocumentQualityCode } from '../../domain/ports/document-inspector.ts';
import type { Quad } from '../../domain/ports/page-reader.ts';
import { decodeRaster } from './decode-raster.ts';
import { edgeSteepness } from './edge-steepness.ts';
import type { ModelStore } from './model-store.ts';
import { createPageMeter } from './page-meter.ts';
import { quadHeight, quadWidth, wholeRaster } from './quad.ts';
import type { Raster } from './raster.ts';
import { sampleQuad } from './sample-quad.ts';
import { createTextDetector } from './text-detector.ts';

/** All thresholds were set on real specimens, drawn ones and blurred copies of both; the accuracy command measures them. */
const shortestLongestSidePx = 500;
const rasterBounds = { shortestPx: 0, longestPx: 1280 };
const detectionSidePx = 800;
const leastLineAspect = 3;
/** Blurred patches are sometimes taken for one huge line. */
const mostLineHeightShare = 0.12;
const fewestLines = 3;
const linesLookedAt = 16;
/** Crisp print has 0.5 and more, small pictures that are still readable 0.25, print that cannot be read below 0.17. */
const leastLineSteepness = 0.18;
/** Portraits and rooms that are in focus have 0.25 and more, blurred pages less than 0.15. */
const leastPictureSteepness = 0.17;
const leastMeanLuminance = 35;
const mostMeanLuminance = 245;
const leastDeviation = 6;

/** Loads the text detector; throws `ModelUnavailable` when it cannot be used. */
export async function createDocumentInspector(models: Pick<ModelStore, 'load'>): Promise<DocumentInspector> {
  const detector = createTextDetector(await models.load('pp-ocr-v4-text-detector'));
  return {
    async inspect(jpeg) {
      const startedAt = performance.now();
      const { raster, widthPx, heightPx } = await decodeRaster(jpeg, rasterBounds);
      const boxes = await detector.detect(raster, detectionSidePx, createPageMeter());
      const lines = boxes.filter((box) => isLine(box, raster));
      const codes: DocumentQualityCode[] =
        lines.length >= fewestLines ? faultsOfText(raster, lines) : [faultOfPicture(raster)];
      if (Math.max(widthPx, heightPx) < shortestLongestSidePx) codes.push('document.image_too_small');
      return { codes, durationMs: performance.now() - startedAt };
    },
  };
}

function isLine(box: Quad, { widthPx, heightPx }: Raster): boolean {
  const [width, height] = [quadWidth(box), quadHeight(box)];
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  return long >= leastLineAspect * short && short < mostLineHeightShare * Math.max(widthPx, heightPx);
}

/** What speaks against a picture with text on it: light counts only where it hides the portrait, since the text is there. */
function faultsOfText(raster: Raster, lines: Quad[]): DocumentQualityCode[] {
  const codes: DocumentQualityCode[] = [];
  const longest = lines.sort((a, b) => quadWidth(b) - quadWidth(a)).slice(0, linesLookedAt);
  const steepness = longest.map((line) => lineSteepness(raster, line)).sort((a, b) => a - b);
  if ((steepness[steepness.length >> 1] ?? 0) < leastLineSteepness) codes.push('document.blurry_text');
  if (luminance(raster).mean < leastMeanLuminance) codes.push('document.too_dark');
  return codes;
}

/** Why there is no text: no light, too much of it, no focus, or no document. */
function faultOfPicture(raster: Raster): DocumentQualityCode {
  const { mean, deviation } = luminance(raster);
  if (mean < leastMeanLuminance) return 'document.too_dark';
  if (mean > mostMeanLuminance) return 'document.too_bright';
  if (deviation < leastDeviation) return 'document.no_document';
  const scale = detectionSidePx / Math.max(raster.widthPx, raster.heightPx);
  const [width, height] = [Math.round(raster.widthPx * scale), Math.round(raster.heightPx * scale)];
  const grey = sampleQuad(raster, wholeRaster(raster), width, height);
  return edgeSteepness(grey, width, height, 0.003) < leastPictureSteepness
    ? 'document.blurry_text'
    : 'document.no_document';
}

/** Steepness at a fixed height of the line, so that it says how well letters can be told apart, whatever the resolution. */
function lineSteepness(raster: Raster, line: Quad): number {
  const height = 32;
  const ratio = quadWidth(line) / Math.max(1, quadHeight(line));
  const width = Math.max(16, Math.min(512, Math.round(ratio * height)));
  return edgeSteepness(sampleQuad(raster, line, width, height), width, height, 0.02);
}

/** Every fourth pixel is enough for a mean. */
function luminance({ data }: Raster): { mean: number; deviation: number } {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let i = 0; i < data.length; i += 4) {
    const value = data[i] ?? 0;
    sum += value;
    squares += value * value;
    count++;
  }
  const mean = sum / count;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / count - mean * mean)) };
}
