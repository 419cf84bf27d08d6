import {
  PDFDocument,
  type PDFFont,
  type PDFPage,
  rgb,
  StandardFonts,
  TextRenderingMode,
  setTextRenderingMode,
} from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { createPdfOpener } from '../../../src/adapters/native/pdf/pdf-opener.ts';
import { drawAllPages } from '../../support/documents/draw-all-pages.ts';
import { openPageReader } from '../open-page-reader.ts';
import { printed, readFirstPage } from './read-first-page.ts';

const place = { x: 50, y: 500, size: 12 };
const cover = { x: 40, y: 490, width: 400, height: 30, color: rgb(1, 1, 1) };

/** A bill with something more on it. */
async function billWith(draw: (page: PDFPage, font: PDFFont, document: PDFDocument) => void | Promise<void>) {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([595, 842]);
  for (const [row, text] of printed.entries()) page.drawText(text, { x: 50, y: 780 - 24 * row, size: 12, font });
  await draw(page, font, document);
  return Buffer.from(await document.save());
}

async function pictureOf(pdf: Buffer): Promise<Buffer> {
  const opener = createPdfOpener();
  const drawn = await drawAllPages(opener, pdf);
  opener.close();
  if ('fault' in drawn) throw new Error(drawn.fault);
  return drawn.pages[0]?.jpeg ?? Buffer.alloc(0);
}

/** The texts that two readers saw alike, apart from those of the bill itself. */
const agreedOf = ({ lines }: Awaited<ReturnType<typeof readFirstPage>>) =>
  lines.flatMap(({ text, agreed }) => (agreed === true && !printed.includes(text) ? [text] : []));

describe('text of a PDF that a reviewer cannot see', { timeout: 120_000 }, () => {
  const name = 'Pedro Falsificado Neto';

  test.each([
    ['almost white', 0.98],
    ['very light', 0.93],
  ])('is never certain: %s on white, as text and as a picture', async (_what, grey) => {
    const faint = await billWith((page, font) => {
      page.drawText(name, { ...place, font, color: rgb(grey, grey, grey) });
    });
    expect(agreedOf(await readFirstPage(faint))).toEqual([]);
    const reader = await openPageReader();
    expect(agreedOf(await reader.read(await pictureOf(faint)))).toEqual([]);
  });

  test('is left out where nothing is drawn, although another text is at the same place', async () => {
    const drawn = 'Pedra Falsificada Neta';
    const transparent = await billWith((page, font) => {
      page.drawText(name, { ...place, font, opacity: 0 });
      page.drawText(drawn, { ...place, font });
    });
    expect((await readFirstPage(transparent)).lines.map(({ text }) => text)).not.toContain(name);
    const clipping = await billWith((page, font) => {
      page.drawText(drawn, { ...place, font });
      page.pushOperators(setTextRenderingMode(TextRenderingMode.Clip));
      page.drawText(name, { ...place, font });
    });
    expect((await readFirstPage(clipping)).lines.map(({ text }) => text)).not.toContain(name);
  });

  test('is no second reading of a number that is drawn over it in other groups', async () => {
    const [hidden, drawn] = ['Rua das Flores 1, 23', 'Rua das Flores 12, 3'];
    const picture = await pictureOf(await billWith((page, font) => page.drawText(drawn, { ...place, font })));
    const covered = await billWith(async (page, font, document) => {
      page.drawText(hidden, { ...place, font });
      page.drawImage(await document.embedJpg(picture), { x: 0, y: 0, width: 595, height: 842 });
    });
    expect(agreedOf(await readFirstPage(covered))).not.toContain(hidden);
  });

  test('is no second reading of the text over it, although both differ in marks alone', async () => {
    const [hidden, drawn] = ['André Müller Peña', 'Andre Muller Pena'];
    const covered = await billWith((page, font) => {
      page.drawText(hidden, { ...place, font });
      page.drawRectangle(cover);
      page.drawText(drawn, { ...place, font });
    });
    expect(agreedOf(await readFirstPage(covered))).toEqual([drawn]);
  });
});

describe('text of a PDF that a reviewer sees', { timeout: 120_000 }, () => {
  test('is certain in light grey, and with spaces in its numbers', async () => {
    const more = ['Telefone 11 4002 8922', 'Vencimento 05 09 2034', 'Total R$ 1 234,50', 'Apto 12 3 andar'];
    const bill = await billWith((page, font) => {
      for (const [row, text] of more.entries()) {
        page.drawText(text, { x: 50, y: 500 - 30 * row, size: 10, font, color: rgb(0.6, 0.6, 0.6) });
      }
    });
    expect(agreedOf(await readFirstPage(bill))).toEqual(more);
  });
});
