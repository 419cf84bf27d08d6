import { PDFDocument, StandardFonts } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { billPdf } from '../../support/documents/pdfs.ts';
import { printed, readFirstPage } from './read-first-page.ts';

// For scans and hidden text behind them, see pdf-pages.full.test.ts.
describe('a page of a PDF', { timeout: 120_000 }, () => {
  test('is read to the letter if it carries its own text', async () => {
    const { lines, textLayer } = await readFirstPage(await billPdf(printed));
    expect(textLayer).toBe(true);
    expect(lines.map(({ text }) => text)).toEqual(printed);
  });

  test('whose text differs from what it shows is not believed', async () => {
    const document = await PDFDocument.load(await billPdf(printed));
    const font = await document.embedFont(StandardFonts.Helvetica);
    const [page] = document.getPages();
    page?.drawText('Pedro Falsificado Neto', { x: 50, y: 500, size: 12, font, opacity: 0 });
    const { lines } = await readFirstPage(Buffer.from(await document.save()));
    const texts = lines.map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(printed));
    expect(texts.filter((text) => text.includes('Pedro'))).toEqual([]);
  });
});
