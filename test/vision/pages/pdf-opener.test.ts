import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPdfOpener } from '../../../src/adapters/native/pdf/pdf-opener.ts';
import { freshFileSignal } from '../../../src/domain/documents/fresh-file-signal.ts';
import { OutOfTime } from '../../../src/domain/ports/out-of-time.ts';
import {
  billPdf,
  encryptedPdf,
  manyPages,
  nestedForms,
  pageOfSize,
  scannedPdf,
  unpackingBomb,
} from '../../support/documents/pdfs.ts';
import { drawAllPages } from '../../support/documents/draw-all-pages.ts';
import { blankPicture } from '../../support/documents/pictures.ts';
import { isFullSuite, sampleOf } from '../../support/sample-of.ts';

/** Limits of an opener that no small file breaks. */
const roomy = { answerMs: 20_000, documentMs: 40_000, maxMemoryBytes: 1_000_000_000 };
const printed = ['Conta de luz - agosto de 2034', 'João Gonçalves', 'Rua das Flores, 12'];
let opener: ReturnType<typeof createPdfOpener>;
beforeAll(() => {
  opener = createPdfOpener();
});
afterAll(() => opener.close());

async function render(pdf: Buffer, { on = opener } = {}) {
  const rendered = await drawAllPages(on, pdf, 20);
  if ('fault' in rendered) throw new Error(rendered.fault);
  return rendered;
}

describe('a PDF', () => {
  test('is drawn at 200 dots per inch, and its own text is found where it is drawn', async () => {
    const { pages, producer } = await render(await billPdf(printed));
    expect(producer).toBe('Example Energy Billing 3.1');
    expect(pages).toHaveLength(1);
    const [page] = pages;
    expect([page?.widthPx, page?.heightPx]).toEqual([1653, 2339]);
    expect(page?.textLayer.map(({ text }) => text)).toEqual(printed);
    const [left, top] = page?.textLayer[1]?.box[0] ?? [0, 0];
    const { channels } = await sharp(page?.jpeg).extract({ left, top, width: 200, height: 30 }).stats();
    expect(channels[0]?.min).toBeLessThan(60);
  });

  test('that is a scan has no text', async () => {
    const { pages } = await render(await scannedPdf([await blankPicture(), await blankPicture()]));
    expect(pages.map(({ textLayer }) => textLayer)).toEqual([[], []]);
  });

  test('says how it is made: program, fonts, pages with text, saves and signatures', async () => {
    const bill = await billPdf(printed, 2);
    const read = await opener.read(bill, { maxPages: 20 }, async ({ textOf }) => [await textOf(0), await textOf(1)]);
    if ('fault' in read) throw new Error(read.fault);
    expect(read.make).toMatchObject({
      producer: 'Example Energy Billing 3.1',
      pageCount: 2,
      textPages: 2,
      revisions: 1,
      signatures: 0,
    });
    expect(read.make.fonts.join()).toContain('Helvetica');
    const changed = Buffer.concat([bill, Buffer.from('\n7 0 obj <</ByteRange [0 1 2 3]>> endobj\n%%EOF\n')]);
    const again = await opener.read(changed, { maxPages: 20 }, () => Promise.resolve());
    expect('fault' in again ? again : again.make).toMatchObject({ revisions: 2, signatures: 1 });
  });

  test('that a library has changed keeps the time at which it was made, and says when it was changed', async () => {
    const bill = await PDFDocument.load(await billPdf(printed), { updateMetadata: false });
    bill.setCreationDate(new Date('2026-03-01T08:00:00Z'));
    bill.setModificationDate(new Date('2026-03-01T08:00:00Z'));
    const made = Buffer.from(await bill.save());
    const changed = Buffer.from(await (await PDFDocument.load(made)).save());
    const read = await opener.read(changed, { maxPages: 20 }, ({ producer, creator, createdAt, changedAt }) =>
      Promise.resolve({ producer, creator, createdAt, changedAt }),
    );
    if ('fault' in read) throw new Error(read.fault);
    expect(read.result.producer).toMatch(/^pdf-lib/);
    expect(read.result.createdAt).toEqual(new Date('2026-03-01T08:00:00Z'));
    expect(Date.now() - (read.result.changedAt?.getTime() ?? 0)).toBeLessThan(86_400_000);
    expect(freshFileSignal(read.result, new Date())?.score).toBeGreaterThanOrEqual(0.5);
  });

  test('leaves a copy with only its pictures: no metadata, no text, nothing after the end', async () => {
    const original = Buffer.concat([await billPdf(printed, 2), Buffer.from('<script>stowaway</script>')]);
    const { copy } = await render(original);
    expect(copy.includes('stowaway')).toBe(false);
    expect(copy.includes('Example Energy')).toBe(false);
    const again = await render(copy);
    expect([again.producer, again.creator]).toEqual([null, null]);
    expect(again.pages.map(({ widthPx, textLayer }) => [widthPx, textLayer])).toEqual([
      [1653, []],
      [1653, []],
    ]);
  });

  test.each([
    ['locked with a password', 'file.encrypted_pdf', encryptedPdf],
    ['of 10 000 pages', 'file.too_many_pages', () => manyPages(10_000)],
    ['with one page more than is ever taken', 'file.too_many_pages', () => manyPages(21)],
    ['with a page of 200 000 points', 'file.page_too_large', () => pageOfSize(200_000, 842)],
    ['with a page without an area', 'file.unreadable_pdf', () => pageOfSize(1, 0.5)],
    ['that is only a header', 'file.unreadable_pdf', () => Buffer.from('%PDF-1.7\n')],
    [
      'of random bytes',
      'file.unreadable_pdf',
      () => Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * 7919) % 251)),
    ],
  ] as const)('%s is refused by a quick look', async (_what, fault, make) => {
    expect(await opener.look(make(), { maxPages: 20 })).toEqual({ fault });
    expect(await drawAllPages(opener, make())).toEqual({ fault });
  });

  const bombs = [
    ['whose forms draw one another a billion times', nestedForms],
    ['whose page unpacks to gigabytes', unpackingBomb],
  ] as const;
  test.each(sampleOf(bombs, 1))('%s is stopped, and the next one is served', async (_what, make) => {
    // The quick suite does not wait until the usual time is up.
    const limited = isFullSuite ? opener : createPdfOpener({ ...roomy, answerMs: 1_500 });
    const startedAt = performance.now();
    const answer = await drawAllPages(limited, make()).catch((error: unknown) => error);
    if (!(answer instanceof OutOfTime)) expect(answer).toEqual({ fault: 'file.unreadable_pdf' });
    console.info(`stopped after ${(performance.now() - startedAt).toFixed(0)} ms`);
    expect((await render(await billPdf(printed), { on: limited })).pages).toHaveLength(1);
    if (limited !== opener) limited.close();
  });

  test('that takes too long is not judged, and the next one is served', async () => {
    const hasty = createPdfOpener({ ...roomy, answerMs: 1 });
    const bill = await billPdf(printed);
    await expect(hasty.look(bill, { maxPages: 20 })).rejects.toThrow(OutOfTime);
    await expect(drawAllPages(hasty, bill)).rejects.toThrow(OutOfTime);
    hasty.close();
    expect((await render(bill)).pages).toHaveLength(1);
  });

  test('that needs too much memory is called unreadable', async () => {
    const tight = createPdfOpener({ ...roomy, maxMemoryBytes: 10_000_000 });
    expect(await drawAllPages(tight, await billPdf(printed))).toEqual({ fault: 'file.unreadable_pdf' });
    tight.close();
  });

  test('of more pages than the flow accepts is refused', async () => {
    expect(await drawAllPages(opener, await billPdf(printed, 3), 2)).toEqual({ fault: 'file.too_many_pages' });
  });
});
