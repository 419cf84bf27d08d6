import { Mutex } from 'async-mutex';
import type { TextLine } from '../../../domain/ports/pages/page-reader.ts';
import {
  mostPdfPages,
  type PdfFault,
  type PdfOpener,
  type OpenedPdf,
  type ReadPdf,
} from '../../../domain/ports/pages/pdf-opener.ts';
import { parsePdfDate } from '../../../domain/documents/fresh-file-signal.ts';
import { assemblePdf, pointsPerPixel, type PdfPicture } from './assemble-pdf.ts';
import { encodePixels } from '../rasters/encode-picture.ts';
import { startHolder, type PdfHolder, type PdfLimits } from './pdf-holder.ts';
import type { PdfAnswer, PdfTextLine } from './pdf-messages.ts';

const usualLimits: PdfLimits = { answerMs: 3_500, documentMs: 40_000, maxMemoryBytes: 1_000_000_000 };
/** Rendered text is clean, so it needs no more. */
const jpegQuality = 90;
/** Of a page's full size. */
const sketchShare = 0.5;
const mostFonts = 20;

/**
 * Opens every PDF in a separate process, which is killed afterwards, or as soon as it breaks a limit. A file that needs too much memory or
 * ends the process counts as unreadable; one that takes too long is not judged. One process waits ready, because starting it takes longer
 * than most quick checks.
 */
export function createPdfOpener(limits: PdfLimits = usualLimits): PdfOpener & { close(): void } {
  let waiting: PdfHolder | null = null;
  let closed = false;

  function takeHolder(): PdfHolder {
    const holder = waiting?.isAlive() === true ? waiting : startHolder(limits);
    waiting = null;
    return holder;
  }

  async function hold<T>(work: (ask: PdfHolder['ask']) => Promise<T>): Promise<T> {
    const holder = takeHolder();
    try {
      return await work(holder.ask);
    } finally {
      holder.kill();
      if (!closed) waiting ??= startHolder(limits);
    }
  }

  waiting = startHolder(limits);
  return {
    look: (pdf, { maxPages }) =>
      hold(async (ask) => {
        const opened = await ask({ ask: 'open', pdf, maxPages: Math.min(maxPages, mostPdfPages) });
        return opened.answer === 'opened' ? { pageCount: opened.pageCount } : { fault: faultOf(opened) };
      }),

    read: (pdf, { maxPages }, use) =>
      hold((ask) => readPages(ask, { pdf, maxPages: Math.min(maxPages, mostPdfPages) }, use)),

    close() {
      closed = true;
      waiting?.kill();
    },
  };
}

/** A page that cannot be rendered; carries the fault from `use` to `read`. */
class PageFault extends Error {
  readonly fault: PdfFault;

  constructor(fault: PdfFault) {
    super(fault);
    this.fault = fault;
  }
}

async function readPages<T>(
  askAtOnce: PdfHolder['ask'],
  { pdf, maxPages }: { pdf: Buffer; maxPages: number },
  use: (opened: OpenedPdf) => Promise<T>,
): Promise<ReadPdf<T> | { fault: PdfFault }> {
  const ask = inTurn(askAtOnce);
  const opened = await ask({ ask: 'open', pdf, maxPages });
  if (opened.answer !== 'opened') return { fault: faultOf(opened) };
  const { pageCount, producer, creator, creationDate, modificationDate } = opened;
  const [createdAt, changedAt] = [parsePdfDate(creationDate), parsePdfDate(modificationDate)];
  const facts = { producer, creator, createdAt, changedAt };
  const fonts = new Set<string>();
  const texts = new Map<number, TextLine[]>();
  const sketches = new Map<number, PdfPicture>();
  const pages = new Map<number, PdfPicture>();

  async function textOf(index: number): Promise<TextLine[]> {
    const known = texts.get(index);
    if (known !== undefined) return known;
    const answer = await ask({ ask: 'text', index });
    if (answer.answer !== 'text') throw new PageFault(faultOf(answer));
    const lines = answer.lines.map(toTextLine);
    texts.set(index, lines);
    for (const font of answer.fonts) fonts.add(font);
    return lines;
  }

  async function picture(index: number, share: number, made: Map<number, PdfPicture>): Promise<PdfPicture> {
    const known = made.get(index);
    if (known !== undefined) return known;
    const drawn = await drawPicture(ask, index, share);
    made.set(index, drawn);
    return drawn;
  }

  let ahead = Promise.resolve();
  let isUsed = false;
  /** While a page is being read, the process is idle, and the copy needs a sketch of each page that is not read. */
  async function sketchAhead(): Promise<void> {
    for (let index = 0; index < pageCount && !isUsed; index++) {
      if (!pages.has(index)) await picture(index, sketchShare, sketches);
    }
  }

  try {
    const result = await use({
      pageCount,
      ...facts,
      textOf,
      sketch: async (index) => (await picture(index, sketchShare, sketches)).jpeg,
      draw: async (index) => {
        const isFirst = pages.size === 0;
        const page = { ...(await picture(index, 1, pages)), textLayer: await textOf(index) };
        // A page that cannot be rendered is a fault when the copy needs it.
        if (isFirst) ahead = sketchAhead().catch(() => undefined);
        return page;
      },
    }).finally(() => {
      isUsed = true;
    });
    await ahead;
    const kept: PdfPicture[] = [];
    for (let index = 0; index < pageCount; index++) {
      const { jpeg, ...size } = pages.get(index) ?? (await picture(index, sketchShare, sketches));
      const enlarge = pages.has(index) ? 1 : 1 / sketchShare;
      kept.push({ jpeg, ...size, pointsPerPixel: pointsPerPixel * enlarge });
    }
    const [first] = kept;
    if (first === undefined) return { fault: 'file.unreadable_pdf' };
    const make = {
      ...facts,
      pageCount,
      textPages: [...texts.values()].filter((lines) => lines.length > 0).length,
      fonts: [...fonts].sort().slice(0, mostFonts),
      revisions: count(pdf, '%%EOF'),
      signatures: count(pdf, '/ByteRange'),
    };
    return { result, make, copy: assemblePdf(kept), widthPx: first.widthPx, heightPx: first.heightPx };
  } catch (error) {
    if (error instanceof PageFault) return { fault: error.fault };
    throw error;
  }
}

/** One request after the other, because the process answers one at a time. */
function inTurn(ask: PdfHolder['ask']): PdfHolder['ask'] {
  const mutex = new Mutex();
  return (question) => mutex.runExclusive(() => ask(question));
}

/** How often a word occurs in the bytes of a file. */
function count(bytes: Buffer, word: string): number {
  let found = 0;
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + word.length)) found += 1;
  return found;
}

async function drawPicture(ask: PdfHolder['ask'], index: number, share: number): Promise<PdfPicture> {
  const drawn = await ask({ ask: 'page', index, share });
  if (drawn.answer !== 'page') throw new PageFault(faultOf(drawn));
  const { widthPx, heightPx } = drawn;
  const pixels = { data: drawn.rgbx, widthPx, heightPx, channels: 4 } as const;
  const jpeg = await encodePixels(pixels, { quality: jpegQuality, chromaSubsampling: '4:4:4' });
  return { jpeg, widthPx, heightPx, pointsPerPixel };
}

function faultOf(answer: PdfAnswer): PdfFault {
  return answer.answer === 'fault' ? answer.fault : 'file.unreadable_pdf';
}

function toTextLine({ text, left, top, right, bottom }: PdfTextLine): TextLine {
  return {
    text,
    confidence: 1,
    box: [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ],
  };
}
