import { PDFDocument, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPdfOpener } from '../../../src/adapters/native/pdf/pdf-opener.ts';
import type { PageReader } from '../../../src/domain/ports/pages/page-reader.ts';
import { billPdf } from '../../support/documents/pdfs.ts';
import { drawAllPages } from '../../support/documents/draw-all-pages.ts';
import { openPageReader } from '../open-page-reader.ts';

const printed = ['Conta de luz - agosto de 2034', 'João Gonçalves Peçanha', 'Rua das Flores, 12', 'São Paulo SP'];
let reader: PageReader;
let opener: ReturnType<typeof createPdfOpener>;
beforeAll(async () => {
  opener = createPdfOpener();
  reader = await openPageReader();
}, 120_000);
afterAll(() => opener.close());

async function readFirstPage(pdf: Buffer) {
  const rendered = await drawAllPages(opener, pdf);
  if ('fault' in rendered) throw new Error(rendered.fault);
  const [page] = rendered.pages;
  if (page === undefined) throw new Error('no page');
  return reader.read(page.jpeg, { textLayer: page.textLayer });
}

// Scans, and text that hides behind them: pdf-pages.full.test.ts.
describe('a page of a PDF', { timeout: 120_000 }, () => {
  test('is read to the letter where it carries its own text', async () => {
    const { lines, textLayer } = await readFirstPage(await billPdf(printed));
    expect(textLayer).toBe(true);
    expect(lines.map(({ text }) => text)).toEqual(printed);
  });

  test('whose text says what it does not show is not believed', async () => {
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
