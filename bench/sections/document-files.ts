import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { createSdkClient } from '../../src/commands/sdk-client.ts';
import { documentKinds } from '../../src/domain/document-kinds/index.ts';
import { drawDocument, drawDocumentPdf } from '../../specimens/documents/draw-document.ts';
import { drawPassport } from '../../specimens/documents/draw-passport.ts';
import { peakMb } from '../resident-memory.ts';
import { quantile, type Row, type Section } from '../section.ts';
import type { BenchStack } from '../stack.ts';

const filesOfEach = 3;
const pagesOfLongFile = 10;
const barRatio = 1.5;
const barMemoryMb = 900;
const a4 = { width: 595, height: 842 };
/** 48 megapixels, as the largest phones take them. */
const largest = { width: 8000, height: 6000 };

const cover = ['Dear customer', 'Thank you for choosing us.', 'Your bill is on the next page.'];
const sentence =
  'The customer shall pay every amount due by the date that the bill names, and any reminder fee in addition.';
const terms = Array.from({ length: 40 }, (_, index) => `${index + 1}. ${sentence}`);

/** Long files against short ones, and the peak memory of the workers over the largest files that are accepted. */
export const documentFiles: Section = {
  name: 'document-files',
  title: 'Document files',
  async measure(stack, say) {
    const quality = await stack.startWorker('quality', 'maintenance');
    const worker = await stack.startWorker('document');
    const bills = documentKinds.filter(({ type }) => type === 'proof-of-residency').slice(0, filesOfEach);
    const rows: Row[] = [];
    for (const form of ['its own text', 'scans'] as const) {
      const ratios: number[] = [];
      for (const [index, kind] of bills.entries()) {
        const { pdf } = await drawDocumentPdf(kind, { seed: index + 1 });
        const { sides } = await drawDocument(kind, { seed: index + 1 });
        const [side] = sides;
        if (side === undefined) throw new Error('a bill has a page');
        const short = form === 'scans' ? await scanOf([side.jpeg]) : pdf;
        const long = await surround(form === 'scans' ? side.jpeg : pdf, form);
        const alone = await readMs(stack, { bytes: short, documentType: kind.type });
        const among = await readMs(stack, { bytes: long, documentType: kind.type });
        ratios.push(among.ms / alone.ms);
        say(
          `${form}, file ${index + 1}: ${alone.ms.toFixed(0)} ms alone, ${among.ms.toFixed(0)} ms as page 2 of ${pagesOfLongFile}; read ${among.pages.join(', ')}`,
        );
      }
      const ratio = quantile(ratios, 0.5);
      rows.push({
        what: `bill that is page 2 of ${pagesOfLongFile}, ${form}`,
        measured: `highest ${Math.max(...ratios).toFixed(2)} ×`,
        against: 'the bill alone',
        ratio: `median ${ratio.toFixed(2)} ×`,
        bar: `≤ ${barRatio} ×`,
        met: ratio <= barRatio,
        samples: `${ratios.length} drawn files`,
      });
    }
    const { jpeg } = await drawPassport({ seed: 1 });
    const bytes = await sharp(jpeg)
      .resize({ ...largest, fit: 'fill' })
      .jpeg({ quality: 80 })
      .toBuffer();
    await readMs(stack, { bytes, documentType: 'passport' });
    for (const [name, { pid }] of [
      ['document worker', worker],
      ['quality worker', quality],
    ] as const) {
      const mb = peakMb(pid);
      rows.push({
        what: `${name}, highest resident memory (VmHWM)`,
        measured: `${mb.toFixed(0)} MB`,
        against: '–',
        ratio: '–',
        bar: `≤ ${barMemoryMb} MB`,
        met: mb <= barMemoryMb,
        samples: `after ${2 * 2 * filesOfEach} PDFs and a picture of 48 megapixels`,
      });
    }
    return rows;
  },
};

/** The file as the second of ten pages, between a cover and terms. */
async function surround(bill: Buffer, form: 'its own text' | 'scans'): Promise<Buffer> {
  const pages = [cover, ...Array.from({ length: pagesOfLongFile - 2 }, () => terms)];
  if (form === 'scans') {
    const drawn = await Promise.all(pages.map((lines) => drawLines(lines)));
    const [first, ...others] = drawn;
    return scanOf([...(first === undefined ? [] : [first]), bill, ...others]);
  }
  const document = await PDFDocument.create();
  const write = (lines: readonly string[]) => {
    const page = document.addPage([a4.width, a4.height]);
    for (const [row, text] of lines.entries()) page.drawText(text, { x: 40, y: 780 - 18 * row, size: 9 });
  };
  write(cover);
  const [page] = await document.copyPages(await PDFDocument.load(bill), [0]);
  if (page !== undefined) document.addPage(page);
  for (const lines of pages.slice(1)) write(lines);
  return Buffer.from(await document.save());
}

async function scanOf(jpegs: readonly Buffer[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (const jpeg of jpegs) {
    const picture = await document.embedJpg(await sharp(jpeg).jpeg({ quality: 85 }).toBuffer());
    document.addPage([a4.width, a4.height]).drawImage(picture, { x: 0, y: 0, ...a4 });
  }
  return Buffer.from(await document.save());
}

function drawLines(lines: readonly string[]): Promise<Buffer> {
  const [width, height] = [1654, 2339];
  const text = lines
    .map((line, row) => `<text x="110" y="${180 + 50 * row}" font-size="26" font-family="sans-serif">${line}</text>`)
    .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fdfdfb"/>${text}</svg>`;
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  return sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer();
}

/** How long the worker worked on the file, and which of its pages it read. */
async function readMs(
  stack: BenchStack,
  { bytes, documentType }: { bytes: Buffer; documentType: string },
): Promise<{ ms: number; pages: number[] }> {
  const client = createSdkClient(stack.apiUrl);
  const { sessionToken, verificationId } = await client.start(stack.demo.clientId, stack.demo.flows['document-only']);
  const kind = documentType === 'passport' ? 'document-front' : 'document-page';
  await client.upload(sessionToken, 'document', { kind, bytes });
  await client.submit(sessionToken, 'document', { documentType });
  const { db } = stack.container;
  for (;;) {
    const [run] = await db.stepRuns.list(verificationId);
    if (run === undefined) throw new Error('the verification has no step');
    const { result } = await db.stepRuns.getAttempt(run.id, 1);
    if (result !== null) {
      const stored = result as {
        kind?: string;
        result?: { durationMs: number; pages: { reading: { pageNumber: number } | null }[] };
      };
      if (stored.result === undefined) throw new Error(`the file was not read: ${JSON.stringify(stored)}`);
      const pages = stored.result.pages.flatMap(({ reading }) => reading?.pageNumber ?? []);
      return { ms: stored.result.durationMs, pages };
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
