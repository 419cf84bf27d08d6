import type { PageSignal, PageSignals, Quad } from '../../../domain/ports/pages/page-reader.ts';
import type { SurfaceInspector, SurfaceParts } from '../../../domain/ports/pages/surface-inspector.ts';
import type { Raster } from '../rasters/raster.ts';
import { lastSaveOf } from '../rasters/last-save.ts';
import { findMostAlike } from './copied-lines.ts';
import {
  cutOff,
  findCompressionHistory,
  shareOfHistory,
  type CompressionHistory,
  type PixelArea,
  type SharedHistory,
} from './compression-history.ts';
import { openOwnJpeg } from '../rasters/own-jpeg.ts';
import type { PortraitInsertionFinder } from './portrait-insertion.ts';

/** Larger pictures are not examined: decoding them costs more than the result is worth. */
const mostPixels = 16_000_000;
/** A colour nearer to an end of its range may have been clipped before the picture was saved again. */
const [darkest, lightest] = [3, 252];

/** A face on an honest page shares its history to 0.8 and more; pasted ones share 0.4 and less. The doubt begins in between. */
const leastFaceShare = 0.6;
const leastFaceCoefficients = 100;
/**
 * Lines are small, and words that an issuer's template added later share less. So a line is doubted only when it shares next to nothing
 * while the page's other lines do.
 */
const leastLineShare = 0.25;
const leastLineCoefficients = 80;
const leastUsualLineShare = 0.7;
const fewestLines = 5;

/**
 * Different print differs by 0.5 and more in its most different part; the same word that a card prints twice differs by 0.21 and more. A
 * copy that was saved finely differs by less than 0.15; saved coarsely, it differs like a word printed twice, and is not found.
 */
const mostDifferenceOfCopy = 0.18;

/** Around the face of a portrait, relative to the face: the area that is left out when the page's history is measured. */
const room = 0.5;

/** `findInsertion` runs the net for portraits. */
export function createSurfaceInspector(findInsertion: PortraitInsertionFinder): SurfaceInspector {
  return async (jpeg, parts) => {
    const { face } = parts;
    const portraitInsertion = face === null ? null : await findInsertion(jpeg, face);
    return { ...(await inspectSurface(jpeg, parts)), portraitInsertion };
  };
}

/** The same without the net. */
export async function inspectSurface(
  jpeg: Buffer,
  { face, lines, printed }: SurfaceParts,
): Promise<Pick<PageSignals, 'portraitCompression' | 'textCompression' | 'copiedLine'>> {
  const picture = openOwnJpeg(jpeg);
  const { width, height } = await picture.metadata();
  if (width * height > mostPixels) return { portraitCompression: null, textCompression: null, copiedLine: null };
  const rgb = await picture.toColourspace('srgb').removeAlpha().raw().toBuffer();
  const size = { widthPx: width, heightPx: height };
  // Bills have no portrait, and repeat their lines.
  const copiedLine = face === null ? null : judgeCopies({ data: luminance(rgb), ...size }, printed);
  return { ...judgeCompression({ data: markedLuminance(rgb), ...size }, jpeg, { face, lines }), copiedLine };
}

function judgeCompression(
  raster: Raster,
  jpeg: Buffer,
  { face, lines }: Pick<SurfaceParts, 'face' | 'lines'>,
): Pick<PageSignals, 'portraitCompression' | 'textCompression'> {
  const lastSteps = lastSaveOf(jpeg)?.steps ?? null;
  if (lastSteps === null) return { portraitCompression: null, textCompression: null };
  const faceArea = face === null ? null : toPixels(face, raster);
  const history = findCompressionHistory(raster, [0, 0], {
    without: faceArea === null ? null : grow(faceArea),
    lastSteps,
  });
  if (history === null) return { portraitCompression: null, textCompression: null };
  return {
    portraitCompression: faceArea === null ? null : judgeFace(raster, history, faceArea),
    textCompression: judgeLines(raster, history, lines),
  };
}

function judgeCopies(raster: Raster, lines: readonly Quad[]): PageSignal | null {
  const found = findMostAlike(raster, lines.map(boundsOf));
  if (found === null) return null;
  return {
    score: scoreOf(found.difference, mostDifferenceOfCopy),
    area: toShares(found.other, raster),
    evidence: `Two printed lines differ by ${Math.round(100 * found.difference)} % of the contrast between print and paper, in the letter where they differ most.`,
  };
}

/** Luma of ITU-R BT.601, as in JPEG. */
function luminance(rgb: Uint8Array): Uint8Array {
  const luma = new Uint8Array(rgb.length / 3);
  for (let i = 0, from = 0; i < luma.length; i++, from += 3) luma[i] = lumaAt(rgb, from);
  return luma;
}

function lumaAt(rgb: Uint8Array, from: number): number {
  return (77 * (rgb[from] ?? 0) + 150 * (rgb[from + 1] ?? 0) + 29 * (rgb[from + 2] ?? 0) + 128) >> 8;
}

/** The same, with `cutOff` for pixels that have a colour at an end of its range. */
function markedLuminance(rgb: Uint8Array): Uint8Array {
  const luma = new Uint8Array(rgb.length / 3);
  for (let i = 0, from = 0; i < luma.length; i++, from += 3) {
    const [r, g, b] = [rgb[from] ?? 0, rgb[from + 1] ?? 0, rgb[from + 2] ?? 0];
    const isCut = r < darkest || g < darkest || b < darkest || r > lightest || g > lightest || b > lightest;
    luma[i] = isCut ? cutOff : Math.min(cutOff - 1, lumaAt(rgb, from));
  }
  return luma;
}

function judgeFace(raster: Raster, history: CompressionHistory, area: PixelArea): PageSignal | null {
  const shared = shareOfHistory(raster, history, area);
  if (shared === null || shared.count < leastFaceCoefficients) return null;
  return {
    score: scoreOf(shared.share, leastFaceShare),
    area: toShares(area, raster),
    evidence: `The face shares ${percent(shared)} of the page's earlier compression (${shared.count} coefficients).`,
  };
}

function judgeLines(raster: Raster, history: CompressionHistory, lines: readonly Quad[]): PageSignal | null {
  const told = lines.flatMap((line) => {
    const area = boundsOf(line);
    const shared = shareOfHistory(raster, history, area);
    return shared === null || shared.count < leastLineCoefficients ? [] : [{ area, shared }];
  });
  told.sort((one, other) => one.shared.share - other.shared.share);
  const [lowest] = told;
  const usual = told[told.length >> 1]?.shared.share ?? 0;
  if (lowest === undefined || told.length < fewestLines || usual < leastUsualLineShare) return null;
  return {
    score: scoreOf(lowest.shared.share, leastLineShare),
    area: toShares(lowest.area, raster),
    evidence: `One line shares ${percent(lowest.shared)} of the page's earlier compression; the median of the ${told.length} lines is ${percent({ share: usual })}.`,
  };
}

/** 0.5 at the limit, 1 where nothing is shared, 0 from twice the limit on. */
function scoreOf(share: number, limit: number): number {
  return Math.min(1, Math.max(0, 1 - share / (2 * limit)));
}

function percent({ share }: Pick<SharedHistory, 'share'>): string {
  return `${Math.round(100 * Math.min(1, Math.max(0, share)))} %`;
}

function toPixels(
  area: { x: number; y: number; width: number; height: number },
  { widthPx, heightPx }: Raster,
): PixelArea {
  return {
    left: Math.floor(area.x * widthPx),
    top: Math.floor(area.y * heightPx),
    right: Math.ceil((area.x + area.width) * widthPx),
    bottom: Math.ceil((area.y + area.height) * heightPx),
  };
}

function toShares({ left, top, right, bottom }: PixelArea, { widthPx, heightPx }: Raster) {
  const [x, y] = [Math.max(0, left / widthPx), Math.max(0, top / heightPx)];
  return { x, y, width: Math.min(1, right / widthPx) - x, height: Math.min(1, bottom / heightPx) - y };
}

function grow({ left, top, right, bottom }: PixelArea): PixelArea {
  const [across, down] = [(right - left) * room, (bottom - top) * room];
  return { left: left - across, top: top - down, right: right + across, bottom: bottom + down };
}

function boundsOf(quad: Quad): PixelArea {
  const xs = quad.map(([x]) => x);
  const ys = quad.map(([, y]) => y);
  return {
    left: Math.floor(Math.min(...xs)),
    top: Math.floor(Math.min(...ys)),
    right: Math.ceil(Math.max(...xs)),
    bottom: Math.ceil(Math.max(...ys)),
  };
}
