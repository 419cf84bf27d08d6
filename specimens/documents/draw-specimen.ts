import sharp from 'sharp';
import { composeMrz, type SpecimenFormat } from './compose-mrz.ts';
import { createRandom } from '../drawing/create-random.ts';
import { drawBackground } from './draw-background.ts';
import { drawHolder, type SpecimenHolder } from './draw-holder.ts';
import { drawSilhouette } from './draw-silhouette.ts';
import { canDraw, textPath, type PlacedText } from '../drawing/text-path.ts';

export interface Specimen {
  jpeg: Buffer;
  widthPx: number;
  heightPx: number;
  truth: { format: SpecimenFormat; mrz: string[]; fields: SpecimenHolder };
}

export interface SpecimenOptions {
  seed: number;
  /** Values that are fixed instead of drawn by the seed. */
  holder?: Partial<SpecimenHolder>;
  /** A picture to print in place of the silhouette. */
  portrait?: Buffer;
}

/** A field of the visual zone: caption and value at a place, in millimetres from the top left corner. */
export interface PlacedField {
  caption: string;
  value: string;
  x: number;
  y: number;
}

/** Where a kind of document prints what; all lengths in millimetres. */
export interface SpecimenLayout {
  format: SpecimenFormat;
  width: number;
  height: number;
  title: { text: string; x: number; y: number };
  portrait: { x: number; y: number; width: number; height: number } | null;
  /** Start of the first line of the machine-readable zone, and the height of its lower edge above the bottom. */
  mrz: { x: number; lastBaselineAboveBottom: number };
  fields(holder: SpecimenHolder): PlacedField[];
}

const pixelsPerMm = 10;
const ink = '#1c2230';
/** OCR-B of size 1: ten characters an inch; the lines of a zone are a quarter of an inch apart (ICAO 9303 part 3, 4.4). */
const mrzPitchMm = 2.54;
const mrzLineMm = 6.35;
/** The em of the font file at which its characters are as wide as the pitch of size 1 requires. */
const mrzEmMm = 3.5;

/** Draws a document of that layout. The same options always give the same picture. */
export async function drawSpecimen(layout: SpecimenLayout, options: SpecimenOptions): Promise<Specimen> {
  const random = createRandom(options.seed);
  const fields = drawHolder(random, options.holder);
  const mrz = composeMrz(layout.format, fields);
  const widthPx = Math.round(layout.width * pixelsPerMm);
  const heightPx = Math.round(layout.height * pixelsPerMm);

  const parts = [
    drawBackground(random, widthPx, heightPx),
    text('bold', layout.title.text, layout.title.x, layout.title.y, 4.2),
    ...layout
      .fields(fields)
      .flatMap(({ caption, value, x, y }) => [
        text('regular', caption, x, y - 3.6, 2),
        text('bold', inCapitals(value), x, y, 3.1),
      ]),
    ...mrz.map((line, index) => drawMrzLine(layout, line, index, mrz.length)),
  ];
  const place = layout.portrait;
  if (place !== null && options.portrait === undefined) {
    const { x, y, width, height } = place;
    parts.push(drawSilhouette(x * pixelsPerMm, y * pixelsPerMm, width * pixelsPerMm, height * pixelsPerMm));
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}">${parts.join('\n')}</svg>`;

  // The product blocks the SVG loader in its processes; here the drawing itself is SVG.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const overlays = place === null || options.portrait === undefined ? [] : [await fitPortrait(options.portrait, place)];
  const jpeg = await sharp(Buffer.from(svg)).flatten().composite(overlays).jpeg({ quality: 92 }).toBuffer();
  return { jpeg, widthPx, heightPx, truth: { format: layout.format, mrz, fields } };
}

/** Georgia prints the letters that have no capitals in use. */
function inCapitals(value: string): string {
  return value.replace(/[^\p{Script=Georgian}]+/gu, (part) => part.toLocaleUpperCase('en'));
}

/** "12 AUG 1974", as passports print dates. */
export function printedDate(isoDate: string): string {
  const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
  const [year = '', month = '', day = ''] = isoDate.split('-');
  return `${day} ${months[Number(month) - 1] ?? ''} ${year}`;
}

function drawMrzLine(layout: SpecimenLayout, line: string, index: number, lineCount: number): string {
  const baseline = layout.height - layout.mrz.lastBaselineAboveBottom - (lineCount - 1 - index) * mrzLineMm;
  return textPath({
    text: line,
    typeface: 'ocrB',
    x: layout.mrz.x * pixelsPerMm,
    y: baseline * pixelsPerMm,
    size: mrzEmMm * pixelsPerMm,
    fill: ink,
    pitch: mrzPitchMm * pixelsPerMm,
  });
}

function text(typeface: PlacedText['typeface'], content: string, x: number, y: number, size: number): string {
  const [px, py, em] = [x * pixelsPerMm, y * pixelsPerMm, size * pixelsPerMm];
  if (!canDraw(content, typeface)) {
    // Letters of these scripts change with their neighbours, so the installed fonts draw them.
    const weight = typeface === 'bold' ? 700 : 400;
    const style = `font-family="Noto Sans" font-weight="${weight}" font-size="${em}" fill="${ink}"`;
    return `<text x="${px}" y="${py}" ${style}>${content.replaceAll('&', '&amp;')}</text>`;
  }
  return textPath({ text: content, typeface, x: px, y: py, size: em, fill: ink });
}

async function fitPortrait(portrait: Buffer, place: { x: number; y: number; width: number; height: number }) {
  const [width, height] = [Math.round(place.width * pixelsPerMm), Math.round(place.height * pixelsPerMm)];
  const input = await sharp(portrait).rotate().resize({ width, height, fit: 'cover', position: 'top' }).toBuffer();
  return { input, left: Math.round(place.x * pixelsPerMm), top: Math.round(place.y * pixelsPerMm) };
}
