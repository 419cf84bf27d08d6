import type { PdfFault } from '../../../domain/ports/pages/pdf-opener.ts';
import type { PdfEngine } from './pdf-engine.ts';
import type { PdfTextLine } from './pdf-messages.ts';
import { toTextLines, type PdfCharacter } from './pdf-text-lines.ts';

export interface OpenPdf {
  pageCount: number;
  producer: string | null;
  creator: string | null;
  /** As written there. */
  creationDate: string | null;
  modificationDate: string | null;
  /** Null when the engine cannot make a page of it. */
  draw(index: number, share: number): { widthPx: number; heightPx: number; rgbx: Uint8Array } | null;
  /** Boxes in pixels of the page at its full size. Null as above. */
  textOf(index: number): { lines: PdfTextLine[]; fonts: string[] } | null;
}

const pointsPerInch = 72;
const dotsPerInch = 200;
/** An A3 page at 200 dots per inch. Larger pages are rendered smaller. */
const longestSidePx = 3_400;
/** The largest page that PDF 1.7 allows without its own unit (annex C.2); a larger page is an attack. */
const longestSidePt = 14_400;
const shortestSidePt = 8;
const passwordError = 4;
const securityError = 5;
/** BGRx and the flag that makes it RGBx. */
const bitmapFormat = 3;
const reverseByteOrder = 0x10;
const withAnnotations = 0x01;
const filledMode = 0;
/** Modes in which nothing is drawn: hidden text, and text that only limits where other things are drawn. */
const invisibleModes = [3, 7];
const mostCharacters = 40_000;
const mostMetadataBytes = 2_000;
const mostFonts = 20;
const mostFontNameBytes = 120;
const fontLookEvery = 5;

/** Opens a PDF that is in memory, and checks everything that can be known before a page is rendered. */
export function openPdf(engine: PdfEngine, pdf: Uint8Array, maxPages: number): OpenPdf | { fault: PdfFault } {
  const bytes = engine._malloc(pdf.length);
  if (bytes === 0) return { fault: 'file.unreadable_pdf' };
  engine.HEAPU8.set(pdf, bytes);
  const document = engine._FPDF_LoadMemDocument(bytes, pdf.length, 0);
  if (document === 0) {
    const error = engine._FPDF_GetLastError();
    return { fault: error === passwordError || error === securityError ? 'file.encrypted_pdf' : 'file.unreadable_pdf' };
  }
  const pageCount = engine._FPDF_GetPageCount(document);
  if (pageCount < 1) return { fault: 'file.unreadable_pdf' };
  if (pageCount > maxPages) return { fault: 'file.too_many_pages' };
  const scratch = engine._malloc(64);
  for (let index = 0; index < pageCount; index++) {
    if (engine._FPDF_GetPageSizeByIndexF(document, index, scratch) === 0) return { fault: 'file.unreadable_pdf' };
    const [width = 0, height = 0] = new Float32Array(engine.HEAPU8.slice(scratch, scratch + 8).buffer);
    // A size that is not a number counts as too large as well.
    if (!(Math.max(width, height) <= longestSidePt)) return { fault: 'file.page_too_large' };
    if (Math.min(width, height) < shortestSidePt) return { fault: 'file.unreadable_pdf' };
  }
  return {
    pageCount,
    producer: readMetadata(engine, document, 'Producer'),
    creator: readMetadata(engine, document, 'Creator'),
    creationDate: readMetadata(engine, document, 'CreationDate'),
    modificationDate: readMetadata(engine, document, 'ModDate'),
    draw: (index, share) => drawPage(engine, document, index, share),
    textOf: (index) => readText(engine, document, index, scratch),
  };
}

/** In pixels; `share`: of the page's full size. */
function sizeOf(engine: PdfEngine, page: number, share: number): { widthPx: number; heightPx: number } {
  const width = engine._FPDF_GetPageWidthF(page);
  const height = engine._FPDF_GetPageHeightF(page);
  const scale = share * Math.min(dotsPerInch / pointsPerInch, longestSidePx / Math.max(width, height));
  return { widthPx: Math.max(1, Math.round(width * scale)), heightPx: Math.max(1, Math.round(height * scale)) };
}

function readText(engine: PdfEngine, document: number, index: number, scratch: number): ReturnType<OpenPdf['textOf']> {
  const page = engine._FPDF_LoadPage(document, index);
  if (page === 0) return null;
  const lines = readTextLayer(engine, page, sizeOf(engine, page, 1), scratch);
  const fonts = readFonts(engine, page);
  engine._FPDF_ClosePage(page);
  return { lines, fonts };
}

function drawPage(engine: PdfEngine, document: number, index: number, share: number): ReturnType<OpenPdf['draw']> {
  const page = engine._FPDF_LoadPage(document, index);
  if (page === 0) return null;
  const { widthPx, heightPx } = sizeOf(engine, page, share);
  const pixels = engine._malloc(4 * widthPx * heightPx);
  if (pixels === 0) return null;
  const bitmap = engine._FPDFBitmap_CreateEx(widthPx, heightPx, bitmapFormat, pixels, 4 * widthPx);
  engine._FPDFBitmap_FillRect(bitmap, 0, 0, widthPx, heightPx, 0xffffffff);
  engine._FPDF_RenderPageBitmap(bitmap, page, 0, 0, widthPx, heightPx, 0, reverseByteOrder | withAnnotations);
  const rgbx = engine.HEAPU8.slice(pixels, pixels + 4 * widthPx * heightPx);
  engine._FPDFBitmap_Destroy(bitmap);
  engine._free(pixels);
  engine._FPDF_ClosePage(page);
  return { widthPx, heightPx, rgbx };
}

/** Text that is not drawn (the hidden layer of a scan) is left out, because it need not match the visible page. */
function readTextLayer(
  engine: PdfEngine,
  page: number,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  scratch: number,
): PdfTextLine[] {
  const text = engine._FPDFText_LoadPage(page);
  if (text === 0) return [];
  const toPixels = (x: number, y: number): [number, number] => {
    engine._FPDF_PageToDevice(page, 0, 0, widthPx, heightPx, 0, x, y, scratch + 48, scratch + 52);
    const [pixelX = 0, pixelY = 0] = new Int32Array(engine.HEAPU8.slice(scratch + 48, scratch + 56).buffer);
    return [pixelX, pixelY];
  };
  const characters: PdfCharacter[] = [];
  const count = Math.min(mostCharacters, engine._FPDFText_CountChars(text));
  for (let index = 0; index < count; index++) {
    const code = engine._FPDFText_GetUnicode(text, index);
    const character = code === 0 || code > 0x10ffff ? ' ' : String.fromCodePoint(code);
    const isPrinted = character.trim() !== '' && isVisible(engine, text, index, scratch);
    if (!isPrinted) {
      characters.push({ character: character === '\n' || character === '\r' ? character : ' ', box: null });
      continue;
    }
    engine._FPDFText_GetCharBox(text, index, scratch, scratch + 8, scratch + 16, scratch + 24);
    const [left = 0, right = 0, bottom = 0, top = 0] = new Float64Array(
      engine.HEAPU8.slice(scratch, scratch + 32).buffer,
    );
    const [ax, ay] = toPixels(left, top);
    const [bx, by] = toPixels(right, bottom);
    characters.push({
      character,
      box: { left: Math.min(ax, bx), right: Math.max(ax, bx), top: Math.min(ay, by), bottom: Math.max(ay, by) },
    });
  }
  engine._FPDFText_ClosePage(text);
  return toTextLines(characters);
}

/** The names of the fonts of its text. Some of the characters are enough to find the important ones. */
function readFonts(engine: PdfEngine, page: number): string[] {
  const text = engine._FPDFText_LoadPage(page);
  if (text === 0) return [];
  const buffer = engine._malloc(mostFontNameBytes + 4);
  const names = new Set<string>();
  const count = Math.min(mostCharacters, engine._FPDFText_CountChars(text));
  for (let index = 0; index < count && names.size < mostFonts; index += fontLookEvery) {
    const bytes = engine._FPDFText_GetFontInfo(text, index, buffer, mostFontNameBytes, buffer + mostFontNameBytes);
    if (bytes < 2 || bytes > mostFontNameBytes) continue;
    names.add(Buffer.from(engine.HEAPU8.slice(buffer, buffer + bytes - 1)).toString('utf8'));
  }
  engine._free(buffer);
  engine._FPDFText_ClosePage(text);
  return [...names];
}

function isVisible(engine: PdfEngine, text: number, index: number, scratch: number): boolean {
  const object = engine._FPDFText_GetTextObject(text, index);
  if (object === 0) return true;
  const mode = engine._FPDFTextObj_GetTextRenderMode(object);
  if (invisibleModes.includes(mode)) return false;
  const [red, green, blue, opacity] = [scratch, scratch + 4, scratch + 8, scratch + 12] as const;
  const isFilled = mode === filledMode && engine._FPDFText_GetFillColor(text, index, red, green, blue, opacity) !== 0;
  return !isFilled || engine.HEAPU8[opacity] !== 0;
}

function readMetadata(engine: PdfEngine, document: number, tag: string): string | null {
  const name = Buffer.from(`${tag}\0`, 'latin1');
  const pointer = engine._malloc(name.length + mostMetadataBytes);
  engine.HEAPU8.set(name, pointer);
  const buffer = pointer + name.length + (name.length % 2);
  const bytes = engine._FPDF_GetMetaText(document, pointer, buffer, mostMetadataBytes - 2);
  const read = Math.min(bytes, mostMetadataBytes - 2) - 2;
  const value = read > 0 ? Buffer.from(engine.HEAPU8.slice(buffer, buffer + read)).toString('utf16le') : '';
  engine._free(pointer);
  return value.trim() === '' ? null : value.trim().slice(0, 200);
}
