import type { DocumentKind } from '../../domain/document-kinds/document-kind.ts';
import type { PageReading } from '../../domain/ports/pages/page-reader.ts';
import type { StoredDocument, StoredPage } from './page-result-schema.ts';
import { frameOfZone, isWithin, type Frame } from './print/page-frame.ts';
import { printedLinesOf } from './print/printed-lines.ts';
import { placeLine, textAngle, type PlacedLine } from './visual/page-layout.ts';

/**
 * Parts of the zone's width (30 letters, 76.2 mm) on a card of size ID-1 (85.6 x 54 mm): the card reaches 0.4 above the zone and 0.06 below
 * it. The rest allows for cards that were photographed at an angle.
 */
const cardWidth = 1.12;
const cardHeight = 0.71;
const heightAbove = 0.48;
/** The other side may be photographed larger than the side with the zone. */
const mostTimesAsLarge = 1.3;
/** Fewer lines are not another side of a card. */
const fewestLines = 5;

/**
 * Splits a page on which both sides of a card, close together or without a border between them, were read as one. The zone of a card tells
 * the size of its side. If all other print is on one side of that area and fits on a second side, the page becomes two, and the one with
 * the zone comes last.
 */
export function partFaces(result: StoredDocument): StoredDocument {
  const [page, ...others] = result.pages;
  // If the person sent another picture, it shows the other side.
  if (page === undefined || others.length > 0) return result;
  const pages = partPage(page);
  return pages.length === 1 ? result : { ...result, pages };
}

/** Whether the kind prints the names on the side with the zone: then the other side has nothing to compare. */
export function hasNamesWithZone(kind: DocumentKind | null): boolean {
  const names = kind?.fields.find(({ name }) => name === 'familyNames' || name === 'fullName');
  return kind?.country != null && names !== undefined && kind.mrz?.side === names.side;
}

function partPage(page: StoredPage): StoredPage[] {
  const { reading } = page;
  if (reading?.mrz?.format !== 'TD1' || (reading.cut?.count ?? 1) > 1) return [page];
  const print = printedLinesOf(reading);
  const angle = textAngle(print);
  const frame = frameOfZone(reading.mrz, print);
  const zone = placeLine({ text: '', confidence: 1, box: reading.mrz.box }, angle, 0);
  const face: Frame = { ...frame, top: zone.top - heightAbove * (zone.right - zone.left) };
  const placed = reading.lines.map((line) => ({ line, place: placeLine(line, angle, 0) }));
  const others = placed.filter(({ line, place }) => print.includes(line) && !isWithin(place, face));
  const places = others.map(({ place }) => place);
  if (others.length < fewestLines || !fitOnOtherFace(places, face, zone)) return [page];
  const lines = new Set(others.map(({ line }) => line));
  const parted = (own: Partial<PageReading>, number: number): StoredPage => ({
    ...page,
    reading: { ...reading, ...own, cut: { number, count: 2 } },
  });
  return [
    parted({ lines: reading.lines.filter((line) => lines.has(line)), mrz: null, barcodes: [] }, 1),
    parted(
      {
        lines: reading.lines.filter((line) => !lines.has(line)),
        portrait: null,
        portraitArea: undefined,
        rivalPortraits: undefined,
        clearFaces: undefined,
      },
      2,
    ),
  ];
}

function fitOnOtherFace(places: readonly PlacedLine[], face: Frame, zone: PlacedLine): boolean {
  const [left, right] = [Math.min(...places.map((each) => each.left)), Math.max(...places.map((each) => each.right))];
  const [top, bottom] = [Math.min(...places.map((each) => each.top)), Math.max(...places.map((each) => each.bottom))];
  const width = zone.right - zone.left;
  const fits =
    right - left <= mostTimesAsLarge * cardWidth * width && bottom - top <= mostTimesAsLarge * cardHeight * width;
  const middles = places.map((each) => [(each.left + each.right) / 2, (each.top + each.bottom) / 2] as const);
  const isOnOneSide =
    middles.every(([, y]) => y <= face.top) ||
    middles.every(([, y]) => y >= face.bottom) ||
    middles.every(([x]) => x <= face.left) ||
    middles.every(([x]) => x >= face.right);
  return fits && isOnOneSide;
}
