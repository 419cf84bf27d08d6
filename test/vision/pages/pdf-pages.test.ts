import { PDFDocument, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { drawPassport } from '../../../specimens/documents/draw-passport.ts';
import { describe, expect, test } from 'vitest';
import { isCopyScore } from '../../../src/domain/documents/copy-score.ts';
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

  test('is examined for a grey copy although there is text behind its picture that it shows', async () => {
    const { jpeg } = await drawPassport({ seed: 3 });
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.Helvetica);
    const copy = await document.embedJpg(await sharp(jpeg).greyscale().jpeg().toBuffer());
    const page = document.addPage([595, 842]);
    page.drawImage(copy, { x: 0, y: 0, width: 595, height: (595 * copy.height) / copy.width });
    for (const [row, text] of printed.entries()) page.drawText(text, { x: 50, y: 780 - 24 * row, size: 12, font });
    const { lines, signals } = await readFirstPage(Buffer.from(await document.save()));
    expect(lines.map(({ text }) => text)).toEqual(expect.arrayContaining(printed));
    expect(isCopyScore(signals.copyScore ?? 0, 'front')).toBe(true);
    expect(signals.screenScore).not.toBeNull();
  });
});
