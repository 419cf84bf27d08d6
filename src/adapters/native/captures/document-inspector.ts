import {
  leastLongerSidePx,
  type DocumentInspector,
  type DocumentQualityCode,
  type LookContext,
} from '../../../domain/ports/pages/document-inspector.ts';
import { isCopyScore } from '../../../domain/documents/copy-score.ts';
import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import { findBarredAreas } from '../barcodes/barred-area-finder.ts';
import { decodeRaster } from '../rasters/decode-raster.ts';
import { edgeSteepness } from '../rasters/edge-steepness.ts';
import { hasGlare } from './glare-finder.ts';
import { isBackOfCard, isCropped } from './line-faults.ts';
import type { ModelStore } from '../nets/model-store.ts';
import { createMrzLineRecogniser } from '../mrz/mrz-line-recogniser.ts';
import { createPageMeter, type PageMeter } from '../nets/page-meter.ts';
import { copyScoreOf, measureChroma } from './picture-chroma.ts';
import type { PortraitFinder } from './portrait-finder.ts';
import { isSamePicture } from './picture-likeness.ts';
import { mapQuad, quadHeight, quadWidth, wholeRaster } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { sampleQuad } from '../rasters/sample-quad.ts';
import { screenScoreOf, waveContrast } from '../waves/screen-score.ts';
import { createTextDetector } from '../text/text-detector.ts';

/** All thresholds were set on real specimens, drawn ones and blurred copies of both; the accuracy command measures them. */
const rasterBounds = { shortestPx: 0, longestPx: 1280 };
const detectionSidePx = 800;
const leastLineAspect = 3;
/** Blurred patches are sometimes taken for one huge line. */
const mostLineHeightShare = 0.12;
const fewestLines = 3;
const fewestLinesOnBack = 1;
const barEnergyInLittleLight = 60;
const linesLookedAt = 16;
/** Crisp print has 0.5 and more, small pictures that are still readable 0.25, unreadable print less than 0.17. */
const leastLineSteepness = 0.18;
/** Portraits and rooms in focus have 0.25 and more, blurred pages less than 0.15. */
const leastPictureSteepness = 0.17;
const leastMeanLuminance = 35;
const mostMeanLuminance = 245;
const leastDeviation = 6;

/** Smaller copies of a picture lose the pixels of a screen. */
const fineBounds = { shortestPx: 0, longestPx: 2400 };
const leastScreenScore = 0.75;

type MediaKind = LookContext['media']['kind'];

/** The lines of text in a picture, in pixels of its raster. */
interface PageLines {
  raster: Raster;
  lines: Quad[];
  /** Of the picture itself. */
  widthPx: number;
  heightPx: number;
}

/** What tells nothing of a picture in which no document is visible. */
interface PageSigns {
  isScreen: boolean;
  isFaceMissing: boolean;
}

/**
 * Loads its nets. Without a finder of portraits, it never reports a missing one.
 * @throws ModelUnavailable when a net cannot be used
 */
export async function createDocumentInspector(
  models: Pick<ModelStore, 'load'>,
  { portraits = null }: { portraits?: PortraitFinder | null } = {},
): Promise<DocumentInspector> {
  const detector = createTextDetector(await models.load('pp-ocr-v4-text-detector'));
  const ocrB = createMrzLineRecogniser(await models.load('ocrb-line'));

  async function findLines(jpeg: Buffer, meter: PageMeter): Promise<PageLines> {
    const { raster, widthPx, heightPx } = await decodeRaster(jpeg, rasterBounds);
    const boxes = await detector.detect(raster, detectionSidePx, meter);
    return { raster, widthPx, heightPx, lines: boxes.filter((box) => isLine(box, raster)) };
  }

  /** Every kind of document with a front has its portrait there. */
  async function isWithoutFace(jpeg: Buffer, kind: MediaKind | undefined, meter: PageMeter): Promise<boolean> {
    return kind === 'document-front' && portraits !== null && !(await portraits.hasPortrait(jpeg, meter));
  }

  /** The faults of a document that is visible. */
  async function faultsOfDocument(
    jpeg: Buffer,
    { raster, lines }: PageLines,
    { kind, isScreen, isFaceMissing, meter }: PageSigns & { kind: MediaKind | undefined; meter: PageMeter },
  ) {
    const codes = faultsOfText(raster, lines);
    if (hasGlare(raster, boundsOf(lines, raster))) codes.push('document.glare');
    if (isCropped(raster, lines)) codes.push('document.cropped');
    const shares = lines.map((line) => mapQuad(line, ([x, y]) => [x / raster.widthPx, y / raster.heightPx]));
    // Bills and letters are printed in black and white, and blur mixes fine colours into grey.
    const mayBeCopy = kind !== 'document-page' && !codes.includes('document.blurry_text');
    const isCopy = isCopyScore(
      copyScoreOf(await measureChroma(jpeg, shares)),
      kind === 'document-back' ? 'back' : 'front',
    );
    if (isCopy && mayBeCopy) codes.push('document.black_and_white_copy');
    if (isScreen) codes.push('document.picture_of_screen');
    if (kind === 'document-front' && (await isBackOfCard(raster, lines, ocrB, meter))) {
      codes.push('document.wrong_side');
    }
    // Other faults of the picture may be what hides the face.
    if (isFaceMissing && codes.length === 0) codes.push('document.face_missing');
    return codes;
  }

  return {
    async inspect(jpeg, context) {
      const startedAt = performance.now();
      const meter = createPageMeter();
      const kind = context?.media.kind;
      // In parallel: the text detector keeps one core busy for half of the time, and the person waits.
      const [page, isScreen, isFaceMissing] = await Promise.all([
        findLines(jpeg, meter),
        isPictureOfScreen(jpeg),
        isWithoutFace(jpeg, kind, meter),
      ]);
      const codes: DocumentQualityCode[] = isDocument(page, kind)
        ? await faultsOfDocument(jpeg, page, { kind, isScreen, isFaceMissing, meter })
        : [faultOfPicture(page.raster)];
      if (Math.max(page.widthPx, page.heightPx) < leastLongerSidePx) codes.push('document.image_too_small');
      for (const other of (await context?.others()) ?? []) {
        if (!(await isSamePicture(jpeg, other))) continue;
        codes.push('document.same_picture_twice');
        break;
      }
      return { codes, durationMs: performance.now() - startedAt, recogniserMs: meter.recogniserMs() };
    },
  };
}

async function isPictureOfScreen(jpeg: Buffer): Promise<boolean> {
  const { raster } = await decodeRaster(jpeg, fineBounds);
  return screenScoreOf(waveContrast(raster)) >= leastScreenScore;
}

/** Backs may have little more than a barcode. */
function isDocument({ raster, lines }: PageLines, kind: MediaKind | undefined): boolean {
  if (lines.length >= fewestLines) return true;
  if (kind !== 'document-back') return false;
  return lines.length >= fewestLinesOnBack || findBarredAreas(raster, barEnergyInLittleLight).length > 0;
}

function boundsOf(lines: readonly Quad[], { widthPx, heightPx }: Raster) {
  const points = lines.flat();
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return {
    left: Math.max(0, Math.min(...xs)),
    top: Math.max(0, Math.min(...ys)),
    right: Math.min(widthPx - 1, Math.max(...xs)),
    bottom: Math.min(heightPx - 1, Math.max(...ys)),
  };
}

function isLine(box: Quad, { widthPx, heightPx }: Raster): boolean {
  const [width, height] = [quadWidth(box), quadHeight(box)];
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  return long >= leastLineAspect * short && short < mostLineHeightShare * Math.max(widthPx, heightPx);
}

/** The faults of a picture with text. Light counts only when it hides the portrait, because the text is readable. */
function faultsOfText(raster: Raster, lines: Quad[]): DocumentQualityCode[] {
  const codes: DocumentQualityCode[] = [];
  const longest = [...lines].sort((a, b) => quadWidth(b) - quadWidth(a)).slice(0, linesLookedAt);
  const steepness = longest.map((line) => lineSteepness(raster, line)).sort((a, b) => a - b);
  // One or two lines next to a barcode are too few to judge by.
  const isTelling = lines.length >= fewestLines;
  if (isTelling && (steepness[steepness.length >> 1] ?? 0) < leastLineSteepness) codes.push('document.blurry_text');
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

/** The steepness at a fixed height of the line, so that it measures how well letters can be distinguished at any resolution. */
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
