import { createRequire } from 'node:module';
import path from 'node:path';
import PDFDocument from 'pdfkit';
import type { Report, ReportPicture, ReportRow, ReportSection, ReportWriter } from '../domain/ports/report-writer.ts';
import { spellInFonts } from './spell-in-fonts.ts';

type Document = InstanceType<typeof PDFDocument>;

const require = createRequire(import.meta.url);
const fileOf = (name: string, file: string) =>
  path.join(path.dirname(require.resolve(`@fontsource/${name}/package.json`)), 'files', file);

/** One file per script, because no file has all of them. The first font that has a letter draws it. */
const fontFiles: Readonly<Record<string, readonly [name: string, file: string]>> = {
  ...Object.fromEntries(
    ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese', 'devanagari'].map(
      (script) => [script, ['noto-sans', `noto-sans-${script}-400-normal.woff`]] as const,
    ),
  ),
  thai: ['noto-sans-thai', 'noto-sans-thai-thai-400-normal.woff'],
};
const headingFile = ['noto-sans', 'noto-sans-latin-700-normal.woff'] as const;

/** A4 in points. Everything is measured from its edge. */
const margin = 50;
const labelWidth = 150;
const picture = { width: 235, height: 180, gap: 20 };
const grey = '#555555';

export function createPdfReportWriter(): ReportWriter {
  return {
    write(report) {
      const document = newDocument(report.title);
      const chunks: Buffer[] = [];
      document.on('data', (chunk: Buffer) => chunks.push(chunk));
      const ended = new Promise<Buffer>((resolve, reject) => {
        document.on('end', () => resolve(Buffer.concat(chunks)));
        document.on('error', reject);
      });
      draw(document, report);
      document.end();
      return ended;
    },
  };
}

/** The fonts of reports, and the letters that they contain. */
export function openReportFonts(document: Document = newDocument('')): {
  fonts: readonly string[];
  hasGlyph: (font: string, codePoint: number) => boolean;
} {
  return { fonts: Object.keys(fontFiles), hasGlyph: (font, codePoint) => hasGlyph(document, font, codePoint) };
}

function newDocument(title: string): Document {
  const document = new PDFDocument({ size: 'A4', margin, bufferPages: true, info: { Title: title } });
  for (const [name, place] of Object.entries({ ...fontFiles, heading: headingFile })) {
    document.registerFont(name, fileOf(...place));
  }
  return document;
}

function draw(document: Document, { title, sections }: Report): void {
  document.font('heading').fontSize(18).text(title);
  for (const section of sections) drawSection(document, section);
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page);
    // Below the margin, text would otherwise begin another page.
    document.page.margins.bottom = 0;
    const place = document.page.height - margin / 2 - 8;
    document
      .font('latin')
      .fontSize(8)
      .fillColor(grey)
      .text(`Page ${page - start + 1} of ${count}`, margin, place, {
        width: document.page.width - 2 * margin,
        align: 'center',
      });
  }
}

function drawSection(document: Document, { heading, rows, pictures }: ReportSection): void {
  makeRoom(document, 60);
  document.moveDown(0.8).font('heading').fontSize(12).fillColor('black').text(heading, margin);
  document.moveDown(0.3);
  for (const row of rows) drawRow(document, row);
  drawPictures(document, pictures);
}

function drawRow(document: Document, { label, value }: ReportRow): void {
  makeRoom(document, 30);
  const top = document.y;
  document.fontSize(9).fillColor(grey);
  drawText(document, label, { x: margin, y: top, width: labelWidth - 10 });
  const below = document.y;
  document.fillColor('black');
  const x = margin + labelWidth;
  drawText(document, value === '' ? '–' : value, { x, y: top, width: document.page.width - margin - x });
  // If a value continued on the next page, the next row begins there.
  if (document.y > top) document.y = Math.max(document.y, below);
  document.y += 3;
}

function drawText(document: Document, text: string, { x, y, width }: { x: number; y: number; width: number }): void {
  const opened = openReportFonts(document);
  const runs = spellInFonts(text, opened.fonts, opened.hasGlyph);
  runs.forEach(({ font, text: run }, index) => {
    const continued = index < runs.length - 1;
    document.font(font);
    if (index === 0) document.text(run, x, y, { width, continued });
    else document.text(run, { continued });
  });
}

/** Registered fonts are opened when they are first used; the types do not describe their contents. */
function hasGlyph(document: Document, name: string, letter: number): boolean {
  document.font(name);
  const { _font: opened } = document as unknown as {
    _font: { font: { hasGlyphForCodePoint(point: number): boolean } };
  };
  return opened.font.hasGlyphForCodePoint(letter);
}

/** Two pictures next to each other, each under its caption. */
function drawPictures(document: Document, pictures: readonly ReportPicture[]): void {
  for (let index = 0; index < pictures.length; index += 2) {
    makeRoom(document, picture.height + 40);
    const top = document.y + 6;
    pictures.slice(index, index + 2).forEach(({ caption, jpeg }, column) => {
      const x = margin + column * (picture.width + picture.gap);
      document.fontSize(8).fillColor(grey);
      drawText(document, caption, { x, y: top, width: picture.width });
      document.image(jpeg, x, top + 14, { fit: [picture.width, picture.height] });
    });
    document.x = margin;
    document.y = top + picture.height + 24;
  }
}

function makeRoom(document: Document, points: number): void {
  if (document.y + points > document.page.height - margin) document.addPage();
}
