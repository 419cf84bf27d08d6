import { PDFDocument, StandardFonts } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { drawPassport } from '../../../specimens/documents/draw-passport.ts';
import { billPdf, scannedPdf } from '../../support/documents/pdfs.ts';
import { printed, readFirstPage } from './read-first-page.ts';

describe('a page of a PDF', { timeout: 120_000 }, () => {
  test('that is a scan is read like a picture', async () => {
    const { jpeg, truth } = await drawPassport({ seed: 3 });
    const { mrz, textLayer } = await readFirstPage(await scannedPdf([jpeg]));
    expect(textLayer).toBe(false);
    expect(mrz?.first.lines).toEqual(truth.mrz);
  });

  test('whose text contradicts a scan above it is not believed', async () => {
    const document = await PDFDocument.load(await billPdf(printed));
    const font = await document.embedFont(StandardFonts.Helvetica);
    const [page] = document.getPages();
    page?.drawText('Pedro Falsificado Neto', { x: 50, y: 500, size: 12, font, opacity: 0 });
    const scan = await document.embedJpg((await drawPassport({ seed: 3 })).jpeg);
    page?.drawImage(scan, { x: 50, y: 60, width: 500, height: 350 });
    page?.drawText('Maria Alheia da Silva', { x: 60, y: 200, size: 12, font, opacity: 0.01 });
    const { lines, mrz } = await readFirstPage(Buffer.from(await document.save()));
    const texts = lines.map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(printed));
    expect(texts.filter((text) => /Pedro|Alheia/.test(text))).toEqual([]);
    // Parts that the text layer does not cover are read from the picture.
    expect(mrz).not.toBeNull();
  });
});
