import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import type { DocumentKind } from '../../../domain/document-kinds/document-kind.ts';
import { documentKinds } from '../../../domain/document-kinds/index.ts';
import { countryOfMrzCode } from '../../../domain/documents/issuing-state.ts';
import { mrzSymbols } from '../../../domain/mrz/symbols.ts';
import { bestPath } from '../nets/best-path.ts';
import { blockBoxes, findMrzBlocks, type MrzBlock } from '../mrz/mrz-block-finder.ts';
import { createLikeness, findMrzLines, widestGap } from '../mrz/mrz-line-finder.ts';
import type { MrzLineRecogniser } from '../mrz/mrz-line-recogniser.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { quadHeight, quadWidth } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';

/**
 * The distance of a complete line's box from the border, in heights of the box. Boxes are larger than the print, so a line that is cut off
 * ends within a tenth of its height. (Nearest complete line of 17 real and 57 drawn documents: 0.24.)
 */
const leastMargin = 0.14;
/** The detector seldom finds lines that a border cuts lengthwise. Two lines that touch a border are enough to decide. */
const linesAlongBorder = 2;
/** The points of a line according to `findMrzLines`, and how much the lengths of one zone may differ. */
const leastZoneLikeness = 12;
const leastLengthRatio = 0.85;

/** Whether lines of text run out of the picture. The picture may be on its side. `lines` in pixels of the raster. */
export function isCropped({ widthPx, heightPx }: Raster, lines: readonly Quad[]): boolean {
  /** The lines that touch a border with an end, and those that run along each border. */
  let ending = 0;
  const along = { left: 0, right: 0, top: 0, bottom: 0 };
  for (const line of lines) {
    const isUpright = quadHeight(line) > quadWidth(line);
    const xs = line.map(([x]) => x);
    const ys = line.map(([, y]) => y);
    const touches = (distance: number) => distance < leastMargin * Math.min(quadHeight(line), quadWidth(line));
    const [left, right] = [touches(Math.min(...xs)), touches(widthPx - Math.max(...xs))];
    const [top, bottom] = [touches(Math.min(...ys)), touches(heightPx - Math.max(...ys))];
    if (isUpright ? top || bottom : left || right) ending++;
    if (isUpright && left) along.left++;
    if (isUpright && right) along.right++;
    if (!isUpright && top) along.top++;
    if (!isUpright && bottom) along.bottom++;
  }
  return ending > 0 || Object.values(along).some((count) => count >= linesAlongBorder);
}

/**
 * Whether the picture shows the three lines that ICAO 9303 part 5 prints on the back of a card. Two lines decide nothing, because a third
 * may have been missed; neither do three lines of a country whose card has them on the front.
 */
export async function isBackOfCard(
  raster: Raster,
  lines: readonly Quad[],
  recogniser: MrzLineRecogniser,
  meter: PageMeter,
): Promise<boolean> {
  const found = await findMrzLines(lines, createLikeness(raster, recogniser, meter), widestGap);
  const zone = findMrzBlocks(found).find((block) => block.length === 3 && isZone(block));
  const [top] = zone === undefined ? [] : blockBoxes(zone, 0.015);
  if (top === undefined) return false;
  const { classes } = bestPath(await recogniser.probabilities(raster, top, meter));
  const text = classes.map((symbol) => mrzSymbols[symbol - 1] ?? '').join('');
  const country = countryOfMrzCode(text.slice(2, 5).replaceAll('<', ''));
  return !documentKinds.some((kind) => kind.country === country && kind.mrz?.side === 'front' && !isPassport(kind));
}

function isPassport({ type }: DocumentKind): boolean {
  return type === 'passport';
}

function isZone(block: MrzBlock): boolean {
  const lengths = block.map(({ start, end }) => end - start);
  const isEven = Math.min(...lengths) > leastLengthRatio * Math.max(...lengths);
  return isEven && block.every(({ likeness }) => likeness >= leastZoneLikeness);
}
