import countries from 'i18n-iso-countries';
import type { DocumentKind, DocumentSide, DocumentSize } from '../../src/domain/document-kinds/document-kind.ts';
import type { Random } from '../drawing/create-random.ts';
import type { DrawnBarcode } from './draw-barcode.ts';
import { drawLetterBody } from './draw-letter-body.ts';
import type { DocumentHolder } from './document-holder.ts';
import type { Area, PageDrawing, PageText } from './page-drawing.ts';
import { placeFields, type PrintStyle } from './place-fields.ts';
import { canDraw, textWidth } from '../drawing/text-path.ts';

/** Millimetres of paper, and how finely a phone sees it. */
const sizes: Readonly<Record<DocumentSize, { width: number; height: number; pixelsPerMm: number }>> = {
  'id-1': { width: 85.6, height: 54, pixelsPerMm: 18 },
  'id-2': { width: 105, height: 74, pixelsPerMm: 15 },
  'id-3': { width: 125, height: 88, pixelsPerMm: 13 },
  a4: { width: 210, height: 297, pixelsPerMm: 8 },
};

/** OCR-B of size 1: ten characters an inch (ICAO 9303 part 3, section 4.4); the lines of cards are closer together. */
const mrz = { pitchMm: 2.54, emMm: 3.5, ink: '#20242c' };
const mrzLineMm: Readonly<Record<DocumentSize, number>> = { 'id-1': 4.9, 'id-2': 6.35, 'id-3': 6.35, a4: 6.35 };

interface PageRequest {
  kind: DocumentKind;
  side: DocumentSide;
  holder: DocumentHolder;
  /** Lines of the machine-readable zone, when it is on this side. */
  zone: readonly string[];
  barcodes: readonly DrawnBarcode[];
  style: PrintStyle;
}

/** One style for both sides of a document: labels in one or two languages, tinted ink, heavy or light type. */
export function drawPrintStyle(random: Random, kind: DocumentKind): PrintStyle {
  const { captionMm, valueMm } = printSizes[kind.size];
  const hue = random.integer(0, 359);
  return {
    labels: kind.fields.every(({ place }) => place === 'below') ? random.pick(['one', 'one', 'two']) : 'one',
    captionMm,
    valueMm,
    captionInk: `hsl(${hue},${random.integer(25, 60)}%,${random.integer(28, 42)}%)`,
    valueInk: random.pick(['#1c2230', '#22262b', `hsl(${hue},45%,20%)`]),
    valueFace: kind.size === 'a4' ? 'regular' : random.pick(['bold', 'regular', 'bold']),
  };
}

const printSizes: Readonly<Record<DocumentSize, { captionMm: number; valueMm: number }>> = {
  'id-1': { captionMm: 1.6, valueMm: 2.5 },
  'id-2': { captionMm: 1.9, valueMm: 3 },
  'id-3': { captionMm: 2, valueMm: 3.1 },
  a4: { captionMm: 3.2, valueMm: 3.8 },
};

/** Lays out one side: title, portrait, fields, barcodes and machine-readable zone. */
export function composePage(request: PageRequest, random: Random): PageDrawing {
  const { kind, side, holder, zone, barcodes, style } = request;
  const { width, height, pixelsPerMm } = sizes[kind.size];
  const margin = width * 0.05;
  const title = drawTitle(kind, titlesOf(kind, side, holder), { x: margin, width: width - 2 * margin }, style, random);
  const zoneTexts = drawZone(zone, kind.size, width, height);
  const bottom = Math.min(height - margin * 0.6, ...zoneTexts.map(({ y, size }) => y - size * 1.1));
  const area: Area = { x: margin, y: title.bottom, width: width - 2 * margin, height: bottom - title.bottom };
  const portrait = kind.portrait === side ? takeLeft(area, width * 0.27) : null;
  const pictures = barcodes.map((barcode) => placeBarcode(barcode, area));
  const fields = placeFields({ kind, side, prints: holder.prints }, area, style, random);
  return {
    widthMm: width,
    heightMm: height,
    pixelsPerMm,
    background: kind.size === 'a4' ? 'plain' : 'security',
    texts: [...title.texts, ...fields, ...drawBelow(kind, fields, area, style, random), ...zoneTexts],
    portrait,
    pictures,
  };
}

/** Letters hold more text than their fields. */
function drawBelow(
  kind: DocumentKind,
  fields: readonly PageText[],
  area: Area,
  style: PrintStyle,
  random: Random,
): PageText[] {
  if (kind.size !== 'a4') return [];
  const y = Math.max(area.y, ...fields.map((text) => text.y)) + style.valueMm * 2;
  return drawLetterBody({ ...area, y, height: area.y + area.height - y }, style, random);
}

/** Every document names its issuer: those of a kind for any country above their title, the others in it. */
function titlesOf(kind: DocumentKind, side: DocumentSide, { country }: DocumentHolder): Titles {
  const isIssued = kind.country === null && kind.type !== 'proof-of-residency' && side === kind.sides[0];
  const marks = (kind.marks[side] ?? []).filter((mark) => canDraw(mark, 'bold') && !isLabel(mark, kind));
  return { issuer: isIssued ? (countries.getName(country, 'en') ?? null) : null, marks, side };
}

interface Titles {
  issuer: string | null;
  marks: readonly string[];
  side: DocumentSide;
}

/**
 * The issuer, and some of the marks that the kind's data names for the side: at least one, the first in larger type. All of them if the
 * side has no field: then they are all that is printed.
 */
function drawTitle(
  kind: DocumentKind,
  { issuer, marks, side }: Titles,
  { x, width }: { x: number; width: number },
  style: PrintStyle,
  random: Random,
): { texts: PageText[]; bottom: number } {
  const first = random.integer(0, Math.max(0, marks.length - 1));
  const some = Math.max(random.integer(1, 3), hasMachineCode(kind) ? 1 : 2);
  const isWithoutFields = kind.fields.every((field) => field.side !== side);
  const chosen = [...marks.slice(first), ...marks.slice(0, first)].slice(0, isWithoutFields ? marks.length : some);
  const shown = issuer === null ? chosen : [issuer, ...chosen];
  const texts: PageText[] = [];
  let y = x * 0.4;
  for (const [index, mark] of shown.entries()) {
    const wanted = style.valueMm * (index === 0 ? 1.25 : 0.85);
    const size = Math.min(wanted, (wanted * width) / textWidth(mark, 'bold', wanted));
    y += size * 1.2;
    texts.push({
      text: mark.toLocaleUpperCase('en'),
      typeface: 'bold',
      x,
      y,
      size: size * 0.85,
      fill: style.captionInk,
    });
  }
  return { texts, bottom: y + style.captionMm };
}

/**
 * Other documents identify themselves and their issuer in words alone: their title and their issuer, never only one of them. A cédula has
 * both, whether or not its barcode can be read.
 */
function hasMachineCode({ mrz, barcodes }: DocumentKind): boolean {
  return mrz !== null || barcodes.some(({ standard }) => standard === 'aamva');
}

/** Some marks are labels of fields, which are printed with the field and in no title. */
function isLabel(mark: string, kind: DocumentKind): boolean {
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toUpperCase();
  return kind.fields.some(({ labels }) => labels.some((label) => plain(label).includes(plain(mark))));
}

/** Takes the portrait's place off the left of the area, in the proportions of a passport picture. */
function takeLeft(area: Area, wantedWidth: number): Area {
  const width = Math.min(wantedWidth, (area.height * 35) / 45);
  const portrait = { x: area.x, y: area.y, width, height: (width * 45) / 35 };
  const gap = width * 0.12;
  area.x += width + gap;
  area.width -= width + gap;
  return portrait;
}

/** Long codes take the lower edge of the area, square ones its upper right corner. */
function placeBarcode({ png, aspect }: DrawnBarcode, area: Area): Area & { png: Buffer } {
  if (aspect > 1.5) {
    const width = Math.min(area.width, 76);
    const height = width / aspect;
    area.height -= height + 2;
    return { png, x: area.x, y: area.y + area.height + 2, width, height };
  }
  const side = Math.min(area.height, area.width * 0.36);
  area.width -= side + 2;
  return { png, x: area.x + area.width + 2, y: area.y, width: side, height: side };
}

function drawZone(zone: readonly string[], size: DocumentSize, width: number, height: number): PageText[] {
  const lineMm = mrzLineMm[size];
  const longest = Math.max(0, ...zone.map((line) => line.length));
  const x = (width - longest * mrz.pitchMm) / 2;
  const lastBaseline = height - (size === 'id-1' ? 4 : 8);
  return zone.map((text, index) => ({
    text,
    typeface: 'ocrB',
    x,
    y: lastBaseline - (zone.length - 1 - index) * lineMm,
    size: mrz.emMm,
    fill: mrz.ink,
    pitch: mrz.pitchMm,
  }));
}
