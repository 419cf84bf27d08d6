import { readFileSync } from 'node:fs';
import { create } from 'fontkit';
import { PDFDocument, rgb, type PDFFont, type PDFPage } from 'pdf-lib';
import type { PageDrawing, PageText } from '../documents/page-drawing.ts';
import { sfntOfWoff } from './sfnt-of-woff.ts';
import { fontFileOf, type Typeface } from './text-path.ts';

const pointsPerMm = 72 / 25.4;

/** Pages as a PDF whose text can be marked and copied. Without pictures: papers that come as a PDF have none here. */
export async function renderPdf(pages: readonly PageDrawing[]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  // The same bytes every time: neither the hour nor the library's name is part of a specimen.
  pdf.setCreationDate(new Date(0));
  pdf.setModificationDate(new Date(0));
  // fontkit.d.ts names only what the specimens use; pdf-lib reads more of the same object.
  pdf.registerFontkit({ create } as unknown as Parameters<PDFDocument['registerFontkit']>[0]);
  const fonts = new Map<string, PDFFont>();
  for (const page of pages) {
    for (const file of filesOf(page)) {
      if (!fonts.has(file)) fonts.set(file, await pdf.embedFont(readFont(file), { subset: false }));
    }
    const sheet = pdf.addPage([page.widthMm * pointsPerMm, page.heightMm * pointsPerMm]);
    for (const text of page.texts) writeText(sheet, text, page.heightMm, fonts);
  }
  return Buffer.from(await pdf.save());
}

function filesOf({ texts }: PageDrawing): Set<string> {
  return new Set(texts.flatMap(({ text, typeface }) => Array.from(text, (letter) => fontFileOf(letter, typeface))));
}

function readFont(file: string): Buffer {
  const bytes = readFileSync(file);
  return file.endsWith('.woff') ? sfntOfWoff(bytes) : bytes;
}

/** Runs of letters from the same font file, one after the other: Noto Sans comes in subsets. */
function writeText(
  sheet: PDFPage,
  { text, typeface, x, y, size }: PageText,
  heightMm: number,
  fonts: ReadonlyMap<string, PDFFont>,
): void {
  let cursor = x * pointsPerMm;
  for (const { run, file } of runsOf(text, typeface)) {
    const font = fonts.get(file);
    if (font === undefined) throw new Error('a font of the page is missing');
    const points = size * pointsPerMm;
    sheet.drawText(run, {
      x: cursor,
      y: (heightMm - y) * pointsPerMm,
      size: points,
      font,
      color: rgb(0.1, 0.12, 0.15),
    });
    cursor += font.widthOfTextAtSize(run, points);
  }
}

function runsOf(text: string, typeface: Typeface): { run: string; file: string }[] {
  const runs: { run: string; file: string }[] = [];
  for (const letter of text) {
    const file = fontFileOf(letter, typeface);
    const last = runs.at(-1);
    if (last?.file === file) last.run += letter;
    else runs.push({ run: letter, file });
  }
  return runs;
}
