import type { DocumentKind } from '../../domain/document-kinds/document-kind.ts';
import type { PageArea, PageReading, Quad } from '../../domain/ports/pages/page-reader.ts';
import type { MrzFormat } from '../../domain/mrz/format.ts';
import { frameOfZone, isWithin, type Frame } from './print/page-frame.ts';
import { printedLinesOf } from './print/printed-lines.ts';
import { placeLine, textAngle } from './visual/page-layout.ts';

/** Zones on the side with the portrait, on every document of ICAO 9303 parts 4, 6 and 7 and on the old French card. */
const formatsByPortrait: readonly MrzFormat[] = ['TD2', 'TD3', 'MRV-A', 'MRV-B', 'FR-ID'];

/**
 * In parts of the print's width and height. The portrait of a card is next to its print: it begins at most 35 mm to the left of 45 mm of
 * print, and its middle is at the height of the print.
 */
const roomAtSides = 0.6;
const roomAbove = 0.35;
/** A larger face is a person who holds the document. The largest portraits take a third of the width of their print or zone. */
const widestFace = 0.5;
/** The second face on one document, its ghost image, is smaller than this share of the portrait. */
export const likeLargeFaces = 0.6;
/** Print that tells where a card is. */
const fewestLines = 2;
/** Fewer lines do not tell how far a card reaches that has nothing but a title and the portrait on its front. */
const fewestLinesOfBareFront = 6;

type Printed = Pick<PageReading, 'lines' | 'mrz' | 'widthPx' | 'heightPx'>;

/**
 * Whether a face at this place of the picture can be the portrait of the document that was read from it. A photograph next to the document
 * or the person who holds it is no part of it. A zone shows exactly how far its page reaches; without one, the print does, where there is
 * enough of it.
 */
export function isPortraitPlace(
  area: PageArea,
  reading: Printed,
  /** Whether the side with the zone has the portrait, for formats of zones that are on either side. */
  isByZone = reading.mrz !== null && hasZoneByPortrait(reading.mrz.format),
  /**
   * Whether the side with the portrait may have next to no print, so that a face anywhere counts. Not for a kind that prints names next to
   * the portrait: a forger chooses how much of the print is legible.
   */
  mayBeBare = true,
): boolean {
  const frame = frameOf(reading, isByZone, mayBeBare ? fewestLinesOfBareFront : fewestLines);
  if (frame === null) return mayBeBare;
  const [left, right] = [area.x * reading.widthPx, (area.x + area.width) * reading.widthPx];
  const [top, bottom] = [area.y * reading.heightPx, (area.y + area.height) * reading.heightPx];
  const box: Quad = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  const face = placeLine({ text: '', confidence: 1, box }, frame.angle, 0);
  // The middle alone: a turned box has the middle of the face, and other sides.
  return isWithin(face, frame) && Math.min(right - left, bottom - top) <= widestFace * frame.widthOfPrint;
}

/** How far a card or page reaches beyond its print, in parts of the print's width and height. */
const marginAroundPrint = 0.12;

/**
 * The part of the picture that the document takes, in fractions of the picture. Null without print that tells it. A face outside it is not on
 * the document.
 */
export function printAreaOf({
  lines,
  widthPx,
  heightPx,
}: Pick<PageReading, 'lines' | 'widthPx' | 'heightPx'>): PageArea | null {
  if (lines.length < fewestLines) return null;
  const across = lines.flatMap(({ box }) => box.map(([x]) => x / widthPx));
  const down = lines.flatMap(({ box }) => box.map(([, y]) => y / heightPx));
  const [left, right] = [Math.min(...across), Math.max(...across)];
  const [top, bottom] = [Math.min(...down), Math.max(...down)];
  const [roomAcross, roomDown] = [marginAroundPrint * (right - left), marginAroundPrint * (bottom - top)];
  const [x, y] = [Math.max(0, left - roomAcross), Math.max(0, top - roomDown)];
  return { x, y, width: Math.min(1, right + roomAcross) - x, height: Math.min(1, bottom + roomDown) - y };
}

interface PortraitFrame extends Frame {
  angle: number;
  widthOfPrint: number;
}

/** Null: nothing tells how far the document reaches. */
function frameOf(reading: Printed, isByZone: boolean, fewest: number): PortraitFrame | null {
  const { mrz } = reading;
  if (mrz !== null && isByZone) {
    const ofZone = [{ text: '', confidence: 1, box: mrz.box }];
    const frame = frameOfZone(mrz, ofZone);
    return { ...frame, angle: textAngle(ofZone), widthOfPrint: frame.right - frame.left };
  }
  const print = [...printedLinesOf(reading), ...(mrz === null ? [] : [{ text: '', confidence: 1, box: mrz.box }])];
  if (print.length < fewest) return null;
  const angle = textAngle(print);
  const placed = print.map((line) => placeLine(line, angle, 0));
  const [left, right] = [Math.min(...placed.map((each) => each.left)), Math.max(...placed.map((each) => each.right))];
  const [top, bottom] = [Math.min(...placed.map((each) => each.top)), Math.max(...placed.map((each) => each.bottom))];
  const [width, height] = [right - left, bottom - top];
  return {
    left: left - roomAtSides * width,
    right: right + roomAtSides * width,
    top: top - roomAbove * height,
    bottom: bottom + roomAbove * height,
    pitch: 0,
    angle,
    widthOfPrint: width,
  };
}

/**
 * Whether the side with the zone also has the portrait and the print that the zone repeats. The kind tells it for formats of zones that are
 * on either side.
 */
export function isZoneByPortrait(format: MrzFormat, kind: Pick<DocumentKind, 'mrz' | 'portrait'> | null): boolean {
  return hasZoneByPortrait(format) || (kind !== null && kind.mrz?.side === kind.portrait);
}

/** The same for a document whose kind is not known. */
export function hasZoneByPortrait(format: MrzFormat): boolean {
  return formatsByPortrait.includes(format);
}
